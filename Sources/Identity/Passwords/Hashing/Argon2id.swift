import CSodium
import Chat

/// Hashes passwords with Argon2id (RFC 9106), so that whoever reads the hashes has much work to guess one.
///
/// Source of the parameters: OWASP Password Storage Cheat Sheet, 19 MiB of memory, two passes and one lane.
struct Argon2id: Sendable {
    /// It could not be hashed or compared: there was not enough memory, or what was kept is no hash.
    struct Failure: Error {}

    /// In bytes.
    static let memory = 19 * 1_024 * 1_024
    static let passes: UInt64 = 2

    /// The longest that a hash is, in bytes with the zero at its end.
    private static let hashLength = Int(crypto_pwhash_STRBYTES)

    var memory = Self.memory
    var passes = Self.passes

    /// How every hash of this kind begins.
    private static let prefix = "$argon2id$"

    /// The hash with its salt and its parameters: `$argon2id$v=19$m=19456,t=2,p=1$…`.
    func hash(_ password: Password) throws(Failure) -> String {
        try Self.prepare()
        var hash = [CChar](repeating: 0, count: Self.hashLength)
        let result = password.revealed.withCString { text in
            crypto_pwhash_str(&hash, text, UInt64(password.revealed.utf8.count), passes, memory)
        }
        guard result == 0 else { throw Failure() }
        return String(decoding: hash.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether `hash` was made of this password; by the parameters that are written in it.
    static func verify(_ password: Password, _ hash: String) throws(Failure) -> Bool {
        // Of another kind of hash the library says what it says of another password.
        guard hash.hasPrefix(prefix) else { throw Failure() }
        try prepare()
        let result = password.revealed.withCString { text in
            engawa_password_verify(hash, text, password.revealed.utf8.count)
        }
        guard result >= 0 else { throw Failure() }
        return result == 1
    }

    /// Whether `hash` was made with other parameters than these.
    func isOutdated(_ hash: String) throws(Failure) -> Bool {
        try Self.prepare()
        return crypto_pwhash_str_needs_rehash(hash, passes, memory) != 0
    }

    /// The library may be prepared as often as one likes, by any thread.
    private static func prepare() throws(Failure) { guard sodium_init() >= 0 else { throw Failure() } }
}
