import Glibc

/// Standard input, from which a secret is read: it would be visible to others as an argument.
enum StandardInput {
    private static let maximumBytes = 4_096

    /// The first line without its end; `nil` if it is not UTF-8 or too long.
    static func line() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            bytes.append(byte)
            guard bytes.count <= maximumBytes else { return nil }
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return String(validating: bytes, as: UTF8.self)
    }
}
