import COpenSSL

/// One operation of AES-256-GCM. Call the functions in the order in which they are declared; each returns whether
/// OpenSSL succeeded.
final class CipherContext {
    enum Direction: Int32 {
        case opening = 0
        case sealing = 1
    }

    private let pointer: OpaquePointer

    init() {
        guard let pointer = EVP_CIPHER_CTX_new() else { preconditionFailure("no memory") }
        self.pointer = pointer
    }

    deinit { EVP_CIPHER_CTX_free(pointer) }

    func begin(_ direction: Direction, key: [UInt8], nonce: [UInt8]) -> Bool {
        EVP_CipherInit_ex(pointer, EVP_aes_256_gcm(), nil, key, nonce, direction.rawValue) == 1
    }

    /// For decryption: sets the expected tag.
    func expectTag(_ tag: [UInt8]) -> Bool {
        var tag = tag
        return EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
    }

    func authenticate(_ associatedData: [UInt8]) -> Bool {
        var count: Int32 = 0
        return associatedData.isEmpty
            || EVP_CipherUpdate(pointer, nil, &count, associatedData, Int32(associatedData.count)) == 1
    }

    /// Encrypts or decrypts everything in one call. Decrypted bytes are not authenticated before `finish`.
    func update(_ bytes: [UInt8]) -> [UInt8]? {
        if bytes.isEmpty { return [] }
        var isDone = false
        let result = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
            var written: Int32 = 0
            isDone = EVP_CipherUpdate(pointer, buffer.baseAddress, &written, bytes, Int32(bytes.count)) == 1
            count = isDone ? Int(written) : 0
        }
        return isDone && result.count == bytes.count ? result : nil
    }

    /// For decryption: whether the tag is correct.
    func finish() -> Bool {
        // GCM has no final block, but OpenSSL requires an address.
        var (nothing, count): (UInt8, Int32) = (0, 0)
        return EVP_CipherFinal_ex(pointer, &nothing, &count) == 1
    }

    func tag(_ count: Int) -> [UInt8]? {
        var tag = [UInt8](repeating: 0, count: count)
        return EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_GET_TAG, Int32(count), &tag) == 1 ? tag : nil
    }
}
