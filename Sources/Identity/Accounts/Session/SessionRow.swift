import Chat
import OpenID
import SQLite

/// A row of the table `session`.
struct SessionRow {
    let tokenHash: [UInt8]
    let user: UserID?
    let name: String
    let alias: String
    let method: SignInMethodID?
    let identity: Identity?
    let isPersistent: Bool
    let device: String?
    let address: String?
    let signedInAt: Timestamp
    let provenAt: Timestamp
    let lastUsedAt: Timestamp
    let sealed: [UInt8]?
    /// The step required before the session can be used.
    let pending: PendingFactor.Step?
    let notices: FactorNotices
    /// The latest end.
    let endsBy: Timestamp?

    /// Reads the columns in `Session.columns`.
    ///
    /// - Parameter first: the index of the first of these columns.
    init(_ row: borrowing Statement, from first: Int = 0) {
        tokenHash = row.blob(first)
        user = row.optionalText(first + 1).flatMap { UserID($0) }
        name = row.text(first + 2)
        alias = row.text(first + 3)
        method = SignInMethodID(row.text(first + 4))
        if let issuer = row.optionalText(first + 5), let subject = row.optionalText(first + 6) {
            identity = Identity(issuer: issuer, subject: subject)
        } else {
            identity = nil
        }
        isPersistent = row.integer(first + 7) != 0
        device = row.optionalText(first + 8)
        address = row.optionalText(first + 9)
        signedInAt = Timestamp(milliseconds: row.integer(first + 10))
        provenAt = Timestamp(milliseconds: row.integer(first + 11))
        lastUsedAt = Timestamp(milliseconds: row.integer(first + 12))
        sealed = row.optionalBlob(first + 13)
        // An unknown step also keeps the session pending.
        pending = row.optionalText(first + 14).map { PendingFactor.Step(rawValue: $0) ?? .proof }
        notices = FactorNotices(row.optionalText(first + 15))
        endsBy = row.optionalInteger(first + 16).map { Timestamp(milliseconds: $0) }
    }
}

extension Session {
    static let columns = """
        token_hash, user_id, name, alias, method, issuer, subject, is_persistent, device, address, signed_in_at,
        proven_at, last_used_at, sealed, pending, notices, ends_by
        """

    /// `nil` if the row has no user, or a pending step.
    init?(_ row: SessionRow) {
        guard let user = row.user, let method = row.method, row.pending == nil else { return nil }
        self.init(
            id: SessionToken.id(ofHash: row.tokenHash), user: user, name: row.name, alias: row.alias, method: method,
            signedInAt: row.signedInAt, provenAt: row.provenAt, lastUsedAt: row.lastUsedAt,
            isPersistent: row.isPersistent, device: row.device, address: row.address, identity: row.identity,
            notices: row.notices)
    }
}
