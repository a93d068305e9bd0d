import Cryptography
import FoundationEssentials

/// The SHA-256 of a server's public key (RFC 7469 §2.4), in curl's notation: `sha256//` and 44 characters of base64.
public struct KeyPin: Sendable, Hashable, CustomStringConvertible {
    private static let prefix = "sha256//"

    public let description: String

    public init?(_ text: some StringProtocol) {
        let base64 = String(decoding: text.utf8.dropFirst(Self.prefix.utf8.count), as: UTF8.self)
        guard text.utf8.starts(with: Self.prefix.utf8), let hash = Data(base64Encoded: base64),
            hash.count == SHA256.digestBytes
        else { return nil }
        description = String(text)
    }
}
