/// How a backend identifies the caller.
public enum Access: String, Hashable, Sendable, CaseIterable {
    /// The request names the caller, in the query or the body.
    case open
    /// The backend has sessions, whose cookie or token is sent with each request.
    case session
}
