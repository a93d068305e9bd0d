public import Cryptography

/// An access key: an id, which may be shown, and a secret, with which requests are signed.
public struct S3Key: Sendable, Hashable {
    public let id: String
    public let secret: Secret

    private static let maximumBytes = 1_024

    /// Fails for an id that would end early in the header field of a signature, and for what is not printable ASCII without
    /// spaces.
    public init?(id: String, secret: String) {
        func isValid(_ text: String) -> Bool {
            (1...Self.maximumBytes).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        }
        guard isValid(id), isValid(secret),
            !id.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ",") })
        else { return nil }
        self.id = id
        self.secret = Secret(secret)
    }

    /// Reads a text of two lines: the id, and the secret.
    public init?(lines text: String) {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count == 2 else { return nil }
        self.init(id: String(lines[0]), secret: String(lines[1]))
    }
}
