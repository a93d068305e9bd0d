import Bytes
import Chat
import OpenID
import Records

/// A row of the table `session`.
struct SessionRow {
    let tokenHash: [UInt8]
    let user: UserID?
    let name: String
    let alias: String
    let method: SignInMethodID?
    let identity: Identity?
    /// The provider's session id, which back-channel logout names.
    let providerSession: String?
    let isPersistent: Bool
    let device: String?
    let address: String?
    let signedInAt: Timestamp
    let provenAt: Timestamp
    let lastUsedAt: Timestamp
    let sealed: [UInt8]?
    /// The step required before the session can be used.
    let pending: PendingFactor.Step?
    let notices: SessionNotices
    /// The latest end.
    let endsBy: Timestamp?

    /// The id of the session.
    var id: String { SessionToken.id(ofHash: tokenHash) }

    static let columns = """
        token_hash, user_id, name, alias, method, issuer, subject, is_persistent, device, address, signed_in_at,
        proven_at, last_used_at, sealed, pending, notices, ends_by, provider_session
        """

    /// The sessions that meet an SQL condition.
    static func query(_ condition: String, _ values: (any Storable)?...) -> RecordQuery {
        query(condition, values)
    }

    static func query(_ condition: String, _ values: [(any Storable)?]) -> RecordQuery {
        RecordQuery("SELECT \(columns) FROM session WHERE \(condition)", values)
    }

    /// The session with this id, unless it has ended.
    static func query(id: String, now: Timestamp) -> RecordQuery {
        query("substr(token_hash, 1, 16) = $1 AND ends_at > $2", SessionToken.hashPrefix(ofID: id), now.milliseconds)
    }

    /// The session of this token, unless it has ended.
    static func query(_ token: SessionToken, _ now: Timestamp) -> RecordQuery {
        query("token_hash = $1 AND ends_at > $2", token.hash, now.milliseconds)
    }

    /// Reads `columns`.
    init(_ row: Record) {
        tokenHash = row.blob(0)
        user = row.optionalText(1).flatMap { UserID($0) }
        name = row.text(2)
        alias = row.text(3)
        method = SignInMethodID(row.text(4))
        if let issuer = row.optionalText(5), let subject = row.optionalText(6) {
            identity = Identity(issuer: issuer, subject: subject)
        } else {
            identity = nil
        }
        isPersistent = row.integer(7) != 0
        device = row.optionalText(8)
        address = row.optionalText(9)
        signedInAt = row.timestamp(10)
        provenAt = row.timestamp(11)
        lastUsedAt = row.timestamp(12)
        sealed = row.optionalBlob(13)
        // An unknown step also keeps the session pending.
        pending = row.optionalText(14).map { PendingFactor.Step(rawValue: $0) ?? .proof }
        notices = SessionNotices(row.optionalText(15))
        endsBy = row.optionalTimestamp(16)
        providerSession = row.optionalText(17)
    }
}

extension RecordReader {
    /// The sessions that meet an SQL condition.
    func sessions(where condition: String, _ values: (any Storable)?...) async throws -> [SessionRow] {
        try await rows(SessionRow.query(condition, values)) { SessionRow($0) }
    }

    /// The session with this id, unless it has ended.
    func session(id: String, now: Timestamp) async throws -> SessionRow? {
        try await rows(SessionRow.query(id: id, now: now)) { SessionRow($0) }.first
    }

    /// The session of this token, unless it has ended.
    func session(_ token: SessionToken, now: Timestamp) async throws -> SessionRow? {
        try await rows(SessionRow.query(token, now)) { SessionRow($0) }.first
    }
}

extension Session {
    /// `nil` if the row has no user, or a pending step.
    init?(_ row: SessionRow) {
        guard let user = row.user, let method = row.method, row.pending == nil else { return nil }
        self.init(
            id: row.id, user: user, name: row.name, alias: row.alias, method: method,
            signedInAt: row.signedInAt, provenAt: row.provenAt, lastUsedAt: row.lastUsedAt,
            isPersistent: row.isPersistent, device: row.device, address: row.address, identity: row.identity,
            notices: row.notices)
    }
}
