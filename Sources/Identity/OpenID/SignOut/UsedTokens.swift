import Chat
import Synchronization

/// Detects the reuse of tokens that are valid once, until they expire.
final class UsedTokens: Sendable {
    /// The maximum number of remembered tokens; beyond that new ones are rejected until some have expired.
    static let maximumCount = 10_000
    private static let memory = LogoutRequest.maximumAge + ClaimRules.leeway + ClaimRules.leeway

    private let used = Mutex<[String: Timestamp]>([:])

    /// Whether `token` is used for the first time.
    func use(_ token: String, now: Timestamp) -> Bool {
        used.withLock { used in
            if used.count >= Self.maximumCount { used = used.filter { now < $0.value } }
            guard used.count < Self.maximumCount else { return false }
            if let until = used[token], now < until { return false }
            used[token] = now.adding(Self.memory)
            return true
        }
    }
}
