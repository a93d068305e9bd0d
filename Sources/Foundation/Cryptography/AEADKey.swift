import COpenSSL

/// A key for authenticated encryption: AES-256-GCM (NIST SP 800-38D), by OpenSSL.
///
/// Each encryption uses a new random nonce of 96 bits, so one key may be used about 2³² times (SP 800-38D §8.3).
public struct AEADKey: Sendable {
    public static let keyBytes = 32
    static let nonceBytes = 12
    static let tagBytes = 16
    /// The number of bytes that `seal` adds.
    public static let overheadBytes = nonceBytes + tagBytes

    private let key: [UInt8]

    /// Fails unless `bytes` has 32 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.keyBytes else { return nil }
        key = bytes
    }

    /// A new key.
    public static func random() -> AEADKey { AEADKey(key: SecureRandom.bytes(keyBytes)) }

    private init(key: [UInt8]) { self.key = key }

    /// The first bytes of the key's hash. Identifies the key without revealing it.
    public func identifier(bytes count: Int) -> [UInt8] {
        Array(HMACSHA256.code(for: Array("key identifier".utf8), key: key).prefix(count))
    }

    /// A hash of `message` that only who has the key can compute: HMAC-SHA-256, with a key derived from this one.
    public func digest(_ message: [UInt8]) -> [UInt8] {
        HMACSHA256.code(for: message, key: HMACSHA256.code(for: Array("digest key".utf8), key: key))
    }

    /// The encrypted bytes: nonce, ciphertext, tag.
    ///
    /// - Parameter associatedData: data that is authenticated and not included, such as the owner of the bytes.
    public func seal(_ bytes: [UInt8], associatedData: [UInt8] = []) -> [UInt8] {
        let nonce = SecureRandom.bytes(Self.nonceBytes)
        let context = CipherContext()
        // OpenSSL fails here only without memory or without AES.
        precondition(context.begin(.sealing, key: key, nonce: nonce), "no AES-256-GCM")
        precondition(context.authenticate(associatedData), "no AES-256-GCM")
        guard let sealed = context.update(bytes), context.finish(), let tag = context.tag(Self.tagBytes) else {
            preconditionFailure("no AES-256-GCM")
        }
        return nonce + sealed + tag
    }

    /// The decrypted bytes; `nil` if they were changed, or encrypted with another key or other associated data.
    public func open(_ sealed: some Collection<UInt8>, associatedData: [UInt8] = []) -> [UInt8]? {
        guard sealed.count >= Self.overheadBytes else { return nil }
        let context = CipherContext()
        guard context.begin(.opening, key: key, nonce: Array(sealed.prefix(Self.nonceBytes))),
            context.expectTag(Array(sealed.suffix(Self.tagBytes))), context.authenticate(associatedData),
            let bytes = context.update(Array(sealed.dropFirst(Self.nonceBytes).dropLast(Self.tagBytes))),
            context.finish()
        else { return nil }
        return bytes
    }
}
