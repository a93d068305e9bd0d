import Cryptography

/// What the authenticator says (WebAuthn §6.1): hash of the relying party, flags, counter; a new credential behind them.
struct AuthenticatorData {
    static let maximumBytes = 4_096
    private static let headBytes = 37
    private static let hashBytes = 32
    private static let modelBytes = 16
    private static let idLengthBytes = 2
    /// How long a public key in COSE may be: an RSA key of 2,048 bits has about 270 bytes.
    static let maximumKeyBytes = 1_024
    /// How long extension data may be. None is asked for, but browsers ask for some of their own accord: Chromium for
    /// `credProtect` (CTAP 2.1 §12.1), where a discoverable credential is preferred. That is less than 20 bytes.
    static let maximumExtensionBytes = 512

    struct Flags: OptionSet {
        let rawValue: UInt8

        static let userPresent = Flags(rawValue: 1 << 0)
        static let userVerified = Flags(rawValue: 1 << 2)
        /// Level 3: the credential may leave its device.
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

    /// Whether the head is followed by what the flags announce (§6.1, §6.5.1) and by nothing else. libfido2 must not see
    /// anything else: it allocates what an array declares.
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

    /// The public key in attested credential data: behind the model, the id's length and the id.
    private static func key(in data: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let afterModel = data.dropFirst(modelBytes)
        guard afterModel.count > idLengthBytes else { return nil }
        let idBytes = afterModel.prefix(idLengthBytes).reduce(0) { $0 << 8 | Int($1) }
        guard idBytes <= PublicKeyCredential.maximumIDBytes else { return nil }
        return CBORStructure.firstMap(of: afterModel.dropFirst(idLengthBytes + idBytes))
    }

    /// Checks whose it is and what the person did, beginning with this step of the standard.
    func check(
        _ site: RelyingPartyID, verifiesUser: Bool, _ ceremony: Refusal.Ceremony, firstStep first: Int
    ) throws(Refusal) {
        guard relyingPartyHash == SHA256.hash(Array(site.description.utf8)) else {
            throw Refusal(ceremony, first, "another relying party")
        }
        guard flags.contains(.userPresent) else { throw Refusal(ceremony, first + 1, "nobody was present") }
        guard !verifiesUser || flags.contains(.userVerified) else {
            throw Refusal(ceremony, first + 2, "the person was not verified")
        }
        // Level 3, which says it beside these: what is backed up must be such as can be.
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
            throw Refusal(ceremony, first + 2, "backed up without being eligible")
        }
    }
}
