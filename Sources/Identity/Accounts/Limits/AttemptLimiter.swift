public import Bytes
public import Chat

/// Makes guessing slow: each failure makes the next attempt wait longer, for the account and for the address.
///
/// A value: whoever holds it keeps it under a lock. Of an account only what it is called is kept, and nothing after a
/// day without failures. It counts the same for accounts that don't exist, so it tells nothing about which do.
/// Sources: OWASP ASVS 5.0 V6.3.1; NIST SP 800-63B §5.2.2.
public struct AttemptLimiter: Sendable {
    /// How patient it is.
    public struct Policy: Sendable {
        /// Failures that cost nothing.
        public var freeFailures: Int
        /// The wait after the first failure that costs; each one more doubles it.
        public var firstDelay: Duration
        public var longestDelay: Duration

        public init(freeFailures: Int, firstDelay: Duration, longestDelay: Duration) {
            self.freeFailures = freeFailures
            self.firstDelay = firstDelay
            self.longestDelay = longestDelay
        }

        /// For one account: somebody who forgot a password is not kept out for long.
        public static let account = Policy(
            freeFailures: 5, firstDelay: .seconds(1), longestDelay: .seconds(15 * 60))
        /// For one address: a whole office may be behind it.
        public static let address = Policy(
            freeFailures: 20, firstDelay: .seconds(1), longestDelay: .seconds(15 * 60))

        /// How long to wait after as many failures.
        func delay(after failures: Int) -> Duration {
            guard failures > freeFailures else { return .zero }
            // Beyond 30 doublings any delay is the longest one, and the shift would overflow.
            let doublings = min(failures - freeFailures - 1, 30)
            return min(firstDelay * (1 << doublings), longestDelay)
        }
    }

    /// What may be done.
    public enum Verdict: Sendable, Equatable {
        case allowed
        /// Not before this time has passed.
        case wait(Duration)
    }

    /// After this time without a failure, nothing is remembered.
    public static let memory = Duration.seconds(24 * 3_600)
    /// How many accounts and addresses have a record of their own, half of it each. See `AttemptRecords` for what
    /// happens beyond that.
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

    /// How many accounts and addresses have a record of their own.
    public var count: Int { accounts.count + addresses.count }

    /// Whether an attempt may be made now. Asking changes nothing.
    ///
    /// - Parameters:
    ///   - account: what was typed, in the form in which two spellings of one account are equal.
    ///   - address: where the request comes from; `nil` where that is unknown.
    public func verdict(account name: String, address: IPNetwork?, now: Timestamp) -> Verdict {
        let until = [accounts.blockedUntil(Self.key(name)), address.flatMap { addresses.blockedUntil($0) }]
        guard let until = until.compactMap({ $0 }).max(), now < until else { return .allowed }
        return .wait(.milliseconds(until.milliseconds - now.milliseconds))
    }

    /// Begins an attempt, where one may be made: it counts as failed until `succeeded` says otherwise, so that a
    /// hundred at once are not all let through before the first has failed.
    mutating func begin(account name: String, address: IPNetwork?, now: Timestamp) -> Verdict {
        let verdict = verdict(account: name, address: address, now: now)
        guard verdict == .allowed else { return verdict }
        accounts.fail(Self.key(name), now: now)
        if let address { addresses.fail(address, now: now) }
        return .allowed
    }

    /// An attempt succeeded: the account's failures are forgotten. Of the address' only this attempt is taken back, or
    /// somebody could guess at others' accounts between signing in to their own.
    ///
    /// Not public: `AttemptGuard` calls it for what was verified, and nobody else can.
    mutating func succeeded(account name: String, address: IPNetwork?) {
        accounts.clear(Self.key(name))
        if let address { addresses.takeBack(address) }
    }

    /// An attempt decided nothing, such as where the backend did not answer: it is taken back.
    mutating func abandoned(account name: String, address: IPNetwork?) {
        accounts.takeBack(Self.key(name))
        if let address { addresses.takeBack(address) }
    }

    private static func key(_ name: String) -> String {
        String(decoding: name.utf8.prefix(maximumAccountBytes), as: UTF8.self)
    }
}
