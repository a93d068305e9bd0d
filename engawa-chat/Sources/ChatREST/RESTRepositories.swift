public import Chat
public import HTTP

/// The chat's repositories over the REST API of a backend, in open or session access.
///
/// Source: `docs/backend-api.md`, and the recordings in `Tests/Recordings`. There is no cache and no retry: one call is
/// one request.
public struct RESTRepositories: Sendable {
    private let client: BackendClient
    private let kept: KeptUsers
    /// The files of messages; `nil` where their contents are not kept.
    public let files: RESTFiles?
    /// What the backend can do: nothing of it until it is asked.
    public let capabilities: RESTCapabilities

    /// - Parameters:
    ///   - transport: sends the requests, with limits on their time and the size of responses.
    ///   - baseURL: the root of the backend's routes.
    ///   - access: how the backend identifies the caller.
    ///   - clock: says how old the list of people is, which is kept for searches.
    ///   - credentials: required in session access; may also be a bearer token in either access.
    ///   - contents: where the contents of files are kept that people look at; without it there are no files.
    public init(
        transport: any Transport, baseURL: BaseURL, access: Access = .open,
        credentials: any CallerCredentials = NoCredentials(), clock: Clock = .system,
        contents: FetchedContents? = nil
    ) {
        kept = KeptUsers(clock: clock)
        let client = BackendClient(transport: transport, baseURL: baseURL, access: access, credentials: credentials)
        self.client = client
        files = contents.map { RESTFiles(client: client, contents: $0, known: KnownFiles(clock: clock)) }
        capabilities = RESTCapabilities(client: client, files: files?.known)
    }

    public var repositories: Repositories {
        let conversations = RESTConversations(client: client)
        let messages = RESTMessages(client: client, knownFiles: files?.known)
        return Repositories(
            users: RESTUsers(client: client, kept: kept),
            conversations: conversations,
            messages: messages,
            reactions: RESTReactions(client: client),
            readMarks: RESTReadMarks(client: client),
            bookmarks: RESTBookmarks(client: client),
            search: RecentMessageSearch(conversations: conversations, messages: messages),
            health: RESTHealth(client: client),
            editing: RESTEditing(client: client, capabilities: capabilities),
            pins: RESTPins(client: client, capabilities: capabilities),
            groups: RESTGroups(client: client, capabilities: capabilities),
            invites: RESTInvites(client: client, capabilities: capabilities),
            receipts: RESTReceipts(client: client, capabilities: capabilities),
            openGroups: RESTOpenGroups(client: client, capabilities: capabilities),
            pictures: RESTPictures(client: client, capabilities: capabilities),
            threads: RESTThreads(client: client, capabilities: capabilities)
        )
    }
}
