import Bytes
import CJOSE

/// A key of libcjose. It exists for one operation only, because libcjose's reference count is not thread-safe.
struct JOSEKey: ~Copyable {
    private let pointer: OpaquePointer

    init(_ key: VerificationKey) throws(JOSEError) { try self.init(key.jwk) }

    /// Reads a JWK, private or public.
    init(_ jwk: JSON) throws(JOSEError) {
        let json = jwk.bytes
        let key = json.withUnsafeBytes { buffer in
            cjose_jwk_import(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, nil)
        }
        guard let key else { throw .invalidKey("its numbers") }
        pointer = key
    }

    deinit { cjose_jwk_release(pointer) }

    /// A new private key, as a JWK.
    static func random(_ algorithm: SignatureAlgorithm) throws(JOSEError) -> JSON {
        let bits = VerificationKey.modulusBytes.lowerBound * 8
        let exponent: [UInt8] = [1, 0, 1]
        let key =
            switch algorithm {
            case .es256: cjose_jwk_create_EC_random(CJOSE_JWK_EC_P_256, nil)
            case .rs256, .ps256: cjose_jwk_create_RSA_random(bits, exponent, exponent.count, nil)
            }
        defer { cjose_jwk_release(key) }
        guard let key, let text = cjose_jwk_to_json(key, true, nil) else { throw .invalidKey("it could not be made") }
        defer { engawa_jose_free(text) }
        guard let jwk = JSON(parsing: Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))) else {
            throw .invalidKey("it could not be made")
        }
        return jwk
    }

    /// The payload of a token. The caller has checked that its algorithm is allowed and fits this key.
    func verify(_ token: String) throws(JOSEError) -> [UInt8] {
        let text = Array(token.utf8CString)
        guard let signed = cjose_jws_import(text, text.count - 1, nil) else { throw .malformed("form") }
        defer { cjose_jws_release(signed) }
        guard cjose_jws_verify(signed, pointer, nil) else { throw .invalidSignature }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard cjose_jws_get_plaintext(signed, &bytes, &count, nil) else { throw .malformed("payload") }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// The compact serialisation of `payload`, signed.
    func sign(_ payload: [UInt8], header members: [String: String]) throws(JOSEError) -> String {
        guard let header = cjose_header_new(nil) else { preconditionFailure("no memory") }
        defer { cjose_header_release(header) }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard cjose_header_set(header, name, value, nil) else { throw .malformed("header") }
        }
        guard let signed = cjose_jws_sign(pointer, header, payload, payload.count, nil) else {
            throw .invalidKey("it does not sign")
        }
        defer { cjose_jws_release(signed) }
        var text: UnsafePointer<CChar>?
        guard cjose_jws_export(signed, &text, nil), let text else { throw .invalidKey("it does not sign") }
        return String(cString: text)
    }
}
