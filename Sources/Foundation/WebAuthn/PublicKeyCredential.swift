/// How a credential signs (IANA COSE Algorithms), the best first.
public enum CredentialAlgorithm: Int, Sendable, CaseIterable {
    case es256 = -7
    case rs256 = -257

    /// How long a key is in the form in which libfido2 takes it: two coordinates of 32 bytes, or a modulus of 256 and an
    /// exponent of 3.
    var publicKeyBytes: Int {
        switch self {
        case .es256: 64
        case .rs256: 259
        }
    }
}

/// A passkey, as it is kept: nothing of it is secret.
public struct PublicKeyCredential: Sendable, Equatable {
    /// How long an id may be, in bytes (Level 3 §7.1).
    public static let maximumIDBytes = 1_023

    public let id: [UInt8]
    public let algorithm: CredentialAlgorithm
    /// The key as libfido2 takes it: x and y of a point, or modulus and exponent.
    public let publicKey: [UInt8]
    /// How often it has signed; zero for those that don't count.
    public var counter: UInt32
    /// Whether it may be on several devices at once (a synced passkey).
    public let isBackupEligible: Bool
    /// Which kind of authenticator made it; zero where it does not say.
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
