/// Keeps a session while the app does not run. An app implements it with the keychain.
public protocol SessionStorage: Sendable {
    /// The session that was saved last; `nil` if there is none.
    func load() async throws -> UserSession?
    /// Replaces the session.
    func save(_ session: UserSession) async throws
    /// Removes the session; does nothing if there is none.
    func clear() async throws
}

/// Keeps the session until the process ends.
public actor InMemorySessionStorage: SessionStorage {
    private var session: UserSession?

    public init() {}

    public func load() -> UserSession? { session }
    public func save(_ session: UserSession) { self.session = session }
    public func clear() { session = nil }
}
