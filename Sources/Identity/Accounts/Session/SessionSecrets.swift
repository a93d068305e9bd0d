import Bytes
import OpenID

/// The part of a session that is encrypted at rest.
struct SessionSecrets {
    var credential: Credential?
    /// During profile set-up.
    var profile: Profile?
    /// During the second factor.
    var memo: String?
    /// During profile set-up: whether the sign-in method has verified a second factor itself.
    var provesSecondFactor = false
    /// What the person's profile at the sign-in service says of them.
    var introduction: String?

    init(
        credential: Credential?, profile: Profile? = nil, memo: String? = nil, provesSecondFactor: Bool = false,
        introduction: String? = nil
    ) {
        self.credential = credential
        self.profile = profile
        self.memo = memo
        self.provesSecondFactor = provesSecondFactor
        self.introduction = introduction
    }

    /// Decrypts the secrets of a session; empty if it has none.
    init(of row: SessionRow, in vault: Vault) throws {
        guard let sealed = row.sealed else { return }
        let json = JSON(parsing: try vault.open(sealed, as: Self.label(row.tokenHash)))
        credential = json?["credential"].flatMap { Credential($0) }
        profile = json?["profile"].map { Profile(json: $0) }
        memo = json?["memo"]?.string
        provesSecondFactor = json?["second-factor"]?.bool ?? false
        introduction = json?["introduction"]?.string
    }

    /// `nil` if there are no secrets.
    func sealed(in vault: Vault, for tokenHash: [UInt8]) -> [UInt8]? {
        var members: [String: JSON] = [:]
        members["credential"] = credential?.json
        members["profile"] = profile?.json
        members["memo"] = memo.map { .string($0) }
        members["introduction"] = introduction.map { .string($0) }
        if provesSecondFactor { members["second-factor"] = true }
        return members.isEmpty ? nil : vault.seal(JSON.object(members).bytes, as: Self.label(tokenHash))
    }

    private static func label(_ tokenHash: [UInt8]) -> Vault.Label { Vault.Label("session", owner: tokenHash) }
}
