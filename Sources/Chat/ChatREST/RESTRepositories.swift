public import Chat
public import HTTP

/// The chat's repositories over the REST API of a backend, in open or session access.
///
/// Source: `docs/backend-api.md`, and the exchanges under `Tests/Recordings`. Nothing is cached and nothing is
/// tried again, so that one call is one request.
public struct RESTRepositories: Sendable {
    private let client: BackendClient

    /// - Parameters:
    ///   - transport: what sends the requests, and limits how long they take and how much comes back.
    ///   - baseURL: where the backend's routes begin.
    ///   - access: how the backend knows who asks.
    ///   - credentials: by what it knows that, in session access; a bearer token may go with either.
    public init(
        transport: any Transport, baseURL: BaseURL, access: Access = .open,
        credentials: any CallerCredentials = NoCredentials()
    ) {
        client = BackendClient(transport: transport, baseURL: baseURL, access: access, credentials: credentials)
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
