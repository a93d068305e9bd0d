import Accounts
import Chat
import Cryptography
import HTTP

/// The fields of the forms of the sign-in page.
struct SignInForm {
    static let maximumCharacters = 64
    /// The field of the button that signs in as the last user.
    static let offeredField = "last"
    /// RFC 5321 §4.5.3.1.3, less the brackets.
    static let maximumEmailCharacters = 254

    /// `nil` for an unknown method.
    var method: SignInMethodID?
    let user: String
    let password: Secret
    let context: SignInContext
    /// Whether the user was offered by the page, not typed.
    let isOffered: Bool

    init(_ form: Form) {
        method = form["method"].map { SignInMethodID($0) } ?? .userID
        let offered = form[Self.offeredField]
        isOffered = offered != nil
        user = (offered ?? form["user"] ?? "").prefix(scalars: Self.maximumEmailCharacters)
        password = Secret(form["password"] ?? "")
        context = SignInContext(form)
    }

    /// The key under which failures are counted. It contains the method, because the same name may belong to different
    /// people at two services, and a success at one must not clear the failures at the other.
    var account: String { Self.account(user, by: method) }

    static func account(_ user: String, by method: SignInMethodID?) -> String {
        "\(method?.description ?? ""):\(user)"
    }
}

/// What is kept for a person from the sign-in page until the session begins, by whatever method.
struct SignInContext {
    /// Where the person wanted to go.
    var back: Path?
    /// A message that could not be sent because the session had ended.
    var unsent: UnsentMessage?
    /// The change that waits for a fresh proof.
    var deferred: DeferredRequest?
    /// Whether the session outlives the browser window.
    var isPersistent = true

    init(back: Path? = nil, unsent: UnsentMessage? = nil) {
        self.back = back
        self.unsent = unsent
    }

    /// Reads a form's fields. The last `stay` counts: a hidden "off" stands before the box.
    init(_ form: Form) {
        back = form["return"].flatMap { Path($0) }
        unsent = UnsentMessage(signIn: form)
        deferred = DeferredRequest(form)
        isPersistent = form.values(of: "stay").last != "off"
    }

    /// The fields that `init(_:)` reads, serialized for a transaction.
    var memo: String {
        var query: Query = ["stay": isPersistent ? "on" : "off"]
        if let back { query.append("return", back.description) }
        if let unsent {
            for field in unsent.fields { query.append(field.name, field.value) }
            query.append("text", unsent.text)
        }
        for field in deferred?.fields ?? [] { query.append(field.name, field.value) }
        return query.serialized
    }

    /// Reads the text that `memo` returned.
    init(memo: String) {
        let fields = Query(parsing: memo)?.items.map { Form.Field(name: $0.name, value: $0.value) } ?? []
        self.init(Form(fields))
    }
}
