public import Cryptography

/// A code for the day when a factor is lost: 120 random bits, written down, good once.
public struct RecoveryCode: Sendable, Equatable {
    /// How many a person gets at a time.
    public static let count = 10
    private static let randomBytes = 15
    private static let groupDigits = 4

    /// 24 letters and digits of base32, without the spaces between.
    private let digits: Secret

    public static func random() -> RecoveryCode {
        RecoveryCode(digits: Secret(Base32.encode(SecureRandom.bytes(randomBytes)).lowercased()))
    }

    /// A set for one person.
    public static func set() -> [RecoveryCode] { (0..<count).map { _ in random() } }

    /// Reads what somebody typed: capitals, spaces and hyphens as they like; 0, 1 and 8, which are not in the alphabet,
    /// as the letters that they look like.
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

    /// As it is shown, once: six groups of four.
    public var shown: Secret {
        let digits = Array(digits.revealed)
        return Secret(
            stride(from: 0, to: digits.count, by: Self.groupDigits).map {
                String(digits[$0..<$0 + Self.groupDigits])
            }.joined(separator: "-"))
    }

    /// What is kept of it. A code has more than 112 random bits, so a fast hash will do (OWASP ASVS 5.0 V6.5.2); with the owner in it, equal
    /// codes of two people have different hashes.
    public func hash(owner: String) -> [UInt8] { SHA256.hash(Array("\(owner) \(digits.revealed)".utf8)) }
}
