import Chat
import Cryptography

/// The passwords that people choose most, of those that are long enough here: what guessers try first
/// (OWASP ASVS 5.0 V6.2.4, NIST SP 800-63B §5.1.1.2).
///
/// Of each only a part of its hash is kept, so that the program holds no list of words. Of a million other passwords two
/// are taken for one of these.
enum CommonPasswords {
    private static let digestBytes = 4

    /// Whether `password` is one of them, in whatever case. Rarely asked, so nothing is kept in memory for it.
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
