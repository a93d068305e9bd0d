#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An identifier of the chat: a UUID (RFC 9562), always in lower case.
///
/// What it identifies is in its type, so that a message's id is never taken for a user's.
public struct Identifier<Entity>: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// 36 characters.
    public let description: String

    /// Fails where `text` is not a UUID.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 36, let uuid = UUID(uuidString: String(text)) else { return nil }
        self.init(uuid)
    }

    init(_ uuid: UUID) { description = uuid.uuidString.lowercased() }

    /// A new one, at random (version 4).
    public static func random() -> Self { Self(UUID()) }

    public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

public typealias UserID = Identifier<User>
public typealias ConversationID = Identifier<Conversation>
public typealias ParticipantID = Identifier<Participant>
public typealias MessageID = Identifier<Message>
public typealias ReactionID = Identifier<Reaction>
public typealias ReadMarkID = Identifier<ReadMark>
public typealias BookmarkID = Identifier<Bookmark>
