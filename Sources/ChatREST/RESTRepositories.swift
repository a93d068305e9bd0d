public import Chat
public import HTTP

/// The chat's repositories over the REST API of a backend, in open access: the caller says who they are.
///
/// Source: `docs/backend-api.md`, and the exchanges under `Tests/Recordings/open`. Nothing is cached and nothing is
/// tried again, so that one call is one request.
public struct RESTRepositories: Sendable {
    private let client: BackendClient

    /// - Parameters:
    ///   - transport: what sends the requests, and limits how long they take and how much comes back.
    ///   - baseURL: where the backend's routes begin.
    public init(transport: any Transport, baseURL: BaseURL) {
        client = BackendClient(transport: transport, baseURL: baseURL)
    }

    public var repositories: Repositories {
        let conversations = RESTConversations(client: client)
        let messages = RESTMessages(client: client)
        return Repositories(
            users: RESTUsers(client: client),
            conversations: conversations,
            messages: messages,
            reactions: RESTReactions(client: client),
            readMarks: RESTReadMarks(client: client),
            bookmarks: RESTBookmarks(client: client),
            search: RecentMessageSearch(conversations: conversations, messages: messages),
            health: RESTHealth(client: client)
        )
    }
}
