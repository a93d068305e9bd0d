import CSodium
import Chat

/// Hashes passwords with Argon2id (RFC 9106), which makes guessing from leaked hashes expensive.
///
/// Source of the parameters: OWASP Password Storage Cheat Sheet, 19 MiB of memory, two passes and one lane.
struct Argon2id: Sendable {
    /// Hashing or verification failed: not enough memory, or the stored text is not a hash.
    struct Failure: Error {}

    /// In bytes.
    static let memory = 19 * 1_024 * 1_024
    static let passes: UInt64 = 2

    /// The maximum length of a hash, with the terminating zero byte.
    private static let hashLength = Int(crypto_pwhash_STRBYTES)

    var memory = Self.memory
    var passes = Self.passes

    /// The prefix of all hashes of this kind.
    private static let prefix = "$argon2id$"

    /// The hash with salt and parameters: `$argon2id$v=19$m=19456,t=2,p=1$…`.
    func hash(_ password: Password) throws(Failure) -> String {
        try Self.prepare()
        var hash = [CChar](repeating: 0, count: Self.hashLength)
        let result = password.revealed.withCString { text in
            crypto_pwhash_str(&hash, text, UInt64(password.revealed.utf8.count), passes, memory)
        }
        guard result == 0 else { throw Failure() }
        return String(decoding: hash.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether `hash` belongs to this password; uses the parameters in the hash.
    static func verify(_ password: Password, _ hash: String) throws(Failure) -> Bool {
        // The library does not distinguish another kind of hash from a wrong password.
        guard hash.hasPrefix(prefix) else { throw Failure() }
        try prepare()
        let result = password.revealed.withCString { text in
            engawa_password_verify(hash, text, password.revealed.utf8.count)
        }
        guard result >= 0 else { throw Failure() }
        return result == 1
    }

    /// Whether `hash` was made with other parameters.
    func isOutdated(_ hash: String) throws(Failure) -> Bool {
        try Self.prepare()
        return crypto_pwhash_str_needs_rehash(hash, passes, memory) != 0
    }

    /// Idempotent and thread-safe.
    private static func prepare() throws(Failure) { guard sodium_init() >= 0 else { throw Failure() } }
}
