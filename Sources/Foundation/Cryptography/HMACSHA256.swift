import COpenSSL

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1), by OpenSSL.
public enum HMACSHA256 {
    public static let codeBytes = SHA256.digestBytes

    /// The code of `message` under `key`. An empty key is allowed, as in the standard, and protects nothing.
    public static func code(for message: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: codeBytes) { buffer, count in
            var length: UInt32 = 0
            // OpenSSL takes a null key for "the one before"; an empty array has no address.
            let key = key.isEmpty ? [0] : key
            let code = HMAC(
                EVP_sha256(), key, Int32(key.count), message, message.count, buffer.baseAddress, &length)
            // Fails only where OpenSSL can't allocate or was built without SHA-256.
            precondition(code != nil, "no HMAC")
            count = Int(length)
        }
    }

    /// Whether `code` belongs to `message`; takes as long for a wrong one as for a right one.
    public static func isValid(_ code: [UInt8], for message: [UInt8], key: [UInt8]) -> Bool {
        ConstantTime.areEqual(code, self.code(for: message, key: key))
    }
}
