import Cryptography
import HTTP

/// The code with which the first admin of a site is made: 80 random bits, for people to read in the log and to type.
public struct FirstAdminCode: Sendable {
    /// Without letters that look like digits (Crockford's Base 32).
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let length = 16
    private static let groupLength = 4
    /// The longest text that a form takes: the code with what people type between its groups.
    public static let maximumTypedCharacters = 64

    /// Four groups of four characters, for the log of the start only.
    public let revealed: String
    let hash: [UInt8]

    public static func random() -> FirstAdminCode {
        // 256 is a multiple of 32, so each character is as likely.
        FirstAdminCode(checked: SecureRandom.bytes(length).map { alphabet[Int($0) % alphabet.count] })
    }

    /// Reads a code as typed: in any case, with hyphens and spaces anywhere, and with O for 0 and I or L for 1. Fails
    /// unless `text` has the form of a code.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumTypedCharacters else { return nil }
        var characters: [UInt8] = []
        for byte in text.removingWhitespace.utf8 where byte != UInt8(ascii: "-") {
            let upper = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
            switch upper {
            case UInt8(ascii: "O"): characters.append(UInt8(ascii: "0"))
            case UInt8(ascii: "I"), UInt8(ascii: "L"): characters.append(UInt8(ascii: "1"))
            default:
                guard Self.alphabet.contains(upper) else { return nil }
                characters.append(upper)
            }
        }
        guard characters.count == Self.length else { return nil }
        self.init(checked: characters)
    }

    private init(checked characters: [UInt8]) {
        revealed = stride(from: 0, to: characters.count, by: Self.groupLength).map {
            String(decoding: characters[$0..<$0 + Self.groupLength], as: UTF8.self)
        }.joined(separator: "-")
        hash = SHA256.hash(characters)
    }
}
