import Chat
import Cryptography

/// The most common passwords of sufficient length, which attackers try first (OWASP ASVS 5.0 V6.2.4, NIST SP 800-63B
/// §5.1.1.2).
///
/// Stored as truncated hashes, so that the program contains no word list. The rate of false positives is two in a
/// million.
enum CommonPasswords {
    private static let digestBytes = 4

    /// Whether `password` is one of them, ignoring case. Called rarely, so the decoded list is not cached.
    static func contains(_ password: Password) -> Bool {
        let digest = Array(SHA256.hash(Array(password.revealed.lowercased().utf8)).prefix(digestBytes))
        guard let known = Base64URL.decode(digests.description) else { preconditionFailure("it is base64url") }
        var (low, high) = (0, known.count / digestBytes)
        while low < high {
            let middle = (low + high) / 2
            if known[(middle * digestBytes)...].prefix(digestBytes).lexicographicallyPrecedes(digest) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return known[(low * digestBytes)...].prefix(digestBytes).elementsEqual(digest)
    }
}
