import Chat
import Cryptography

/// The most common passwords of sufficient length, which attackers try first (OWASP ASVS 5.0 V6.2.4, NIST SP 800-63B
/// §5.1.1.2).
///
/// `CommonPasswords.bin` contains the first four bytes of the SHA-256 of each password, sorted: 8354 of them. So the
/// program contains no word list, and the rate of false positives is two in a million. Source: the entries with at least
/// eight characters in `common-passwords.txt`, by Royce Williams, from Django 5.2 (BSD 3-Clause licence), in lower case.
enum CommonPasswords {
    private static let digestBytes = 4

    static var digests: [UInt8] { PackageResources.CommonPasswords_bin }

    /// Whether `password` is one of them, ignoring case.
    static func contains(_ password: Password) -> Bool {
        let digest = Array(SHA256.hash(Array(password.revealed.lowercased().utf8)).prefix(digestBytes))
        let known = digests
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
