/// Why an authority refused a sign-in, a sign-up or another operation.
public struct PasswordError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// The name, the password or both are wrong.
        case wrongCredentials
        /// The name is not valid.
        case malformedName
        case malformedEmail
        /// The name belongs to another account.
        case nameTaken
        /// The address belongs to another account.
        case emailTaken
        case passwordTooShort
        case passwordTooLong
        /// It is a commonly used or leaked password.
        case weakPassword
        /// The e-mail address must be verified first.
        case unverifiedEmail
        /// The rate limit was exceeded; `after` is the time until the next attempt, if the authority returns it.
        case tooManyAttempts(after: Duration?)
        /// The operation is disabled, or not permitted for this account.
        case forbidden
        /// The authority could not be reached or sent an invalid response.
        case backend(ChatError)
    }

    /// The operation that failed.
    public enum Operation: String, Hashable, Sendable {
        case signIn
        case signUp
        case check
        case change
        case signOut
    }

    public let reason: Reason
    public let operation: Operation

    public init(_ reason: Reason, during operation: Operation) {
        self.reason = reason
        self.operation = operation
    }

    public var description: String { "\(operation): \(reason)" }
}
