import Cryptography

/// Authenticator data (WebAuthn §6.1): hash of the relying party's id, flags, counter; for a new credential, its data.
struct AuthenticatorData {
    static let maximumBytes = 4_096
    private static let headBytes = 37
    private static let hashBytes = 32
    private static let modelBytes = 16
    private static let idLengthBytes = 2
    /// The maximum length of a public key in COSE; RSA with 2,048 bits has about 270 bytes.
    static let maximumKeyBytes = 1_024
    /// The maximum length of extension data. This site requests no extensions, but browsers add some: Chromium
    /// `credProtect` (CTAP 2.1 §12.1) if a discoverable credential is preferred, with less than 20 bytes.
    static let maximumExtensionBytes = 512

    struct Flags: OptionSet {
        let rawValue: UInt8

        static let userPresent = Flags(rawValue: 1 << 0)
        static let userVerified = Flags(rawValue: 1 << 2)
        /// Level 3: the credential may be backed up or synced.
        static let backupEligible = Flags(rawValue: 1 << 3)
        static let backedUp = Flags(rawValue: 1 << 4)
        static let attestedCredential = Flags(rawValue: 1 << 6)
        static let extensions = Flags(rawValue: 1 << 7)
    }

    let bytes: [UInt8]
    let relyingPartyHash: [UInt8]
    let flags: Flags
    let counter: UInt32

    init?(_ bytes: [UInt8]) {
        guard (Self.headBytes...Self.maximumBytes).contains(bytes.count) else { return nil }
        self.bytes = bytes
        relyingPartyHash = Array(bytes.prefix(Self.hashBytes))
        flags = Flags(rawValue: bytes[Self.hashBytes])
        counter = bytes[(Self.hashBytes + 1)..<Self.headBytes].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Whether the fixed part is followed by exactly what the flags announce (§6.1, §6.5.1). Checked before libfido2
    /// parses it, because it allocates the declared length of an array.
    var isWellFormed: Bool {
        var rest = bytes[Self.headBytes...]
        if flags.contains(.attestedCredential) {
            guard let key = Self.key(in: rest), key.count <= Self.maximumKeyBytes else { return false }
            rest = rest[key.endIndex...]
        }
        if flags.contains(.extensions) {
            guard let map = CBORStructure.firstMap(of: rest), map.count <= Self.maximumExtensionBytes else {
                return false
            }
            rest = rest[map.endIndex...]
        }
        return rest.isEmpty
    }

    /// The public key in attested credential data, behind the AAGUID, the id's length and the id.
    private static func key(in data: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let afterModel = data.dropFirst(modelBytes)
        guard afterModel.count > idLengthBytes else { return nil }
        let idBytes = afterModel.prefix(idLengthBytes).reduce(0) { $0 << 8 | Int($1) }
        guard idBytes <= PublicKeyCredential.maximumIDBytes else { return nil }
        return CBORStructure.firstMap(of: afterModel.dropFirst(idLengthBytes + idBytes))
    }

    /// Checks the relying party, user presence and user verification; `first` is the number of the first of these steps
    /// in the standard.
    func check(
        _ site: RelyingPartyID, verifiesUser: Bool, _ ceremony: WebAuthnError.Ceremony, firstStep first: Int
    ) throws(WebAuthnError) {
        guard relyingPartyHash == SHA256.hash(Array(site.description.utf8)) else {
            throw WebAuthnError(ceremony, first, "wrong relying party")
        }
        guard flags.contains(.userPresent) else { throw WebAuthnError(ceremony, first + 1, "the user was not present") }
        guard !verifiesUser || flags.contains(.userVerified) else {
            throw WebAuthnError(ceremony, first + 2, "the user was not verified")
        }
        // Level 3 adds: only a credential eligible for backup can be backed up.
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
            throw WebAuthnError(ceremony, first + 2, "backed up without being eligible")
        }
    }
}
