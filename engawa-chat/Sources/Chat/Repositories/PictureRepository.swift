/// The pictures of people and groups that the backend keeps. Not every backend does.
///
/// A picture never changes: another one has another id. A person or a group has one at most, and the former one is gone.
public protocol PictureRepository: Sendable {
    /// Whether the backend keeps pictures.
    var isThere: Bool { get }
    /// Everybody sees the pictures of people; that of a group only those who take part.
    /// - Throws: `.notFound`, also for a picture that the person may not see.
    func picture(_ id: PictureID, as user: UserID) async throws(ChatError) -> StoredPicture
    /// Gives a person another picture.
    /// - Parameter picture: `nil` for none, also none elsewhere on the web.
    /// - Throws: `.notFound` for an unknown person.
    func set(_ picture: StoredPicture?, of user: UserID) async throws(ChatError)
    /// Gives a group another picture, which a system message tells. Removing none changes nothing.
    /// - Throws: `.notParticipant`; `.forbidden` for those who are no admins, and in a direct conversation.
    func set(_ picture: StoredPicture?, of conversation: ConversationID, as user: UserID) async throws(ChatError)
}

/// That the backend keeps no pictures.
public struct NoPictures: PictureRepository {
    public init() {}

    public var isThere: Bool { false }

    public func picture(_ id: PictureID, as user: UserID) async throws(ChatError) -> StoredPicture {
        throw ChatError(.notFound, during: "picture")
    }

    public func set(_ picture: StoredPicture?, of user: UserID) async throws(ChatError) {
        throw ChatError(.notFound, during: "set")
    }

    public func set(_ picture: StoredPicture?, of conversation: ConversationID, as user: UserID)
        async throws(ChatError)
    {
        throw ChatError(.notFound, during: "set")
    }
}
