import Chat
import Cryptography
import HTTP

/// The fields of the form that changes the password. None of them is shown again.
struct NewPasswordForm {
    static let currentField = "current"
    static let newField = "new"

    let current: Secret
    private let new: Secret

    init(_ form: Form) {
        current = Secret(form[Self.currentField] ?? "")
        new = Secret(form[Self.newField] ?? "")
    }

    var isEmpty: Bool { current.revealed.isEmpty && new.revealed.isEmpty }

    func newPassword() throws(PasswordFault) -> Password {
        guard !new.revealed.isEmpty else { throw .refused(RegisterWording.passwordMissing) }
        guard let password = Password(new.revealed) else { throw .refused(RegisterWording.passwordTooLong) }
        guard new.revealed != current.revealed else { throw .same }
        return password
    }
}

/// Why the password was not changed.
enum PasswordFault: Error {
    /// The current password that was typed is wrong.
    case wrongPassword
    /// The new password is the current one.
    case same
    /// The new password is not acceptable.
    case refused(Sentence)
    case tooMany(Duration)
    case failed(Failure)

    init(_ error: PasswordError) {
        switch error.reason {
        case .wrongCredentials: self = .wrongPassword
        case .passwordTooShort: self = .refused(RegisterWording.passwordTooShort)
        case .passwordTooLong: self = .refused(RegisterWording.passwordTooLong)
        case .weakPassword: self = .refused(RegisterWording.passwordWeak)
        case .tooManyAttempts(let time): self = .tooMany(time ?? .seconds(1))
        case .backend(let error): self = .failed(Failure(error))
        case .malformedName, .malformedEmail, .nameTaken, .emailTaken, .unverifiedEmail, .forbidden:
            self = .failed(.signedOut)
        }
    }

    var wording: Sentence {
        switch self {
        case .wrongPassword: PasswordWording.wrong
        case .same: PasswordWording.same
        case .refused(let wording): wording
        case .tooMany(let time): RegisterWording.tooMany(time.retrySeconds)
        case .failed(let failure): failure.text.title
        }
    }

    /// Whether the fault is in the field of the current password.
    var isOfCurrent: Bool { if case .wrongPassword = self { true } else { false } }

    var status: Status {
        switch self {
        case .wrongPassword, .same, .refused: .unprocessableContent
        case .tooMany: .tooManyRequests
        case .failed(let failure): failure.status
        }
    }
}
