import Bytes

/// A character reference of HTML (WHATWG HTML §13.5), as CommonMark 0.31 §6.2 has them too.
public enum CharacterReference {
    /// The characters that a reference such as `&eacute;` or `&#x3042;` stands for; `nil` for anything else.
    public static func text(_ reference: String) -> String? {
        let bytes = Array(reference.utf8)
        guard bytes.first == UInt8(ascii: "&"), bytes.last == UInt8(ascii: ";"),
            bytes.dropFirst().dropLast().allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "#") })
        else { return nil }
        return MarkdownSource.plainText(of: bytes).flatMap { $0 == reference ? nil : $0 }
    }
}
