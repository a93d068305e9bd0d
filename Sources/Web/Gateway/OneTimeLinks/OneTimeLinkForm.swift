import Accounts
import Bytes
import Chat
import HTTP

/// The form behind a one-time link. A typed password is never part of it.
struct OneTimeLinkForm {
    static let aliasField = "alias"
    static let nameField = "name"
    static let passwordField = "password"

    enum PasswordNeed {
        /// People sign in without a password of this site.
        case none
        case needed
        /// It would cross the network in the open.
        case notHere
    }

    let token: LinkToken
    let link: OneTimeLink
    let password: PasswordNeed
    /// The person whom the link is for; `nil` for an invitation.
    let user: User?
    var alias = ""
    var name = ""
    var fault: Sentence?

    init(_ token: LinkToken, _ link: OneTimeLink, _ password: PasswordNeed, user: User?) {
        self.token = token
        self.link = link
        self.password = password
        self.user = user
    }

    var isInvitation: Bool { link.purpose.user == nil }

    func newUser() throws(OneTimeLinkFault) -> NewUser {
        guard let name = DisplayName(name) else {
            throw .refused(RegisterWording.nameInvalid, .unprocessableContent)
        }
        guard let alias = Alias(alias.removingWhitespace.asciiLowercased) else {
            throw .refused(RegisterWording.aliasInvalid, .unprocessableContent)
        }
        return NewUser(alias: alias, name: name, avatarURL: nil)
    }

    var title: Sentence { isInvitation ? OneTimeLinkWording.invitation : OneTimeLinkWording.reset }

    var explanation: Sentence {
        switch link.purpose {
        case .invitation: OneTimeLinkWording.invitationExplained
        case .password: OneTimeLinkWording.resetExplained
        case .passwordAndFactors where password == .none: OneTimeLinkWording.factorsExplained
        case .passwordAndFactors: OneTimeLinkWording.resetAndFactorsExplained
        }
    }

    var submit: Sentence {
        if isInvitation { return OneTimeLinkWording.join }
        return password == .none ? OneTimeLinkWording.removeFactors : OneTimeLinkWording.setPassword
    }

    var done: Sentence {
        if isInvitation { return OneTimeLinkWording.joined }
        return password == .none ? OneTimeLinkWording.factorsRemoved : OneTimeLinkWording.passwordSet
    }
}

/// Why the form of a link was not accepted.
enum OneTimeLinkFault: Error {
    case dead(LinkFault)
    /// The person can correct it; the link is still good.
    case refused(Sentence, Status)
    case failed(any Error)

    init(_ error: any Error) {
        switch error {
        case let fault as LinkFault: self = .dead(fault)
        case let error as ChatError where error.reason == .aliasTaken:
            self = .refused(RegisterWording.aliasTaken, .conflict)
        case let error as PasswordError:
            switch error.reason {
            case .passwordTooShort: self = .refused(RegisterWording.passwordTooShort, .unprocessableContent)
            case .weakPassword: self = .refused(RegisterWording.passwordWeak, .unprocessableContent)
            case .tooManyAttempts(let time):
                self = .refused(RegisterWording.tooMany(time?.retrySeconds), .tooManyRequests)
            case .backend(let error): self = .failed(error)
            default: self = .failed(error)
            }
        default: self = .failed(error)
        }
    }
}
