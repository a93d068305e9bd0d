public import Chat
public import HTTP

/// Supplies the credentials of callers to the backend: a session cookie or a bearer token.
public protocol CallerCredentials: Sendable {
    /// The header fields that authenticate a request as `user`; empty if the backend needs none.
    /// - Throws: `.unauthenticated` if the person has no session (any more).
    func headers(for user: UserID) async throws(ChatError) -> HeaderFields
    /// Reports that the backend set new cookies in the response to a request with `headers`.
    /// - Parameter cookies: the `Set-Cookie` values, one for each cookie.
    func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) async
    /// Reports that the backend answered 401 to a request with `headers`: that session has ended. The request is
    /// retried if `headers(for:)` then returns others.
    func refused(_ headers: HeaderFields, for user: UserID) async
}

/// For backends that need no credentials, or to which no request is sent on behalf of a person.
public struct NoCredentials: CallerCredentials {
    public init() {}

    public func headers(for user: UserID) async throws(ChatError) -> HeaderFields { [:] }
    public func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) async {}
    public func refused(_ headers: HeaderFields, for user: UserID) async {}
}
