import Cryptography

/// What the authenticator says (WebAuthn §6.1): hash of the relying party, flags, counter; a new credential behind them.
struct AuthenticatorData {
    static let maximumBytes = 4_096
    private static let headBytes = 37
    private static let hashBytes = 32

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
