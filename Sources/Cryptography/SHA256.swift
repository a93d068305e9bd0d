import COpenSSL

/// SHA-256 (FIPS 180-4), by OpenSSL.
public enum SHA256 {
    public static let digestBytes = 32

    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: digestBytes) { buffer, count in
            var length: UInt32 = 0
            // Fails only where OpenSSL can't allocate or was built without SHA-256.
            precondition(EVP_Digest(bytes, bytes.count, buffer.baseAddress, &length, EVP_sha256(), nil) == 1)
            count = Int(length)
        }
    }
}
