public import Chat

/// Somebody's stay, from sign-in to sign-out.
public struct Session: Sendable, Equatable {
    /// What names the session and opens nothing: a part of its token's hash.
    public let id: String
    public let user: UserID
    /// As they were called at sign-in; shown where asking the backend would cost too much.
    public let name: String
    public let alias: String
    public let signedInAt: Timestamp
    public let lastUsedAt: Timestamp
}

/// How long a session lives.
public struct SessionLimits: Sendable {
    /// Without a request.
    public var idle = Duration.seconds(7 * 24 * 3_600)
    /// In all.
    public var absolute = Duration.seconds(30 * 24 * 3_600)
    /// How finely the last use is kept: a session in use costs one write in this time.
    public var lastUseGranularity = Duration.seconds(60)

    /// How long a session that was looked up is believed without looking again: another process may have ended it.
    public var recheck = Duration.seconds(1)
    /// How many sessions are kept in memory for that.
    public var remembered = 10_000

    public init() {}
}
