import Accounts
import Chat
import Cryptography
import ChatBackend
import ChatREST
import ChatStore
import FoundationEssentials
import Gateway
import HTTP
import HTTPClient
import HTTPServer
import Live
import Logging
import Pictures
import Replay
import SQLite
import Sending

/// What went wrong before anything could be measured.
struct WorkloadError: Error, CustomStringConvertible {
    let description: String
}

/// The site in front of a backend whose answers are at hand: everything between the bytes that a backend sends and the
/// bytes that a browser gets, without sockets.
struct Workload {
    private let site: Site
    private let repositories: Repositories
    private let cookie: String
    private let remote: RemoteAnswer

    static let names = ["health", "profile", "thread", "list", "messages", "conversation", "transfer"]

    /// The veranda of the sample world, whose newest page holds 50 messages.
    private static let conversation = "550e8400-e29b-41d4-a716-446655450001"
    private static let origin = "http://127.0.0.1"

    /// - Parameters:
    ///   - assets: the folder `Public`.
    ///   - folder: a place for pictures, of which there are none.
    init(assets: String, folder: String) async throws {
        let store = try ChatStore(.memory, clock: .system)
        _ = try SampleWorld.seed(store)
        let backend = CannedBackend(HandlerTransport(ChatBackend(repositories: store.repositories).respond))
        repositories = RESTRepositories(transport: backend, baseURL: HandlerTransport.baseURL).repositories
        let accounts = try AccountsDatabase(.memory)
        let vault = Vault(key: .random())
        let live = Live(repositories, policy: .alwaysAsk, publisher: EventWriter())
        let ledger = try SendLedgerDatabase(.memory)
        site = Site(
            SiteParts(
                live: live,
                sessions: Sessions(accounts, vault: vault), identities: Identities(accounts),
                accounts: AccountRegister(accounts), proofs: ProofParts(accounts, vault: vault),
                audit: try AuditLog(.memory),
                methods: SignInMethods(userID: UserIDSignIn(users: repositories.users)),
                sender: LedgerSender(
                    repositories.messages, members: live.repositories.conversations, ledger: ledger,
                    clock: .system),
                drafts: ledger.drafts,
                assets: try Assets(directory: assets),
                pictures: try PictureStore(
                    folder: folder, transport: HandlerTransport { _ in Response(.notFound) },
                    now: { .milliseconds(Clock.system.now().milliseconds) }, log: .silent),
                policy: SitePolicy(
                    mode: .production, publicURL: nil, hasTLS: false, limitsRequests: false), log: .silent))
        let signIn = try Self.request(.post, "/sign-in", [.origin: Self.origin], .form(["user": "alice"]))
        guard let session = await site.respond(to: signIn).headers[.setCookie] else {
            throw WorkloadError(description: "nobody could sign in")
        }
        cookie = session.prefix { $0 != ";" } + "; zone=Asia%2FTokyo"
        remote = try RemoteAnswer()
        // What is new is read by this.
        _ = await site.respond(to: try request("/conversations/\(Self.conversation)"))
        backend.forget()
    }

    /// Does the work of `name` once. - Returns: the bytes that came of it.
    func run(_ name: String) async throws -> Int {
        switch name {
        case "health": try await page("/healthz")
        case "profile": try await page("/profile")
        case "thread": try await page("/conversations/\(Self.conversation)")
        case "list": try await page("/conversations")
        case "messages":
            try await repositories.messages.messages(in: id(), as: viewer(), before: nil, limit: 50).count
        case "conversation": try await repositories.conversations.conversation(id(), as: viewer()).participants.count
        case "transfer": try await remote.fetch()
        default: throw WorkloadError(description: "there is no workload \(name)")
        }
    }

    private func page(_ path: String) async throws -> Int {
        let response = await site.respond(to: try request(path))
        guard response.status == .ok else { throw WorkloadError(description: "\(path): \(response.status)") }
        return response.body.count
    }

    private func request(_ path: String) throws -> Request {
        try Self.request(.get, path, [.cookie: cookie, .acceptLanguage: "ja,en;q=0.8"], .none)
    }

    private static func request(_ method: Method, _ path: String, _ headers: HeaderFields, _ body: Request.Body) throws
        -> Request
    {
        guard let target = RequestTarget(path) else { throw WorkloadError(description: "no target: \(path)") }
        var headers = headers
        headers[.host] = "127.0.0.1"
        return Request(method: method, target: target, headers: headers, body: body)
    }

    private func id() throws -> ConversationID {
        guard let id = ConversationID(Self.conversation) else { throw WorkloadError(description: "no identifier") }
        return id
    }

    private func viewer() -> UserID { SamplePerson.alice.id }
}

/// An answer of the usual size from a server of this process, fetched by the client: the server's work counts, too.
struct RemoteAnswer {
    private static let bytes = 20_000
    private let server: Server
    private let client = CurlClient()

    init() throws {
        let answer = Response(.ok, .json, Array(repeating: UInt8(ascii: " "), count: Self.bytes))
        server = try Server(
            ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0)), log: .silent
        ) { _ in answer }
    }

    func fetch() async throws -> Int {
        let request = ClientRequest(
            .get, "http://\(server.address)/conversations", headers: [.accept: MediaType.json.description])
        return try await client.send(request).body.count
    }
}
