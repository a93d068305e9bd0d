public import Cryptography

/// A one-time code that replaces a lost second factor: 120 random bits.
public struct RecoveryCode: Sendable, Equatable {
    /// The number of codes in a set.
    public static let count = 10
    private static let randomBytes = 15
    private static let groupDigits = 4

    /// 24 letters and digits of base32, without spaces.
    private let digits: Secret

    public static func random() -> RecoveryCode {
        RecoveryCode(digits: Secret(Base32.encode(SecureRandom.bytes(randomBytes)).lowercased()))
    }

    /// A set of codes for one person.
    public static func set() -> [RecoveryCode] { (0..<count).map { _ in random() } }

    /// Parses user input. Ignores case, spaces and hyphens; reads 0, 1 and 8, which the alphabet lacks, as the letters
    /// they resemble.
    public init?(typed text: String) {
        var digits = ""
        for character in text.lowercased() where !character.isWhitespace && character != "-" {
            digits.append(["0": "o", "1": "l", "8": "b"][character] ?? character)
        }
        guard digits.utf8.count == Self.randomBytes * 8 / 5,
            digits.utf8.allSatisfy({
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0)
            })
        else { return nil }
        self.digits = Secret(digits)
    }

    private init(digits: Secret) { self.digits = digits }

    /// The code in six groups of four, as it is shown once.
    public var shown: Secret {
        let digits = Array(digits.revealed)
        return Secret(
            stride(from: 0, to: digits.count, by: Self.groupDigits).map {
                String(digits[$0..<$0 + Self.groupDigits])
            }.joined(separator: "-"))
    }

    /// The hash that is stored. A code has more than 112 random bits, so a fast hash is sufficient (OWASP ASVS 5.0
    /// V6.5.2). The owner is included, so that equal codes of two people have different hashes.
    public func hash(owner: String) -> [UInt8] { SHA256.hash(Array("\(owner) \(digits.revealed)".utf8)) }
}
