import JOSE
import OpenID

/// What a session keeps that nobody may read at rest.
struct SessionSecrets {
    var credential: Credential?
    /// While a profile is being set up.
    var profile: Profile?
    /// While a second factor is being proven.
    var memo: String?
    /// While a profile is being set up: whether the way in has asked for a second factor itself.
    var provesSecondFactor = false

    init(credential: Credential?, profile: Profile?, memo: String? = nil, provesSecondFactor: Bool = false) {
        self.provesSecondFactor = provesSecondFactor
        self.credential = credential
        self.profile = profile
        self.memo = memo
    }

    /// Opens what was sealed; nothing where nothing was.
    init(_ sealed: [UInt8]?, in vault: Vault, for tokenHash: [UInt8]) throws {
        guard let sealed else { return }
        let json = JSON(parsing: try vault.open(sealed, as: Self.label(tokenHash)))
        credential = json?["credential"].flatMap { Credential($0) }
        profile = json?["profile"].map { Profile(json: $0) }
        memo = json?["memo"]?.string
        provesSecondFactor = json?["second-factor"]?.bool ?? false
    }

    /// `nil` where there is nothing to seal.
    func sealed(in vault: Vault, for tokenHash: [UInt8]) -> [UInt8]? {
        var members: [String: JSON] = [:]
        members["credential"] = credential?.json
        members["profile"] = profile?.json
        members["memo"] = memo.map { .string($0) }
        if provesSecondFactor { members["second-factor"] = true }
        return members.isEmpty ? nil : vault.seal(JSON.object(members).bytes, as: Self.label(tokenHash))
    }

    private static func label(_ tokenHash: [UInt8]) -> Vault.Label { Vault.Label("session", owner: tokenHash) }
}
