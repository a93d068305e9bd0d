import Accounts
import Chat
import HTML
import HTTP

/// What the registration form sends.
private struct RegistrationForm {
    static let maximumURLCharacters = 2_048

    let name: String
    let alias: String
    let picture: String

    init(_ form: Form) {
        name = form["name"] ?? ""
        alias = (form["alias"] ?? "").filter { !$0.isWhitespace }.lowercased()
        picture = (form["picture"] ?? "").filter { !$0.isWhitespace }
    }

    /// The person, or what is wrong with the form.
    func newUser() throws(RegistrationFault) -> NewUser {
        guard let name = DisplayName(name) else { throw RegistrationFault(.nameInvalid) }
        guard let alias = Alias(alias) else { throw RegistrationFault(.aliasInvalid) }
        guard picture.isEmpty || (picture.count <= Self.maximumURLCharacters && Self.isWebURL(picture)) else {
            throw RegistrationFault(.pictureInvalid)
        }
        return NewUser(alias: alias, name: name, avatarURL: picture.isEmpty ? nil : picture)
    }

    private static func isWebURL(_ text: String) -> Bool {
        (text.hasPrefix("https://") || text.hasPrefix("http://")) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            && SafeURL(text) != nil
    }
}

/// Why somebody could not register.
private struct RegistrationFault: Error {
    let wording: RegisterWording
    init(_ wording: RegisterWording) { self.wording = wording }
}

extension Site {
    func registerPage(_ visit: Visit) -> Response {
        parts.policy.allowsRegistration
            ? page(visit, RegistrationForm([:]), nil, .ok) : page(visit, RegistrationForm([:]), .closed, .forbidden)
    }

    /// Makes a person, and signs them in.
    func register(_ visit: Visit) async throws -> Response {
        let form = RegistrationForm(visit.request.form)
        guard parts.policy.allowsRegistration else { return page(visit, form, .closed, .forbidden) }
        let user: User
        do {
            user = try await parts.repositories.users.register(try form.newUser())
        } catch let fault as RegistrationFault {
            return page(visit, form, fault.wording, .unprocessableContent)
        } catch let error as ChatError {
            switch error.reason {
            case .aliasTaken: return page(visit, form, .aliasTaken, .conflict)
            case .invalid: return page(visit, form, .refused, .unprocessableContent)
            case .forbidden, .notFound: return page(visit, form, .closed, .forbidden)
            default: throw error
            }
        }
        var response = Response.seeOther(Path.conversations.text)
        try begin(visit, for: user, &response)
        return response
    }

    private func page(_ visit: Visit, _ form: RegistrationForm, _ fault: RegisterWording?, _ status: Status) -> Response
    {
        let say = visit.say
        return Page(visit, title: say(RegisterWording.title), back: .signIn()) {
            HTML.form(.method(.post), .action(Path.register.url), .class("stack sign-in")) {
                if let fault { p(.class("fault"), .id("fault"), .role("alert")) { say(fault) } }
                label(.for("name")) { say(RegisterWording.name) }
                input(
                    .id("name"), .name("name"), .type("text"), .value(form.name), .required(), .autocomplete("name"),
                    .maxlength(DisplayName.maximumCharacters))
                label(.for("alias")) { say(RegisterWording.alias) }
                input(
                    .id("alias"), .name("alias"), .type("text"), .value(form.alias), .required(),
                    .autocomplete("username"), .autocapitalize("none"), .spellcheck(false),
                    .maxlength(Alias.lengths.upperBound), .aria(.describedby, "alias-hint"))
                p(.id("alias-hint"), .class("muted")) { say(RegisterWording.aliasHint) }
                label(.for("picture")) { say(RegisterWording.picture) }
                input(
                    .id("picture"), .name("picture"), .type("url"), .value(form.picture), .autocomplete("off"),
                    .maxlength(RegistrationForm.maximumURLCharacters))
                button(.type("submit"), .class("button primary")) { say(RegisterWording.submit) }
            }
        }.response(status)
    }
}

/// What the registration page says.
enum RegisterWording: Wording {
    case title
    case invitation
    case name
    case alias
    case aliasHint
    case picture
    case submit
    case nameInvalid
    case aliasInvalid
    case pictureInvalid
    case aliasTaken
    case refused
    case closed

    var sentence: Sentence {
        switch self {
        case .title: Sentence("登録", "Register")
        case .invitation: Sentence("はじめての方はこちら", "New here? Register")
        case .name: Sentence("名前", "Name")
        case .alias: Sentence("エイリアス", "Alias")
        case .aliasHint:
            Sentence(
                "3〜30文字。小文字の英数字と . _ - が使えます。",
                "3 to 30 characters: lower-case letters, digits and . _ -")
        case .picture: Sentence("画像のURL（なくてもかまいません）", "URL of a picture (optional)")
        case .submit: Sentence("登録してはじめる", "Register and begin")
        case .nameInvalid:
            Sentence("名前を1〜100文字で入力してください。", "Enter a name of 1 to 100 characters.")
        case .aliasInvalid:
            Sentence(
                "エイリアスは3〜30文字の小文字の英数字と . _ - で、英数字で始まり英数字で終わるようにしてください。",
                "The alias has 3 to 30 lower-case letters, digits and . _ -, and starts and ends with a letter or digit."
            )
        case .pictureInvalid:
            Sentence("画像のURLは http:// か https:// で始めてください。", "The picture's URL starts with http:// or https://.")
        case .aliasTaken:
            Sentence("そのエイリアスは使われています。別のものをお試しください。", "That alias is taken. Try another one.")
        case .refused:
            Sentence("この内容では登録できません。入力をご確認ください。", "This can't be registered. Check what you entered.")
        case .closed:
            Sentence("ここでは新しい登録を受け付けていません。", "New people can't register here.")
        }
    }
}
