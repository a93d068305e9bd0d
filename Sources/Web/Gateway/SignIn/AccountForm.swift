import Accounts
import Chat
import Cryptography
import HTTP

/// What the form sends by which somebody makes an account with a password.
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
    /// Never shown again.
    let password: Secret

    init(_ form: Form) {
        username = (form["username"] ?? "").removingWhitespace
        email = (form["email"] ?? "").removingWhitespace
        name = form["name"] ?? ""
        password = Secret(form["password"] ?? "")
    }

    /// The account, or what is wrong with the form.
    ///
    /// A name that is no alias is refused here: there would be an account, and nobody in the chat whose it is.
    func account() throws(AccountFault) -> NewAccount {
        guard let username = Username(username), username.alias != nil else {
            throw AccountFault(.usernameInvalid, in: .username)
        }
        guard let email = EmailAddress(email) else { throw AccountFault(.emailInvalid, in: .email) }
        guard let name = DisplayName(name) else { throw AccountFault(.nameInvalid, in: .name) }
        guard !password.revealed.isEmpty else { throw AccountFault(.passwordMissing, in: .password) }
        guard let password = Password(password.revealed) else { throw AccountFault(.passwordTooLong, in: .password) }
        return NewAccount(username: username, email: email, password: password, name: name)
    }
}

/// Why an account could not be made, and in which field that can be changed.
struct AccountFault: Error {
    let wording: RegisterWording
    /// `nil` where it is not in what was typed.
    let field: AccountForm.Field?
    let status: Status

    init(_ wording: RegisterWording, in field: AccountForm.Field?, _ status: Status = .unprocessableContent) {
        self.wording = wording
        self.field = field
        self.status = status
    }

    init(_ error: PasswordError) {
        switch error.reason {
        case .malformedName: self.init(.usernameRefused, in: .username)
        case .nameTaken: self.init(.usernameTaken, in: .username, .conflict)
        case .malformedEmail: self.init(.emailInvalid, in: .email)
        case .emailTaken: self.init(.emailTaken, in: .email, .conflict)
        case .passwordTooShort: self.init(.passwordTooShort, in: .password)
        case .passwordTooLong: self.init(.passwordTooLong, in: .password)
        case .weakPassword: self.init(.passwordWeak, in: .password)
        case .tooManyAttempts(let time):
            self.init(.tooMany(time.map { max(1, $0.components.seconds) }), in: nil, .tooManyRequests)
        case .forbidden, .wrongCredentials, .unverifiedEmail: self.init(.closed, in: nil, .forbidden)
        case .backend(let error):
            let failure = SignInError.backend(error)
            self.init(.failed(SignInWording(error)), in: nil, failure.status)
        }
    }
}
