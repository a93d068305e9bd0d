import Chat

/// When a repository of `Live` asks the backend instead of answering from the cache.
public enum CachePolicy: Sendable {
    /// Each time: where only the backend's own answer will do, and for measuring.
    case alwaysAsk
    /// Where what is cached is older than `LiveLimits` allow: others write to the backend, too.
    case askWhenOlder
    /// Where nothing is cached: every change passes through this process, so what is cached stays true.
    case authoritative

    /// Whether what was read at `moment` may be shown without asking.
    func isFresh(_ moment: Timestamp?, maximumAge: Duration, now: Timestamp) -> Bool {
        guard let moment else { return false }
        return switch self {
        case .alwaysAsk: false
        // A moment in the future: the clock was set back.
        case .askWhenOlder: now < moment.adding(maximumAge) && moment <= now
        case .authoritative: true
        }
    }
}
