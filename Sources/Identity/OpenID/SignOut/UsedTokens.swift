public import Chat
import Synchronization

/// Remembers tokens that are valid once.
public protocol TokenUses: Sendable {
    /// Whether `token` is used for the first time. It is remembered until `end`.
    func use(_ token: String, until end: Timestamp, now: Timestamp) async throws -> Bool
}

/// Remembers the tokens that were used at this process.
final class UsedTokens: TokenUses {
    /// The maximum number of remembered tokens; beyond that new ones are rejected until some have expired.
    static let maximumCount = 10_000

    private let used = Mutex<[String: Timestamp]>([:])

    func use(_ token: String, until end: Timestamp, now: Timestamp) -> Bool {
        used.withLock { used in
            if used.count >= Self.maximumCount { used = used.filter { now < $0.value } }
            guard used.count < Self.maximumCount else { return false }
            if let until = used[token], now < until { return false }
            used[token] = end
            return true
        }
    }
}
