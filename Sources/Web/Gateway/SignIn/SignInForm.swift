import Accounts
import Chat
import Cryptography
import HTTP

/// What the forms of the sign-in page send: who, and what is to be found again afterwards.
struct SignInForm {
    static let maximumCharacters = 64
    /// RFC 5321 §4.5.3.1.3, less the brackets.
    static let maximumEmailCharacters = 254

    /// The method; `nil` for one that is not known.
    var method: SignInMethodID?
    let user: String
    let password: Secret
    let journey: SignInJourney

    init(_ form: Form) {
        method = form["method"].map { SignInMethodID($0) } ?? .userID
        user = (form["user"] ?? "").prefix(scalars: Self.maximumEmailCharacters)
        password = Secret(form["password"] ?? "")
        journey = SignInJourney(form)
    }

    /// What failures are counted for. With the method, because who has a password at one service may be somebody else at
    /// another, and must not take back the failures there.
    var account: String { Self.account(user, by: method) }

    static func account(_ user: String, by method: SignInMethodID?) -> String {
        "\(method?.description ?? ""):\(user)"
    }
}

/// What goes with somebody through sign-in, whichever way it leads.
struct SignInJourney {
    /// A message that was not sent because the session had ended.
    struct Unsent {
        let conversation: ConversationID
        let text: String
    }

    /// Where they wanted to go.
    var back: Path?
    var unsent: Unsent?
    /// What they asked for, where they only prove again who they are.
    var deed: Deed?
    /// Whether they stay signed in when the window is closed.
    var isPersistent = true

    init(back: Path? = nil, unsent: Unsent? = nil) {
        self.back = back
        self.unsent = unsent
    }

    /// Reads a form's fields. The last `stay` counts: a hidden "off" stands before the box.
    init(_ form: Form) {
        back = form["return"].flatMap { Path($0) }
        unsent = form["conversation"].flatMap { ConversationID($0) }.flatMap { conversation in
            form["text"].map { Unsent(conversation: conversation, text: $0) }
        }
        deed = Deed(form)
        isPersistent = form.values(of: "stay").last != "off"
    }

    /// The fields that `init(_:)` reads, as a text that a transaction keeps.
    var memo: String {
        var query: Query = ["stay": isPersistent ? "on" : "off"]
        if let back { query.append("return", back.description) }
        if let unsent {
            query.append("conversation", unsent.conversation.description)
            query.append("text", unsent.text)
        }
        for field in deed?.fields ?? [] { query.append(field.name, field.value) }
        return query.serialized
    }

    /// Reads what `memo` gave.
    init(memo: String) {
        let fields = Query(parsing: memo)?.items.map { Form.Field(name: $0.name, value: $0.value) } ?? []
        self.init(Form(fields))
    }
}
