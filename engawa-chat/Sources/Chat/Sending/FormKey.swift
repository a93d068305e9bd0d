import Bytes

/// The idempotency key of a form that sends a message: letters, digits and hyphens.
public struct FormKey: Hashable, Sendable, CustomStringConvertible {
    public static let lengths = 1...64

    public let description: String

    public init?(_ text: String) {
        guard Self.lengths.contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") })
        else { return nil }
        description = text
    }

    private init(high: UInt64, low: UInt64) { description = high.hexadecimalDigits + low.hexadecimalDigits }

    /// A new one: 128 random bits.
    public static func random() -> FormKey {
        FormKey(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
    }
}

/// Identifies what is sent: the same text and files of the same person, sent to the same conversation by the same form, is one
/// message however often it arrives.
public struct SendKey: Hashable, Sendable {
    public let user: UserID
    public let conversation: ConversationID
    public let form: FormKey
    public let text: MessageText
    public let files: [FileID]
    /// Whether the sender's draft in the conversation stays.
    public let leavesDraft: Bool

    public init(_ message: NewMessage, _ form: FormKey) {
        user = message.sender
        conversation = message.conversation
        self.form = form
        text = message.text
        files = message.files
        leavesDraft = message.leavesDraft
    }
}
