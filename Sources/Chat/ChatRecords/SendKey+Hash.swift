public import Chat
import Cryptography

extension SendKey {
    /// How long a key is remembered, at least.
    public static let memory = Duration.seconds(24 * 3_600)

    /// What is stored of the key: neither the text nor who said it can be read from it.
    public var hash: [UInt8] {
        // What has no files is hashed as versions did that knew none: it begins with a UUID, and never with "files".
        let files = files.isEmpty ? "" : "files\(files.map { " \($0)" }.joined())\n"
        return SHA256.hash(Array("\(files)\(user)\n\(conversation)\n\(form)\n\(text)".utf8))
    }

    /// The same for the text of a person in a conversation, whichever form sends it.
    public var textHash: [UInt8] {
        SHA256.hash(Array("\(user)\n\(conversation)\n\(text)".utf8))
    }
}
