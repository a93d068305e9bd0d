public import Chat

/// A change of a person's second factors, as shown in their other sessions.
public struct FactorNotice: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        case authenticatorAdded = "authenticator-added"
        case authenticatorRemoved = "authenticator-removed"
        case passkeyAdded = "passkey-added"
        case passkeyRemoved = "passkey-removed"
        case recoveryCodesRenewed = "recovery-codes-renewed"
        case recoveryCodeUsed = "recovery-code-used"
        case recoveryCodesFew = "recovery-codes-few"
        /// The signature counter of a passkey went back: it may have been cloned.
        case passkeyCopied = "passkey-copied"
        /// A second factor will soon be required.
        case enrolmentDue = "enrolment-due"
    }

    public let kind: Kind
    /// The time of the change; unique within a session.
    public let at: Timestamp
}

/// The unseen notices of a session, the oldest first.
public struct FactorNotices: Sendable, Equatable {
    /// The maximum number of notices. Beyond that, the oldest one of the most frequent kind is dropped, so that an
    /// attacker can't displace one kind by many of another.
    public static let maximumCount = 2 * FactorNotice.Kind.allCases.count

    public private(set) var unseen: [FactorNotice] = []

    public var isEmpty: Bool { unseen.isEmpty }

    /// One notice, or none.
    init(_ kind: FactorNotice.Kind? = nil, at moment: Timestamp) {
        if let kind { add(kind, at: moment) }
    }

    mutating func add(_ kind: FactorNotice.Kind, at moment: Timestamp) {
        let next = unseen.last.map { $0.at.adding(.milliseconds(1)) }
        unseen.append(FactorNotice(kind: kind, at: next.map { max($0, moment) } ?? moment))
        guard unseen.count > Self.maximumCount else { return }
        let counts = unseen.reduce(into: [:]) { counts, notice in counts[notice.kind, default: 0] += 1 }
        let most = counts.values.max()
        if let index = unseen.firstIndex(where: { counts[$0.kind] == most }) { unseen.remove(at: index) }
    }

    /// Removes all notices up to a time.
    mutating func see(upTo moment: Timestamp) { unseen.removeAll { $0.at <= moment } }

    /// Removes notices of a kind that no longer applies.
    mutating func remove(_ kind: FactorNotice.Kind) { unseen.removeAll { $0.kind == kind } }
}

extension FactorNotices {
    /// Parses `text`; unknown kinds are skipped.
    init(_ text: String?) {
        unseen = (text ?? "").unicodeScalars.split(separator: ",").compactMap { scalars in
            let fields = scalars.split(separator: ":").map { String($0) }
            guard fields.count == 2, let kind = FactorNotice.Kind(rawValue: fields[0]),
                let milliseconds = Int64(fields[1])
            else { return nil }
            return FactorNotice(kind: kind, at: Timestamp(milliseconds: milliseconds))
        }
    }

    /// For the database; `nil` if empty.
    var text: String? {
        isEmpty ? nil : unseen.map { "\($0.kind.rawValue):\($0.at.milliseconds)" }.joined(separator: ",")
    }
}
