public import Bytes

/// An identifier of the chat: a UUID (RFC 9562), written in lower case.
///
/// The type parameter keeps ids of different entities apart. Not Foundation's `UUID`, which takes 0.84 µs to parse and
/// 3.4 µs to write: more than half of the time to read a page of messages from the store. Not a `String`, which would
/// be allocated.
public struct Identifier<Entity>: Hashable, Comparable, Sendable, CustomStringConvertible {
    @usableFromInline let bits: UUIDBits

    @usableFromInline init(bits: UUIDBits) { self.bits = bits }

    /// Fails unless `text` is a UUID.
    @inlinable public init?(_ text: some StringProtocol) {
        guard let bits = text.withBytes(UUIDBits.init(utf8:)) else { return nil }
        self.bits = bits
    }

    /// Fails unless the bytes are the text of a UUID.
    @inlinable public init?(utf8: UnsafeBufferPointer<UInt8>) {
        guard let bits = UUIDBits(utf8: utf8) else { return nil }
        self.bits = bits
    }

    /// A new random identifier (version 4, RFC 9562 §5.4).
    public static func random() -> Self { Self(bits: .random()) }

    /// 36 characters.
    public var description: String {
        String(unsafeUninitializedCapacity: UUIDBits.length) { text in
            if let start = text.baseAddress { bits.write(to: start) }
            return UUIDBits.length
        }
    }

    /// The length of the description in bytes.
    @inlinable public static var descriptionBytes: Int { UUIDBits.length }

    /// Writes the description into `descriptionBytes` bytes of memory.
    @inlinable public func writeDescription(to memory: UnsafeMutableRawPointer) { bits.write(to: memory) }

    @inlinable public static func == (left: Self, right: Self) -> Bool { left.bits == right.bits }

    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(bits) }

    @inlinable public static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }
}

public typealias UserID = Identifier<User>
public typealias ConversationID = Identifier<Conversation>
public typealias ParticipantID = Identifier<Participant>
public typealias MessageID = Identifier<Message>
public typealias ReactionID = Identifier<Reaction>
public typealias ReadMarkID = Identifier<ReadMark>
public typealias BookmarkID = Identifier<Bookmark>
public typealias InviteID = Identifier<Invite>
public typealias FileID = Identifier<Attachment>
