public import Chat
import Records

/// What a one-time link lets its bearer do.
public struct OneTimeLink: Sendable, Equatable {
    public enum Purpose: Sendable, Equatable {
        /// Becoming a person of the chat, with a role on the site.
        case invitation(SiteRole)
        /// Setting a new password.
        case password(of: UserID)
        /// Setting a new password, and removing all second factors.
        case passwordAndFactors(of: UserID)
    }

    public let purpose: Purpose
    /// The admin who made it; `nil` for the operator.
    public let maker: UserID?
    public let endsAt: Timestamp
}

/// Why a link does nothing any more.
public enum LinkFault: Error, Sendable, Equatable {
    /// There never was such a link, or it was replaced by a newer one, or it was forgotten after its end.
    case unknown
    case used
    case expired
}

/// Links that are good once, for a limited time. The database holds hashes of their tokens only.
public struct OneTimeLinks: Sendable {
    /// How long a link may be good.
    public static let days = 1...30
    public static let standardInvitationDays = 7
    public static let standardResetDays = 1
    /// How long it is known that a link was used or has expired.
    static let memory = Duration.seconds(30 * 24 * 3_600)
    /// The maximum number of links that are known; beyond it the oldest is forgotten.
    static let maximumLinks = 10_000

    private let database: RecordDatabase
    private let clock: Clock

    public init(_ accounts: AccountsDatabase, clock: Clock = .system) {
        database = accounts.database
        self.clock = clock
    }

    /// Makes a link. An earlier one for the same person does nothing any more.
    ///
    /// - Parameter lifetime: how long it is good.
    public func make(
        _ purpose: OneTimeLink.Purpose, by maker: UserID?, for lifetime: Duration
    ) async throws -> (token: LinkToken, endsAt: Timestamp) {
        let (token, now) = (LinkToken.random(), clock.now())
        let end = now.adding(lifetime)
        try await database.transaction { transaction in
            try await transaction.run(
                "DELETE FROM one_time_link WHERE ends_at <= $1", now.adding(.zero - Self.memory).milliseconds)
            if let user = purpose.user {
                try await transaction.run("DELETE FROM one_time_link WHERE user_id = $1", user.description)
            }
            try await transaction.run(
                """
                DELETE FROM one_time_link WHERE hash IN (
                    SELECT hash FROM one_time_link ORDER BY ends_at DESC LIMIT 1000000 OFFSET $1)
                """, Self.maximumLinks - 1)
            try await transaction.run(
                """
                INSERT INTO one_time_link (hash, kind, user_id, role, made_by, made_at, ends_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """, token.hash, purpose.kind, purpose.user?.description, purpose.role.rawValue, maker?.description,
                now.milliseconds, end.milliseconds)
        }
        return (token, end)
    }

    /// The link of a token. Does not use it.
    ///
    /// - Throws: `LinkFault`; `SQLiteError`.
    public func link(_ token: LinkToken) async throws -> OneTimeLink {
        let now = clock.now()
        return try await database.link(token, now)
    }

    /// Uses a link: of several attempts at once one succeeds.
    ///
    /// - Throws: `LinkFault`; `SQLiteError`.
    public func use(_ token: LinkToken) async throws -> OneTimeLink {
        let now = clock.now()
        return try await database.transaction { transaction in
            let link = try await transaction.link(token, now)
            try await transaction.run(
                "UPDATE one_time_link SET used_at = $1 WHERE hash = $2", now.milliseconds, token.hash)
            return link
        }
    }

    /// Makes a link good again whose use was not completed, such as an invitation for an alias that is taken.
    public func takeBack(_ token: LinkToken) async throws {
        try await database.transaction { transaction in
            try await transaction.run("UPDATE one_time_link SET used_at = NULL WHERE hash = $1", token.hash)
        }
    }
}

extension OneTimeLink.Purpose {
    fileprivate var kind: String {
        switch self {
        case .invitation: "invitation"
        case .password: "password"
        case .passwordAndFactors: "password-and-factors"
        }
    }

    fileprivate var role: SiteRole { if case .invitation(let role) = self { role } else { .member } }

    /// The person whom it is for; `nil` for an invitation.
    public var user: UserID? {
        switch self {
        case .invitation: nil
        case .password(let user), .passwordAndFactors(let user): user
        }
    }

    fileprivate init?(_ kind: String, _ user: UserID?, _ role: SiteRole) {
        switch (kind, user) {
        case ("invitation", nil): self = .invitation(role)
        case ("password", let user?): self = .password(of: user)
        case ("password-and-factors", let user?): self = .passwordAndFactors(of: user)
        default: return nil
        }
    }
}

extension RecordReader {
    fileprivate func link(_ token: LinkToken, _ now: Timestamp) async throws -> OneTimeLink {
        let found = try await row(
            "SELECT kind, user_id, role, made_by, ends_at, used_at FROM one_time_link WHERE hash = $1", token.hash
        ) { row -> (link: OneTimeLink, isUsed: Bool)? in
            let purpose = OneTimeLink.Purpose(
                row.text(0), row.optionalText(1).flatMap { UserID($0) }, SiteRole(rawValue: row.text(2)) ?? .member)
            guard let purpose else { return nil }
            let link = OneTimeLink(
                purpose: purpose, maker: row.optionalText(3).flatMap { UserID($0) }, endsAt: row.timestamp(4))
            return (link, !row.isNull(5))
        }
        guard let (link, isUsed) = found ?? nil else { throw LinkFault.unknown }
        guard !isUsed else { throw LinkFault.used }
        guard now < link.endsAt else { throw LinkFault.expired }
        return link
    }
}
