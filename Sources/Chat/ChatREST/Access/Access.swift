/// How a backend knows who asks.
public enum Access: String, Hashable, Sendable, CaseIterable {
    /// The caller says who they are, in the query or the body.
    case open
    /// The backend goes by its own session, whose cookie or token comes with each request.
    case session
}
