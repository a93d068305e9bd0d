public import Chat

/// What happened to somebody's factors, as their other sessions are told.
public struct FactorNotice: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        case authenticatorAdded = "authenticator-added"
        case authenticatorRemoved = "authenticator-removed"
        case passkeyAdded = "passkey-added"
        case passkeyRemoved = "passkey-removed"
        case recoveryCodesRenewed = "recovery-codes-renewed"
        case recoveryCodeUsed = "recovery-code-used"
        case recoveryCodesFew = "recovery-codes-few"
        /// A passkey's counter went back: there may be a copy.
        case passkeyCopied = "passkey-copied"
        /// A second factor will soon be required.
        case enrolmentDue = "enrolment-due"
    }

    public let kind: Kind
    /// When it happened. No two notices of a session have the same moment.
    public let at: Timestamp
}

/// What a session has to tell that was not seen yet, the oldest first.
public struct FactorNotices: Sendable, Equatable {
    /// How many are kept. Beyond that the oldest of the most frequent kind goes, so that nobody hides one thing behind
    /// many others.
    public static let maximumCount = 2 * FactorNotice.Kind.allCases.count

    public private(set) var unseen: [FactorNotice] = []

    public var isEmpty: Bool { unseen.isEmpty }

    init() {}

    mutating func add(_ kind: FactorNotice.Kind, at moment: Timestamp) {
        let next = unseen.last.map { $0.at.adding(.milliseconds(1)) }
        unseen.append(FactorNotice(kind: kind, at: next.map { max($0, moment) } ?? moment))
        guard unseen.count > Self.maximumCount else { return }
        let counts = unseen.reduce(into: [:]) { counts, notice in counts[notice.kind, default: 0] += 1 }
        let most = counts.values.max()
        if let index = unseen.firstIndex(where: { counts[$0.kind] == most }) { unseen.remove(at: index) }
    }

    /// Everything up to this moment was seen.
    mutating func see(upTo moment: Timestamp) { unseen.removeAll { $0.at <= moment } }

    /// Nothing of this kind has to be told any more.
    mutating func remove(_ kind: FactorNotice.Kind) { unseen.removeAll { $0.kind == kind } }
}

extension FactorNotices {
    /// Reads what `text` wrote. What this version does not know is left out.
    init(_ text: String?) {
        unseen = (text ?? "").unicodeScalars.split(separator: ",").compactMap { scalars in
            let fields = scalars.split(separator: ":").map { String($0) }
            guard fields.count == 2, let kind = FactorNotice.Kind(rawValue: fields[0]),
                let milliseconds = Int64(fields[1])
            else { return nil }
            return FactorNotice(kind: kind, at: Timestamp(milliseconds: milliseconds))
        }
    }

    /// For the database; `nil` where there is nothing to tell.
    var text: String? {
        isEmpty ? nil : unseen.map { "\($0.kind.rawValue):\($0.at.milliseconds)" }.joined(separator: ",")
    }
}
