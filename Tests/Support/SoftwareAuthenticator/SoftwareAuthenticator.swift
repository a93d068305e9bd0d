public import Bytes
import COpenSSL
import Cryptography
import JOSE
public import WebAuthn

/// An authenticator and a browser in one, with a key of its own: does what the standard says, but for what it is told to
/// do otherwise.
public final class SoftwareAuthenticator {
    /// What it says instead of the truth.
    public struct Twist: Sendable {
        public var clientData: @Sendable (inout [String: JSON]) -> Void = { _ in }
        public var clientDataBytes: @Sendable ([UInt8]) -> [UInt8] = { $0 }
        public var relyingParty: String?
        public var flags: UInt8?
        public var counter: UInt32?
        public var attestationObject: @Sendable ([UInt8]) -> [UInt8] = { $0 }
        public var format = "none"
        public var statement: [UInt8] = CBOR.map([])
        public var algorithm: Int?
        public var userHandle: [UInt8]??
        /// Extension data behind everything else; with it the flag that announces it.
        public var extensions: [UInt8]?
        public var signature: @Sendable ([UInt8]) -> [UInt8] = { $0 }
        public var authenticatorData: @Sendable ([UInt8]) -> [UInt8] = { $0 }

        public init() {}
    }

    public static let userPresent: UInt8 = 1
    public static let userVerified: UInt8 = 4
    public static let backupEligible: UInt8 = 8
    public static let backedUp: UInt8 = 16
    public static let attested: UInt8 = 64
    public static let extended: UInt8 = 128

    public let site: RelyingPartyID
    public let algorithm: CredentialAlgorithm
    public let id: [UInt8] = SecureRandom.bytes(32)
    public let userHandle: [UInt8]
    public var counter: UInt32 = 0
    private let key: OpaquePointer

    public init(site: RelyingPartyID, userHandle: [UInt8], algorithm: CredentialAlgorithm = .es256) {
        self.site = site
        self.userHandle = userHandle
        self.algorithm = algorithm
        key = algorithm == .es256 ? Self.newKey(algorithm) : Self.rsaKey
        if algorithm != .es256 { EVP_PKEY_up_ref(key) }
    }

    /// The key of all that use RSA, because making one takes a tenth of a second. It is never changed.
    private nonisolated(unsafe) static let rsaKey = newKey(.rs256)

    private static func newKey(_ algorithm: CredentialAlgorithm) -> OpaquePointer {
        let context = EVP_PKEY_CTX_new_id(algorithm == .es256 ? EVP_PKEY_EC : EVP_PKEY_RSA, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        precondition(EVP_PKEY_keygen_init(context) == 1)
        if algorithm == .es256 {
            precondition(EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1)
        } else {
            precondition(EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2_048) == 1)
        }
        precondition(EVP_PKEY_keygen(context, &key) == 1)
        return key!
    }

    deinit { EVP_PKEY_free(key) }

    public func register(_ challenge: Challenge, _ twist: Twist = Twist()) -> RegistrationResponse {
        let (client, object) = made(challenge, twist)
        return RegistrationResponse(clientDataJSON: client, attestationObject: object)
    }

    public func authenticate(_ challenge: Challenge, _ twist: Twist = Twist()) -> AuthenticationResponse {
        let (client, data, signature) = used(challenge, twist)
        return AuthenticationResponse(
            credentialID: id, userHandle: twist.userHandle ?? userHandle, clientDataJSON: client,
            authenticatorData: data, signature: signature)
    }

    /// The same as a browser writes it (`RegistrationResponseJSON`).
    public func registration(_ challenge: Challenge, _ twist: Twist = Twist()) -> [String: JSON] {
        let (client, object) = made(challenge, twist)
        return answer([("clientDataJSON", client), ("attestationObject", object)])
    }

    /// The same as a browser writes it (`AuthenticationResponseJSON`).
    public func authentication(_ challenge: Challenge, _ twist: Twist = Twist()) -> [String: JSON] {
        let (client, data, signature) = used(challenge, twist)
        return answer([
            ("clientDataJSON", client), ("authenticatorData", data), ("signature", signature),
            ("userHandle", (twist.userHandle ?? userHandle) ?? []),
        ])
    }

    private func answer(_ fields: [(name: String, bytes: [UInt8])]) -> [String: JSON] {
        let response = fields.filter { !$0.bytes.isEmpty }.map { ($0.name, JSON.string(Base64URL.encode($0.bytes))) }
        return [
            "id": .string(Base64URL.encode(id)), "rawId": .string(Base64URL.encode(id)), "type": "public-key",
            "response": .object(Dictionary(response) { first, _ in first }),
        ]
    }

    private func made(_ challenge: Challenge, _ twist: Twist) -> (clientData: [UInt8], attestationObject: [UInt8]) {
        let flags = (twist.flags ?? (Self.userPresent | Self.userVerified | Self.attested)) | Self.extended(twist)
        var data = head(twist, flags: flags)
        if flags & Self.attested != 0 {
            data += [UInt8](repeating: 7, count: 16) + [UInt8(id.count >> 8), UInt8(id.count & 0xFF)] + id
            data += publicKey(twist.algorithm ?? algorithm.rawValue)
        }
        data += twist.extensions ?? []
        let object = CBOR.map([
            (CBOR.text("fmt"), CBOR.text(twist.format)), (CBOR.text("attStmt"), twist.statement),
            (CBOR.text("authData"), CBOR.bytes(twist.authenticatorData(data))),
        ])
        return (clientData("webauthn.create", challenge, twist), twist.attestationObject(object))
    }

    private func used(
        _ challenge: Challenge, _ twist: Twist
    ) -> (clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8]) {
        counter += 1
        let client = clientData("webauthn.get", challenge, twist)
        let flags = (twist.flags ?? (Self.userPresent | Self.userVerified)) | Self.extended(twist)
        let data = twist.authenticatorData(head(twist, flags: flags) + (twist.extensions ?? []))
        return (client, data, twist.signature(sign(data + SHA256.hash(client))))
    }

    private static func extended(_ twist: Twist) -> UInt8 { twist.extensions == nil ? 0 : extended }

    private func head(_ twist: Twist, flags: UInt8) -> [UInt8] {
        let counter = twist.counter ?? counter
        return SHA256.hash(Array((twist.relyingParty ?? site.description).utf8)) + [flags]
            + (0..<4).reversed().map { UInt8(counter >> ($0 * 8) & 0xFF) }
    }

    private func clientData(_ type: String, _ challenge: Challenge, _ twist: Twist) -> [UInt8] {
        var members: [String: JSON] = [
            "type": .string(type), "challenge": .string(challenge.text), "origin": .string(site.origin),
            "crossOrigin": false,
        ]
        twist.clientData(&members)
        return twist.clientDataBytes(JSON.object(members).bytes)
    }

    private func sign(_ bytes: [UInt8]) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        precondition(EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1)
        var count = 0
        precondition(EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1)
        var signature = [UInt8](repeating: 0, count: count)
        precondition(EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1)
        return Array(signature.prefix(count))
    }

    /// A COSE key (RFC 9053 §7).
    private func publicKey(_ algorithm: Int) -> [UInt8] {
        if self.algorithm == .es256 {
            var der: UnsafeMutablePointer<UInt8>?
            let count = Int(i2d_PUBKEY(key, &der))
            defer { CRYPTO_free(der, "", 0) }
            let point = Array(UnsafeBufferPointer(start: der, count: count).suffix(64))
            return CBOR.map([
                (CBOR.int(1), CBOR.int(2)), (CBOR.int(3), CBOR.int(algorithm)), (CBOR.int(-1), CBOR.int(1)),
                (CBOR.int(-2), CBOR.bytes(Array(point.prefix(32)))),
                (CBOR.int(-3), CBOR.bytes(Array(point.suffix(32)))),
            ])
        }
        return CBOR.map([
            (CBOR.int(1), CBOR.int(3)), (CBOR.int(3), CBOR.int(algorithm)), (CBOR.int(-1), CBOR.bytes(number("n"))),
            (CBOR.int(-2), CBOR.bytes(number("e"))),
        ])
    }

    private func number(_ name: String) -> [UInt8] {
        var value: OpaquePointer?
        precondition(EVP_PKEY_get_bn_param(key, name, &value) == 1)
        defer { BN_free(value) }
        var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(value) + 7) / 8)
        BN_bn2bin(value, &bytes)
        return bytes
    }
}
