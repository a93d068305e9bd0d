import COpenSSL

/// The big-endian numbers of a private key, as a JWK contains them.
public enum PrivateKeyComponents: Sendable {
    /// A key on NIST P-256; each number has 32 bytes.
    case p256(x: [UInt8], y: [UInt8], d: [UInt8])
    case rsa(RSA)

    /// The numbers of an RSA key (RFC 8017 §3.2), without leading zeros.
    public struct RSA: Sendable {
        public let n, e, d, p, q, dp, dq, qi: [UInt8]

        public init(
            n: [UInt8], e: [UInt8], d: [UInt8], p: [UInt8], q: [UInt8], dp: [UInt8], dq: [UInt8], qi: [UInt8]
        ) {
            (self.n, self.e, self.d, self.p, self.q) = (n, e, d, p, q)
            (self.dp, self.dq, self.qi) = (dp, dq, qi)
        }
    }

    private static let p256CoordinateBytes = 32

    /// Reads PEM: `PRIVATE KEY` (PKCS #8, as Apple issues them), `EC PRIVATE KEY` or `RSA PRIVATE KEY`.
    ///
    /// Fails for encrypted keys and other kinds and curves.
    public init?(pem: String) {
        guard let key = PEMText.privateKey(pem) else { return nil }
        defer { EVP_PKEY_free(key) }
        switch EVP_PKEY_get_base_id(key) {
        case EVP_PKEY_EC: self.init(ec: key)
        case EVP_PKEY_RSA: self.init(rsa: key)
        default: return nil
        }
    }

    private init?(ec key: OpaquePointer) {
        var name = [CChar](repeating: 0, count: 64)
        guard EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, &name, name.count, nil) == 1,
            name.prefix(while: { $0 != 0 }).elementsEqual("prime256v1".utf8.map { CChar($0) }),
            let x = Self.number(key, OSSL_PKEY_PARAM_EC_PUB_X, bytes: Self.p256CoordinateBytes),
            let y = Self.number(key, OSSL_PKEY_PARAM_EC_PUB_Y, bytes: Self.p256CoordinateBytes),
            let d = Self.number(key, OSSL_PKEY_PARAM_PRIV_KEY, bytes: Self.p256CoordinateBytes)
        else { return nil }
        self = .p256(x: x, y: y, d: d)
    }

    private init?(rsa key: OpaquePointer) {
        // Names that end in a digit are macros that Swift can't import.
        guard let n = Self.number(key, OSSL_PKEY_PARAM_RSA_N), let e = Self.number(key, OSSL_PKEY_PARAM_RSA_E),
            let d = Self.number(key, OSSL_PKEY_PARAM_RSA_D), let p = Self.number(key, "rsa-factor1"),
            let q = Self.number(key, "rsa-factor2"),
            let dp = Self.number(key, "rsa-exponent1"),
            let dq = Self.number(key, "rsa-exponent2"),
            let qi = Self.number(key, "rsa-coefficient1")
        else { return nil }
        self = .rsa(RSA(n: n, e: e, d: d, p: p, q: q, dp: dp, dq: dq, qi: qi))
    }

    /// A number of a key, padded with zeros to `bytes`.
    private static func number(_ key: OpaquePointer, _ name: String, bytes: Int? = nil) -> [UInt8]? {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number else { return nil }
        defer { BN_clear_free(number) }
        let size = bytes ?? Int(BN_num_bits(number) + 7) / 8
        var result = [UInt8](repeating: 0, count: size)
        return BN_bn2binpad(number, &result, Int32(size)) == Int32(size) ? result : nil
    }
}
