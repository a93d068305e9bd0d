import Chat
import OpenID
import SQLite

/// A row of `session`.
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
    /// What has to be done before the session is good for anything.
    let pending: PendingFactor.Step?
    let notices: FactorNotices
    /// When it is over at the latest.
    let endsBy: Timestamp?

    /// Reads what `Session.columns` names.
    ///
    /// - Parameter first: the column with which they begin.
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
        // What this version does not know holds the session back too.
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

    /// `nil` where the row is not a person's, or where that one owes a proof.
    init?(_ row: SessionRow) {
        guard let user = row.user, let method = row.method, row.pending == nil else { return nil }
        self.init(
            id: SessionToken.id(ofHash: row.tokenHash), user: user, name: row.name, alias: row.alias, method: method,
            signedInAt: row.signedInAt, provenAt: row.provenAt, lastUsedAt: row.lastUsedAt,
            isPersistent: row.isPersistent, device: row.device, address: row.address, identity: row.identity,
            notices: row.notices)
    }
}
