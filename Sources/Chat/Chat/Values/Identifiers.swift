/// An identifier of the chat: a UUID (RFC 9562), written in lower case.
///
/// What it identifies is in its type, so that a message's id is never taken for a user's.
/// Not Foundation's `UUID`: parsing one costs 0.84 µs there and writing one 3.4 µs, which was more than half of
/// reading a page of messages from the store. Nor the text: that would be an allocation each.
public struct Identifier<Entity>: Hashable, Comparable, Sendable, CustomStringConvertible {
    @usableFromInline let bits: UUIDBits

    @usableFromInline init(bits: UUIDBits) { self.bits = bits }

    /// Fails where `text` is not a UUID.
    @inlinable public init?(_ text: some StringProtocol) {
        guard let bits = text.utf8.withContiguousStorageIfAvailable(UUIDBits.init(utf8:)) ?? UUIDBits(String(text))
        else { return nil }
        self.bits = bits
    }

    /// Fails where the bytes are not a UUID's text.
    @inlinable public init?(utf8: UnsafeBufferPointer<UInt8>) {
        guard let bits = UUIDBits(utf8: utf8) else { return nil }
        self.bits = bits
    }

    /// A new one, at random (version 4, RFC 9562 §5.4).
    public static func random() -> Self { Self(bits: .random()) }

    /// 36 characters.
    public var description: String {
        String(unsafeUninitializedCapacity: UUIDBits.length) { text in
            if let start = text.baseAddress { bits.write(to: start) }
            return UUIDBits.length
        }
    }

    /// How many bytes the description has.
    @inlinable public static var descriptionBytes: Int { UUIDBits.length }

    /// Writes the description to where there is room for `descriptionBytes`.
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
