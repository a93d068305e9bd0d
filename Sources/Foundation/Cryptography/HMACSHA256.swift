import COpenSSL

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1), by OpenSSL.
public enum HMACSHA256 {
    public static let codeBytes = SHA256.digestBytes

    /// The authentication code of `message`. The standard allows an empty key, which protects nothing.
    public static func code(for message: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: codeBytes) { buffer, count in
            var length: UInt32 = 0
            // OpenSSL reads a null pointer as "the previous key", and an empty array has no address.
            let key = key.isEmpty ? [0] : key
            let code = HMAC(
                EVP_sha256(), key, Int32(key.count), message, message.count, buffer.baseAddress, &length)
            // Fails only where OpenSSL can't allocate or was built without SHA-256.
            precondition(code != nil, "no HMAC")
            count = Int(length)
        }
    }

    /// Whether `code` is valid for `message`, in constant time.
    public static func isValid(_ code: [UInt8], for message: [UInt8], key: [UInt8]) -> Bool {
        ConstantTime.areEqual(code, self.code(for: message, key: key))
    }
}
