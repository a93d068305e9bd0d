import Bytes
import Chat
import HTTP

/// Changes of groups over REST, where the backend says that it has them.
struct RESTGroups: GroupAdministration {
    let client: BackendClient
    let capabilities: RESTCapabilities

    var isThere: Bool { capabilities.has(.groups) }

    func edit(_ conversation: ConversationID, _ edit: GroupEdit, as user: UserID) async throws(ChatError) {
        let call = Call(.patch, ["conversations", .id(conversation)], success: .noContent)
            .called(by: user)
            .sending([
                "userId": client.said(user), "name": edit.name.map { .string($0.description) },
                "description": edit.description.map { .string($0.description) },
                "adminsOnly": edit.adminsOnly.map { .array($0.names.map { .string($0) }) },
                "isOpen": edit.isOpen.map { .bool($0) },
                "hasThreads": edit.hasThreads.map { .bool($0) },
            ])
            .refused(by: .forbidden, .notFound)
            .refused(by: .conflict, means: .limitReached(.openGroups))
        try await client.perform(call)
    }

    func set(_ role: Role, of person: UserID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError)
    {
        let path: [Call.Segment] = ["conversations", .id(conversation), "participants", .id(person), "role"]
        let call = Call(.put, path, success: .noContent)
            .called(by: user)
            .sending(["userId": client.said(user), "role": .string(role.rawValue)])
            .refused(by: .forbidden, .notFound)
            .refused(by: .conflict, means: .lastAdmin)
        try await client.perform(call)
    }
}
