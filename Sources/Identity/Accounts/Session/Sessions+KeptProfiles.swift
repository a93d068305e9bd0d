import Bytes
import Chat
public import OpenID
import Records

extension Sessions {
    /// How long the profile of an identity is kept that nobody has linked to a user.
    static let unusedProfile = Duration.seconds(365 * 24 * 3_600)

    /// The profile of `identity`, completed by what its service told at earlier sign-ins: Apple tells a name once, at the
    /// first consent, and nobody may have set up a user then. Kept sealed until the identity is linked.
    public func completed(_ profile: Profile, of identity: Identity) async throws -> Profile {
        let now = clock.now()
        return try await database.transaction { transaction in
            let isLinked = try await transaction.row(
                "SELECT 1 FROM identity WHERE issuer = $1 AND subject = $2", identity.issuer, identity.subject
            ) { _ in true }
            if isLinked == true { return profile }
            let kept = try await transaction.row(
                "SELECT sealed FROM kept_profile WHERE issuer = $1 AND subject = $2", identity.issuer, identity.subject
            ) { row in row.blob(0) }
            // Sealed with a lost key: it is replaced.
            let earlier = kept.flatMap { try? self.vault.open($0, as: Self.profileLabel(identity)) }
                .flatMap { JSON(parsing: $0) }.map { Profile(json: $0) }
            let profile = earlier.map { profile.completed(from: $0) } ?? profile
            let sealed = self.vault.seal(profile.json.bytes, as: Self.profileLabel(identity))
            try await transaction.run(
                """
                INSERT INTO kept_profile (issuer, subject, sealed, kept_at) VALUES ($1, $2, $3, $4)
                ON CONFLICT (issuer, subject) DO UPDATE SET sealed = excluded.sealed, kept_at = excluded.kept_at
                """, identity.issuer, identity.subject, sealed, now.milliseconds)
            try await transaction.run(
                "DELETE FROM kept_profile WHERE kept_at <= $1", now.adding(.zero - Self.unusedProfile).milliseconds)
            return profile
        }
    }

    private static func profileLabel(_ identity: Identity) -> Vault.Label {
        Vault.Label("profile", owner: Array("\(identity.issuer)\0\(identity.subject)".utf8))
    }
}
