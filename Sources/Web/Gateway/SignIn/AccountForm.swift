import Accounts
import Chat
import Cryptography
import HTTP

/// The fields of the form that creates an account with a password.
struct AccountForm {
    enum Field: String, CaseIterable {
        case username
        case email
        case name
        case password
    }

    let username: String
    let email: String
    let name: String
    /// Never written into a page.
    let password: Secret

    init(_ form: Form) {
        username = (form["username"] ?? "").removingWhitespace
        email = (form["email"] ?? "").removingWhitespace
        name = form["name"] ?? ""
        password = Secret(form["password"] ?? "")
    }

    /// The account as typed.
    ///
    /// A user name that is no valid alias is refused here: otherwise the account would exist without a user in the
    /// chat.
    func account() throws(AccountFault) -> NewAccount {
        guard let username = Username(username), username.alias != nil else {
            throw AccountFault(RegisterWording.usernameInvalid, in: .username)
        }
        guard let email = EmailAddress(email) else { throw AccountFault(RegisterWording.emailInvalid, in: .email) }
        guard let name = DisplayName(name) else { throw AccountFault(RegisterWording.nameInvalid, in: .name) }
        guard !password.revealed.isEmpty else { throw AccountFault(RegisterWording.passwordMissing, in: .password) }
        guard let password = Password(password.revealed) else {
            throw AccountFault(RegisterWording.passwordTooLong, in: .password)
        }
        return NewAccount(username: username, email: email, password: password, name: name)
    }
}

/// Why an account could not be created, and which field has to be changed.
struct AccountFault: Error {
    let wording: Sentence
    /// `nil` where no field is at fault.
    let field: AccountForm.Field?
    let status: Status
    /// After how many seconds another attempt is allowed.
    private(set) var retryAfter: Int64?

    init(_ wording: Sentence, in field: AccountForm.Field?, _ status: Status = .unprocessableContent) {
        self.wording = wording
        self.field = field
        self.status = status
    }

    init(_ error: PasswordError) {
        switch error.reason {
        case .malformedName: self.init(RegisterWording.usernameRefused, in: .username)
        case .nameTaken: self.init(RegisterWording.usernameTaken, in: .username, .conflict)
        case .malformedEmail: self.init(RegisterWording.emailInvalid, in: .email)
        case .emailTaken: self.init(RegisterWording.emailTaken, in: .email, .conflict)
        case .passwordTooShort: self.init(RegisterWording.passwordTooShort, in: .password)
        case .passwordTooLong: self.init(RegisterWording.passwordTooLong, in: .password)
        case .weakPassword: self.init(RegisterWording.passwordWeak, in: .password)
        case .tooManyAttempts(let time):
            let seconds = time.map { max(1, $0.components.seconds) }
            self.init(RegisterWording.tooMany(seconds), in: nil, .tooManyRequests)
            retryAfter = seconds
        case .forbidden, .wrongCredentials, .unverifiedEmail: self.init(RegisterWording.closed, in: nil, .forbidden)
        case .backend(let error):
            let failure = SignInError.backend(error)
            self.init(SignInWording.failure(error), in: nil, failure.status)
        }
    }
}
