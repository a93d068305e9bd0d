public import Chat

/// A session that has passed the first factor and must complete another step before it can be used.
public struct PendingFactor: Sendable, Equatable {
    /// The required step.
    public enum Step: String, Sendable {
        /// Verifying the person's second factor.
        case proof
        /// Setting up a second factor, which is required.
        case enrolment
    }

    public let id: String
    public let user: UserID
    public let name: String
    public let alias: String
    public let method: SignInMethodID
    public let step: Step
}
