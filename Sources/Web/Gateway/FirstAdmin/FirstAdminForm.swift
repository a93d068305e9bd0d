import Accounts
import Bytes
import Chat
import Cryptography
import HTTP

/// The fields of the form that makes the first admin.
struct FirstAdminForm {
    static let codeField = "code"
    static let nameField = "name"
    static let aliasField = "alias"
    static let passwordField = "password"

    let code: String
    let name: String
    let alias: String
    /// Never written into a page.
    let password: Secret

    init(_ form: Form) {
        code = (form[Self.codeField] ?? "").prefix(scalars: FirstAdminCode.maximumTypedCharacters)
        name = form[Self.nameField] ?? ""
        alias = form[Self.aliasField] ?? ""
        password = Secret(form[Self.passwordField] ?? "")
    }

    func newUser() throws(FirstAdminFault) -> NewUser {
        guard let name = DisplayName(name) else {
            throw FirstAdminFault(RegisterWording.nameInvalid, .unprocessableContent)
        }
        guard let alias = Alias(alias.removingWhitespace.asciiLowercased) else {
            throw FirstAdminFault(RegisterWording.aliasInvalid, .unprocessableContent)
        }
        return NewUser(alias: alias, name: name, avatarURL: nil)
    }

    func newPassword() throws(FirstAdminFault) -> Password {
        guard !password.revealed.isEmpty else {
            throw FirstAdminFault(RegisterWording.passwordMissing, .unprocessableContent)
        }
        guard let password = Password(password.revealed) else {
            throw FirstAdminFault(RegisterWording.passwordTooLong, .unprocessableContent)
        }
        return password
    }
}

/// Why the form was not accepted; the person can correct it, or try again.
struct FirstAdminFault: Error {
    let wording: Sentence
    let status: Status
    private(set) var retryAfter: String?

    init(_ wording: Sentence, _ status: Status) {
        self.wording = wording
        self.status = status
    }

    static func tooMany(_ time: Duration) -> FirstAdminFault {
        var fault = FirstAdminFault(SignInWording.tooMany(time.retrySeconds), .tooManyRequests)
        fault.retryAfter = "\(time.retrySeconds)"
        return fault
    }

    /// `nil` for what is no fault of the form.
    init?(_ error: any Error) {
        switch error {
        case let fault as FirstAdminFault: self = fault
        case FirstAdmin.Fault.wrongCode: self.init(FirstAdminWording.wrongCode, .unprocessableContent)
        case FirstAdmin.Fault.underWay: self.init(FirstAdminWording.underWay, .conflict)
        case let error as ChatError where error.reason == .aliasTaken:
            self.init(RegisterWording.aliasTaken, .conflict)
        case let error as PasswordError:
            switch error.reason {
            case .passwordTooShort: self.init(RegisterWording.passwordTooShort, .unprocessableContent)
            case .weakPassword: self.init(RegisterWording.passwordWeak, .unprocessableContent)
            case .tooManyAttempts(let time): self = .tooMany(time ?? .seconds(1))
            default: return nil
            }
        default: return nil
        }
    }
}
