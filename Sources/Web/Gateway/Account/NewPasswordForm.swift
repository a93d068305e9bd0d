import Chat
import Cryptography
import HTTP

/// What the form sends by which somebody takes another password. None of it is shown again.
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
        guard !new.revealed.isEmpty else { throw .refused(.passwordMissing) }
        guard let password = Password(new.revealed) else { throw .refused(.passwordTooLong) }
        guard new.revealed != current.revealed else { throw .same }
        return password
    }
}

/// Why somebody keeps the password that they have.
enum PasswordFault: Error {
    /// It was not the current one.
    case wrongPassword
    /// The new one is the old one.
    case same
    /// The new one will not do.
    case refused(RegisterWording)
    case tooMany(Duration)
    case failed(Failure)

    init(_ error: PasswordError) {
        switch error.reason {
        case .wrongCredentials: self = .wrongPassword
        case .passwordTooShort: self = .refused(.passwordTooShort)
        case .passwordTooLong: self = .refused(.passwordTooLong)
        case .weakPassword: self = .refused(.passwordWeak)
        case .tooManyAttempts(let time): self = .tooMany(time ?? .seconds(1))
        case .backend(let error): self = .failed(Failure(error))
        case .malformedName, .malformedEmail, .nameTaken, .emailTaken, .unverifiedEmail, .forbidden:
            self = .failed(.signedOut)
        }
    }

    var wording: any Wording {
        switch self {
        case .wrongPassword: PasswordWording.wrong
        case .same: PasswordWording.same
        case .refused(let wording): wording
        case .tooMany(let time): RegisterWording.tooMany(time.retrySeconds)
        case .failed(let failure): failure.title
        }
    }

    /// Whether it is the current password that has to be typed differently.
    var isOfCurrent: Bool { if case .wrongPassword = self { true } else { false } }

    var status: Status {
        switch self {
        case .wrongPassword, .same, .refused: .unprocessableContent
        case .tooMany: .tooManyRequests
        case .failed(let failure): failure.status
        }
    }
}
