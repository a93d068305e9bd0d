import Bytes
import Chat
import HTTP

/// The body of an error response of Better Auth.
struct WireAuthFailure {
    /// The maximum wait that is accepted.
    private static let maximumWait = 24 * 3_600

    let code: String
    let message: String?

    private init?(_ answer: ClientResponse) {
        guard let body = JSON(parsing: answer.body), let code = body["code"]?.string else { return nil }
        self.code = code
        message = body["message"]?.string
    }

    /// The meaning of an unsuccessful response.
    static func reason(of answer: ClientResponse, to call: Call) -> PasswordError.Reason {
        if answer.status == .tooManyRequests { return .tooManyAttempts(after: wait(answer.headers)) }
        let failure = Self(answer)
        if let failure, answer.status.rawValue < 500, let reason = failure.reason { return reason }
        // For routes that require a session, 401 means that it has ended.
        if answer.status == .unauthorized, call.operation == PasswordError.Operation.change.rawValue {
            return .forbidden
        }
        // An error of the service or of our request, not of the person.
        let words = ["status \(answer.status)", failure?.code].compactMap(\.self).joined(separator: ": ")
        let reason: ChatError.Reason =
            switch answer.status {
            case .gatewayTimeout: .timedOut
            case .forbidden: .forbidden
            case _ where answer.status.rawValue >= 500: .serverFault(words)
            default: .unexpectedAnswer(words)
            }
        return .backend(ChatError(reason, during: call.operation))
    }

    private var reason: PasswordError.Reason? {
        switch code {
        case "INVALID_USERNAME_OR_PASSWORD", "INVALID_EMAIL_OR_PASSWORD", "INVALID_PASSWORD": .wrongCredentials
        case "USERNAME_IS_INVALID", "INVALID_USERNAME", "USERNAME_TOO_SHORT", "USERNAME_IS_TOO_LONG",
            "USERNAME_TOO_LONG", "INVALID_DISPLAY_USERNAME":
            .malformedName
        case "USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER", "USERNAME_IS_ALREADY_TAKEN": .nameTaken
        case "USER_ALREADY_EXISTS", "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL": .emailTaken
        case "INVALID_EMAIL": .malformedEmail
        case "VALIDATION_ERROR" where message?.contains("[body.email]") == true: .malformedEmail
        case "PASSWORD_TOO_SHORT": .passwordTooShort
        case "PASSWORD_TOO_LONG": .passwordTooLong
        case "PASSWORD_COMPROMISED": .weakPassword
        case "EMAIL_NOT_VERIFIED": .unverifiedEmail
        case "EMAIL_PASSWORD_SIGN_UP_DISABLED", "EMAIL_PASSWORD_DISABLED", "BANNED_USER",
            "CREDENTIAL_ACCOUNT_NOT_FOUND":
            .forbidden
        default: nil
        }
    }

    private static func wait(_ headers: HeaderFields) -> Duration? {
        let fields = [headers["X-Retry-After"], headers[.retryAfter]].compactMap(\.self)
        return fields.compactMap { Int($0) }.first { (0...maximumWait).contains($0) }.map { .seconds($0) }
    }
}
