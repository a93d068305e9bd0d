public import Bytes
public import Chat

/// Slows down guessing: each failure lengthens the wait before the next attempt, for the account and for the address.
///
/// Not thread-safe: the owner holds it under a lock. Only account names are stored, for a day after the last failure.
/// Accounts that don't exist are treated the same, so the limiter does not reveal which exist. Sources: OWASP ASVS 5.0
/// V6.3.1; NIST SP 800-63B §5.2.2.
public struct AttemptLimiter: Sendable {
    /// The back-off parameters.
    public struct Policy: Sendable, Hashable {
        /// The number of failures without a wait.
        public var freeFailures: Int
        /// The first wait; each further failure doubles it.
        public var firstDelay: Duration
        public var longestDelay: Duration

        public init(freeFailures: Int, firstDelay: Duration, longestDelay: Duration) {
            self.freeFailures = freeFailures
            self.firstDelay = firstDelay
            self.longestDelay = longestDelay
        }

        /// For one account: low enough not to lock out a person who forgot a password.
        public static let account = Policy(
            freeFailures: 5, firstDelay: .seconds(1), longestDelay: .seconds(15 * 60))
        /// For one address, which a whole office may share.
        public static let address = Policy(
            freeFailures: 20, firstDelay: .seconds(1), longestDelay: .seconds(15 * 60))

        /// The wait after a number of failures.
        func delay(after failures: Int) -> Duration {
            guard failures > freeFailures else { return .zero }
            // After 30 doublings the result always exceeds `longestDelay`, and the shift could overflow.
            let doublings = min(failures - freeFailures - 1, 30)
            return min(firstDelay * (1 << doublings), longestDelay)
        }
    }

    /// Whether an attempt is permitted.
    public enum Verdict: Sendable, Equatable {
        case allowed
        /// Permitted after this time.
        case wait(Duration)
    }

    /// The time without failures after which a record is dropped.
    public static let memory = Duration.seconds(24 * 3_600)
    /// The maximum number of separate records, half of them for accounts and half for addresses. See `AttemptRecords`
    /// for what happens beyond that.
    public static let standardMaximumRecords = 20_000
    private static let maximumAccountBytes = 320

    private var accounts: AttemptRecords<String>
    private var addresses: AttemptRecords<IPNetwork>

    /// - Parameter maximumRecords: see `standardMaximumRecords`.
    public init(
        account: Policy = .account, address: Policy = .address, maximumRecords: Int = standardMaximumRecords
    ) {
        let half = max(5, maximumRecords / 2)
        accounts = AttemptRecords(account, maximumCount: half)
        addresses = AttemptRecords(address, maximumCount: half)
    }

    /// The number of separate records.
    public var count: Int { accounts.count + addresses.count }

    /// Whether an attempt is permitted now. Changes nothing.
    ///
    /// - Parameters:
    ///   - account: the typed name, in a form in which all spellings of an account are equal.
    ///   - address: the client's; `nil` if unknown.
    public func verdict(account name: String, address: IPNetwork?, now: Timestamp) -> Verdict {
        let until = [accounts.blockedUntil(Self.key(name)), address.flatMap { addresses.blockedUntil($0) }]
        guard let until = until.compactMap({ $0 }).max(), now < until else { return .allowed }
        return .wait(.milliseconds(until.milliseconds - now.milliseconds))
    }

    /// Starts an attempt if it is permitted. It counts as failed until `succeeded` is called, so that concurrent
    /// attempts can't all pass before the first one has failed.
    mutating func begin(account name: String, address: IPNetwork?, now: Timestamp) -> Verdict {
        let verdict = verdict(account: name, address: address, now: now)
        guard verdict == .allowed else { return verdict }
        accounts.fail(Self.key(name), now: now)
        if let address { addresses.fail(address, now: now) }
        return .allowed
    }

    /// Resets the failures of the account. For the address, only this attempt is taken back, so that an attacker can't
    /// reset the limit by signing in to their own account.
    ///
    /// Not public: only `AttemptGuard` calls it, for verified attempts.
    mutating func succeeded(account name: String, address: IPNetwork?) {
        accounts.clear(Self.key(name))
        if let address { addresses.takeBack(address) }
    }

    /// Takes back an attempt without a result, for example because the backend did not answer.
    mutating func abandoned(account name: String, address: IPNetwork?) {
        accounts.takeBack(Self.key(name))
        if let address { addresses.takeBack(address) }
    }

    static func key(_ name: String) -> String {
        String(decoding: name.utf8.prefix(maximumAccountBytes), as: UTF8.self)
    }
}
