public import Chat
public import HTTP

/// By what a backend knows who asks: its session's cookie, or a bearer token.
public protocol CallerCredentials: Sendable {
    /// The header fields of a request in `user`'s name; empty where the backend needs none.
    /// - Throws: `.unauthenticated` where there is no session of that person (any more).
    func headers(for user: UserID) async throws(ChatError) -> HeaderFields
    /// The backend gave new cookies to header fields that `headers(for:)` gave: the values of `Set-Cookie`, one a cookie.
    func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) async
    /// The backend answered 401 to header fields that `headers(for:)` gave: that session is over. It is asked once more
    /// where `headers(for:)` has others then.
    func refused(_ headers: HeaderFields, for user: UserID) async
}

/// For a backend that is told who asks, or that nobody may ask anything.
public struct NoCredentials: CallerCredentials {
    public init() {}

    public func headers(for user: UserID) async throws(ChatError) -> HeaderFields { [:] }
    public func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) async {}
    public func refused(_ headers: HeaderFields, for user: UserID) async {}
}
