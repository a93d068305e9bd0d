import Bytes
import Chat
import HTTP

/// The pictures of people and groups over REST, where the backend says that it keeps them.
struct RESTPictures: PictureRepository {
    let client: BackendClient
    let capabilities: RESTCapabilities

    var isThere: Bool { capabilities.has(.pictures) }

    func picture(_ id: PictureID, as user: UserID) async throws(ChatError) -> StoredPicture {
        let call = Call(.get, ["pictures", .id(id)], success: .ok).asking(as: user).refused(by: .notFound)
        guard let picture = StoredPicture(try await client.perform(call).body) else {
            throw ChatError(.unexpectedAnswer("no picture, or too large"), during: call.operation)
        }
        return picture
    }

    func set(_ picture: StoredPicture?, of user: UserID) async throws(ChatError) {
        try await set(picture, at: ["picture"], as: user, refusedBy: .notFound)
    }

    func set(_ picture: StoredPicture?, of conversation: ConversationID, as user: UserID)
        async throws(ChatError)
    {
        try await set(picture, at: ["conversations", .id(conversation), "picture"], as: user, refusedBy: .forbidden)
    }

    private func set(
        _ picture: StoredPicture?, at path: [Call.Segment], as user: UserID, refusedBy status: Status
    ) async throws(ChatError) {
        let call = Call(.put, path, success: .noContent, operation: "set")
            .asking(as: user)
            .sending(picture?.content ?? [])
            .refused(by: status)
        try await client.perform(call)
    }
}
