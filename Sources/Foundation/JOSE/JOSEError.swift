/// Why a token or a key was rejected. Contains neither of them.
public enum JOSEError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Longer than `CompactToken.maximumBytes`.
    case tooLarge
    /// Not a compact JWS; names the invalid part.
    case malformed(String)
    /// The token's algorithm is not among the expected ones.
    case algorithmNotAllowed(String)
    /// The token uses an extension that must be understood (`crit`, RFC 7515 §4.1.11).
    case criticalExtension
    /// No key matches its `kid` and algorithm.
    case unknownKey(keyID: String?)
    /// The token has no `kid`, and several keys match.
    case ambiguousKey
    case invalidSignature
    /// Not a key, or not one for these algorithms.
    case invalidKey(String)

    public var description: String {
        switch self {
        case .tooLarge: "the token is too large"
        case .malformed(let part): "the token's \(part) can't be read"
        case .algorithmNotAllowed(let name): "the algorithm \"\(name)\" is not allowed"
        case .criticalExtension: "the token has critical extensions"
        case .unknownKey(let keyID): keyID.map { "there is no key \"\($0)\"" } ?? "there is no key"
        case .ambiguousKey: "the token names no key, and there are several"
        case .invalidSignature: "the signature is wrong"
        case .invalidKey(let reason): "the key can't be used: \(reason)"
        }
    }
}

extension String {
    /// The maximum length of a quotation from a token in an error, in characters.
    private static let maximumQuotedCharacters = 64

    /// The beginning of the text in printable ASCII, for quoting untrusted text in errors.
    var quotable: String {
        String(
            decoding: utf8.prefix(Self.maximumQuotedCharacters).map { (0x20..<0x7F).contains($0) ? $0 : 0x3F },
            as: UTF8.self)
    }
}
