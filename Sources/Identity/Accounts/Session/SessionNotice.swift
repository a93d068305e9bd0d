public import Chat

/// What a person is told on all pages until they have seen it: a change of their second factors in another session, or what
/// became of something that they left to the site.
public struct SessionNotice: Sendable, Hashable {
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
        /// A scheduled message was not sent.
        case messageNotSent = "message-not-sent"
    }

    public let kind: Kind
    /// The time of what happened; unique within a session.
    public let at: Timestamp
}

/// The unseen notices of a session, the oldest first.
public struct SessionNotices: Sendable, Equatable {
    /// The maximum number of notices. Beyond that, the oldest one of the most frequent kind is dropped, so that an
    /// attacker can't displace one kind by many of another.
    public static let maximumCount = 2 * SessionNotice.Kind.allCases.count

    public private(set) var unseen: [SessionNotice] = []

    public var isEmpty: Bool { unseen.isEmpty }

    /// One notice, or none.
    init(_ kind: SessionNotice.Kind? = nil, at moment: Timestamp) {
        if let kind { add(kind, at: moment) }
    }

    mutating func add(_ kind: SessionNotice.Kind, at moment: Timestamp) {
        let next = unseen.last.map { $0.at.adding(.milliseconds(1)) }
        unseen.append(SessionNotice(kind: kind, at: next.map { max($0, moment) } ?? moment))
        guard unseen.count > Self.maximumCount else { return }
        let counts = unseen.reduce(into: [:]) { counts, notice in counts[notice.kind, default: 0] += 1 }
        let most = counts.values.max()
        if let index = unseen.firstIndex(where: { counts[$0.kind] == most }) { unseen.remove(at: index) }
    }

    /// Removes all notices up to a time.
    mutating func see(upTo moment: Timestamp) { unseen.removeAll { $0.at <= moment } }

    /// Removes notices of a kind that no longer applies.
    mutating func remove(_ kind: SessionNotice.Kind) { unseen.removeAll { $0.kind == kind } }
}

extension SessionNotices {
    /// Parses `text`; unknown kinds are skipped.
    init(_ text: String?) {
        unseen = (text ?? "").unicodeScalars.split(separator: ",").compactMap { scalars in
            let fields = scalars.split(separator: ":").map { String($0) }
            guard fields.count == 2, let kind = SessionNotice.Kind(rawValue: fields[0]),
                let milliseconds = Int64(fields[1])
            else { return nil }
            return SessionNotice(kind: kind, at: Timestamp(milliseconds: milliseconds))
        }
    }

    /// For the database; `nil` if empty.
    var text: String? {
        isEmpty ? nil : unseen.map { "\($0.kind.rawValue):\($0.at.milliseconds)" }.joined(separator: ",")
    }
}
