/// Supported signature algorithms (IANA COSE Algorithms), the preferred first.
public enum CredentialAlgorithm: Int, Sendable, CaseIterable {
    case es256 = -7
    case rs256 = -257

    /// The length of a public key as libfido2 expects it: two coordinates of 32 bytes, or a modulus of 256 and an
    /// exponent of 3.
    var publicKeyBytes: Int {
        switch self {
        case .es256: 64
        case .rs256: 259
        }
    }
}

/// A passkey as it is stored. Nothing in it is secret.
public struct PublicKeyCredential: Sendable, Equatable {
    /// The maximum length of an id (Level 3 §7.1).
    public static let maximumIDBytes = 1_023

    public let id: [UInt8]
    public let algorithm: CredentialAlgorithm
    /// The key as libfido2 expects it: x and y of a point, or modulus and exponent.
    public let publicKey: [UInt8]
    /// The signature counter; 0 if the authenticator has none.
    public var counter: UInt32
    /// Whether the passkey can be synced between devices.
    public let isBackupEligible: Bool
    /// The AAGUID, which identifies the authenticator's model; zero if unknown.
    public let authenticatorModel: [UInt8]

    public init(
        id: [UInt8], algorithm: CredentialAlgorithm, publicKey: [UInt8], counter: UInt32, isBackupEligible: Bool,
        authenticatorModel: [UInt8]
    ) {
        self.id = id
        self.algorithm = algorithm
        self.publicKey = publicKey
        self.counter = counter
        self.isBackupEligible = isBackupEligible
        self.authenticatorModel = authenticatorModel
    }
}
