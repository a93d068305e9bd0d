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

    private struct Record: Sendable {
        var failures: Int
        var lastFailure: Timestamp
        var blockedUntil: Timestamp
    }

    private enum Subject: Hashable, Sendable {
        case account(String)
        case address(AddressGroup)
    }

    /// After this time without a failure, nothing is remembered.
    public static let memory = Duration.seconds(24 * 3_600)
    /// How many accounts and addresses are remembered; beyond that, those that failed least are forgotten.
    public static let standardMaximumRecords = 20_000
    private static let maximumAccountBytes = 320

    private let account: Policy
    private let address: Policy
    private let maximumRecords: Int
    private var records: [Subject: Record] = [:]

    /// - Parameter maximumRecords: see `standardMaximumRecords`.
    public init(
        account: Policy = .account, address: Policy = .address, maximumRecords: Int = standardMaximumRecords
    ) {
        self.account = account
        self.address = address
        self.maximumRecords = max(10, maximumRecords)
    }

    /// How many accounts and addresses are remembered.
    public var count: Int { records.count }

    /// Whether an attempt may be made now. Asking changes nothing.
    ///
    /// - Parameters:
    ///   - account: what was typed, in the form in which two spellings of one account are equal.
    ///   - address: where the request comes from; `nil` where that is unknown.
    public func verdict(account name: String, address: AddressGroup?, now: Timestamp) -> Verdict {
        let until = subjects(name, address).compactMap { records[$0]?.blockedUntil }.max()
        guard let until, now < until else { return .allowed }
        return .wait(.milliseconds(until.milliseconds - now.milliseconds))
    }

    /// Begins an attempt, where one may be made: it counts as failed until `succeeded` says otherwise, so that a
    /// hundred at once are not all let through before the first has failed.
    public mutating func begin(account name: String, address: AddressGroup?, now: Timestamp) -> Verdict {
        let verdict = verdict(account: name, address: address, now: now)
        guard verdict == .allowed else { return verdict }
        for subject in subjects(name, address) { fail(subject, now: now) }
        return .allowed
    }

    /// An attempt succeeded: the account's failures are forgotten. Of the address' only this attempt is taken back, or
    /// somebody could guess at others' accounts between signing in to their own.
    public mutating func succeeded(account name: String, address: AddressGroup?) {
        for subject in subjects(name, address) {
            switch subject {
            case .account: records[subject] = nil
            case .address: takeBack(subject)
            }
        }
    }

    /// An attempt decided nothing, such as where the backend did not answer: it is taken back.
    public mutating func abandoned(account name: String, address: AddressGroup?) {
        for subject in subjects(name, address) { takeBack(subject) }
    }

    private mutating func takeBack(_ subject: Subject) {
        guard var record = records[subject] else { return }
        record.failures -= 1
        record.blockedUntil = record.lastFailure.adding(policy(subject).delay(after: record.failures))
        records[subject] = record.failures > 0 ? record : nil
    }

    private mutating func fail(_ subject: Subject, now: Timestamp) {
        if records[subject] == nil { makeRoom(now: now) }
        var record = records[subject] ?? Record(failures: 0, lastFailure: now, blockedUntil: now)
        if record.lastFailure.adding(Self.memory) <= now { record.failures = 0 }
        record.failures += 1
        record.lastFailure = now
        record.blockedUntil = now.adding(policy(subject).delay(after: record.failures))
        records[subject] = record
    }

    /// Forgets what is old, and where that does not do, a tenth: so this costs little on average.
    private mutating func makeRoom(now: Timestamp) {
        guard records.count >= maximumRecords else { return }
        records = records.filter { now < $0.value.lastFailure.adding(Self.memory) }
        guard records.count >= maximumRecords else { return }
        // Those that must wait longest are those that are guessed at: they are forgotten last.
        let order = records.sorted {
            ($0.value.failures, $0.value.lastFailure) < ($1.value.failures, $1.value.lastFailure)
        }
        for (subject, _) in order.prefix(maximumRecords / 10) { records[subject] = nil }
    }

    private func policy(_ subject: Subject) -> Policy {
        switch subject {
        case .account: account
        case .address: address
        }
    }

    private func subjects(_ name: String, _ address: AddressGroup?) -> [Subject] {
        let name = String(decoding: name.utf8.prefix(Self.maximumAccountBytes), as: UTF8.self)
        return [.account(name)] + (address.map { [.address($0)] } ?? [])
    }
}
