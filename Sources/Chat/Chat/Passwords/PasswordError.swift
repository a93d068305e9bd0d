/// Why an authority did not let somebody in, or did not make their account.
public struct PasswordError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// The name, or the password, or both. Which of them is not known here.
        case wrongCredentials
        /// No name can look like that.
        case malformedName
        case malformedEmail
        /// The name belongs to someone else.
        case nameTaken
        /// The address belongs to another account.
        case emailTaken
        case passwordTooShort
        case passwordTooLong
        /// It is known to those who guess passwords.
        case weakPassword
        /// The e-mail address is to be proven first.
        case unverifiedEmail
        /// There were too many attempts, and the next may be made after so long, where the authority says it.
        case tooManyAttempts(after: Duration?)
        /// The authority does not do this for anybody, or not for this account.
        case forbidden
        /// The authority could not be asked, or makes no sense.
        case backend(ChatError)
    }

    /// What was being done.
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
