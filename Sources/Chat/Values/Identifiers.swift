/// An identifier of the chat: a UUID (RFC 9562), always in lower case.
///
/// What it identifies is in its type, so that a message's id is never taken for a user's.
/// Not Foundation's `UUID`: parsing one costs 0.84 µs there and writing one 3.4 µs, which was more than half of
/// reading a page of messages from the store.
public struct Identifier<Entity>: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// 36 characters.
    public let description: String

    /// Fails where `text` is not a UUID.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.length else { return nil }
        var isLowerCase = true
        for (position, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"):
                guard !Self.isHyphen(at: position) else { return nil }
            case UInt8(ascii: "A")...UInt8(ascii: "F"):
                guard !Self.isHyphen(at: position) else { return nil }
                isLowerCase = false
            case UInt8(ascii: "-"): guard Self.isHyphen(at: position) else { return nil }
            default: return nil
            }
        }
        description = isLowerCase ? String(text) : text.lowercased()
    }

    /// A new one, at random (version 4, RFC 9562 §5.4).
    public static func random() -> Self { Self(random: (.random(in: .min ... .max), .random(in: .min ... .max))) }

    private init(random bits: (high: UInt64, low: UInt64)) {
        let high = bits.high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = bits.low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        description = String(unsafeUninitializedCapacity: Self.length) { buffer in
            var digit = 0
            for position in 0..<Self.length {
                guard !Self.isHyphen(at: position) else {
                    buffer[position] = UInt8(ascii: "-")
                    continue
                }
                let half = digit < 16 ? high : low
                let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - digit % 16 * 4)) & 15
                buffer[position] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
                digit += 1
            }
            return Self.length
        }
    }

    private static var length: Int { 36 }

    private static func isHyphen(at position: Int) -> Bool {
        position == 8 || position == 13 || position == 18 || position == 23
    }

    public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

public typealias UserID = Identifier<User>
public typealias ConversationID = Identifier<Conversation>
public typealias ParticipantID = Identifier<Participant>
public typealias MessageID = Identifier<Message>
public typealias ReactionID = Identifier<Reaction>
public typealias ReadMarkID = Identifier<ReadMark>
public typealias BookmarkID = Identifier<Bookmark>
