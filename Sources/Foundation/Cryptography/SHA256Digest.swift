import COpenSSL

/// SHA-256 of bytes that come in parts.
public final class SHA256Digest {
    private let context: OpaquePointer

    public init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, SHA256.algorithm, nil) == 1 else {
            preconditionFailure("no SHA-256")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    public func update(_ bytes: UnsafeRawBufferPointer) {
        // Fails only for a context that is not set up.
        let isTaken = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
        precondition(isTaken, "no SHA-256")
    }

    /// The digest of all bytes, 32 of them. To be called once, at the end.
    public func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.digestBytes) { buffer, count in
            var length: UInt32 = 0
            let isDone = EVP_DigestFinal_ex(context, buffer.baseAddress, &length) == 1
            precondition(isDone, "no SHA-256")
            count = Int(length)
        }
    }
}
