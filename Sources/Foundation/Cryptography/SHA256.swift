import COpenSSL

/// SHA-256 (FIPS 180-4), by OpenSSL.
public enum SHA256 {
    public static let digestBytes = 32

    /// Fetched once, because fetching by name takes longer than hashing a short text.
    // Never changed or freed, and OpenSSL allows any thread to use it.
    nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: digestBytes) { buffer, count in
            var length: UInt32 = 0
            // Fails only where OpenSSL can't allocate or was built without SHA-256.
            precondition(EVP_Digest(bytes, bytes.count, buffer.baseAddress, &length, algorithm, nil) == 1)
            count = Int(length)
        }
    }
}
