public import Chat

/// Somebody who has proven one factor and owes another: good for nothing but proving that.
public struct PendingFactor: Sendable, Equatable {
    /// What has to be done.
    public enum Step: String, Sendable {
        /// Proving the second factor that the person has.
        case proof
        /// Setting one up: it is required, and there is none.
        case enrolment
    }

    public let id: String
    public let user: UserID
    public let name: String
    public let alias: String
    public let method: SignInMethodID
    public let step: Step
}
