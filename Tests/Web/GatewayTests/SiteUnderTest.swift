import Accounts
import Chat
import Cryptography
import ChatBackend
import ChatREST
import ChatRecords
import ChatStore
import FileIntake
import FileTypes
import Files
import Foundation
import HTTP
import HTTPClient
import HTTPServer
import Live
import Logging
import OpenID
import Passwords
import Pictures
import Replay
import RepositoryBehaviour
import SQLite
import Sending
import Testing

@testable import Gateway

/// What stands behind a site in a test.
enum BackendUnderTest {
    /// What a real backend answered, replayed by a server on a real socket.
    case replay(ReplayBackend)
    /// The embedded backend's store, with its sample world.
    case embedded
    /// The same world behind its REST API.
    case remote
    /// A backend at this address; for one that is not there.
    case address(String)
    /// A backend over REST that answers so.
    case rest(Handler)
    /// A backend that goes by its own sessions, and answers so.
    case sessions(Handler)

    var isEmbedded: Bool { if case .embedded = self { true } else { false } }
}

/// The whole site on a real socket, and what a test may turn.
struct SiteUnderTest {
    let url: String
    let site: Site
    let clock: ManualClock
    let log: LogLines
    /// What must not stand in it.
    let secrets: Secrets
    let sessions: Sessions
    let vault: Vault
    let identities: Identities
    let accounts: AccountRegister
    let proofs: ProofParts
    let audit: AuditLog
    let signIns: SignInCounts
    /// The chat, as the site knows it.
    let repositories: Repositories
    /// The chat as others reach it, past the site.
    let elsewhere: Repositories
    /// The embedded backend's store.
    let store: ChatStore?
    /// The embedded backend's passwords, where the site has them.
    let passwords: PasswordStore?
    let links: OneTimeLinks
    /// The files of messages.
    let files: (any FileRepository)?
    /// A folder on the disk for a test's own files.
    let folder: String

    /// A new browser, with no cookies but the zone.
    func browser(language: String = "en") throws -> Browser {
        try Browser(url: url, language: language, secrets: secrets)
    }

    /// A browser in which `alias` has signed in.
    func browser(signedInAs alias: String, language: String = "en") async throws -> Browser {
        let browser = try browser(language: language)
        let answer = try await browser.post("/sign-in", ["user": alias])
        try #require(answer.status == .seeOther)
        return browser
    }
}

/// How long the tests' site waits for a backend.
let backendPatience = Duration.milliseconds(400)

/// A web for sites that are to ask it for nothing.
struct NoWeb: Transport {
    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        Issue.record("\(request.url) was asked for")
        throw TransportError(.cannotConnect, method: request.method, url: request.url, detail: "there is no web")
    }
}

/// Runs a site for the time of `body`.
///
/// - Parameters:
///   - policy: when a second factor is wanted.
///   - web: where pictures come from.
///   - linked: where pages come from that messages link to; `nil` where links have no previews.
///   - methods: the ways in, given the chat's people.
///   - location: where sessions and accounts are kept.
///   - database: the same, if it is no database of SQLite.
///   - chat: where the embedded backend's chat is kept.
///   - secrets: those of the services beside the site; they must stand in no log, as those of the browsers.
///   - hasPasswords: whether people sign in with passwords of the embedded backend, too.
///   - maximumDataFile: how large a file of personal data may be.
///   - hasOtherAuditLines: whether the test writes lines into the audit log that no site writes.
///   - code: makes the first admin of an embedded chat without people, instead of one with the sample world.
///   - firstEvent: where the events of this run are counted from; pages name it.
///   - figures: what the page of charts shows; `nil` before the first count.
///   - counting: counts what a remote backend is asked.
///   - meeting: where questions to a remote backend wait for each other.
///   - hasFiles: whether messages of an embedded chat may have files.
///   - asksSideBySide: whether pages ask it several things at once.
///   - limitsRequests: whether one person, and one address, may ask only so often.
func withSite(
    _ backend: BackendUnderTest, mode: SitePolicy.Mode = .production, publicURL: String? = nil,
    allowsRegistration: Bool = true, passwords: SitePolicy.PasswordReach = .everywhere,
    accounts location: Location = .memory, accountsDatabase database: AccountsDatabase? = nil,
    chat: ChatStore.Storage = .memory,
    factors policy: FactorPolicy = FactorPolicy(),
    web: any Transport = NoWeb(), linked: (any Transport)? = nil, counting: Count? = nil, meeting: MeetingPoint? = nil,
    asksSideBySide: Bool = false, figures: SiteFigures? = nil, limitsRequests: Bool = true,
    clock: ManualClock = ManualClock(),
    secrets: Secrets = Secrets(), hasPasswords: Bool = false, maximumDataFile: ByteCount? = nil,
    hasOtherAuditLines: Bool = false, hasFiles: Bool = false,
    allowsOwnAlias: Bool = false,
    firstAdmin code: FirstAdminCode? = nil,
    countingFrom firstEvent: EventID = EventID(1_795_255_200_000_000),
    methods: (any UserRepository) throws -> SignInMethods = { SignInMethods(userID: UserIDSignIn(users: $0)) },
    _ body: (SiteUnderTest) async throws -> Void
) async throws {
    let log = LogLines()
    let accounts = try database ?? AccountsDatabase(location)
    let (vault, audit) = (Vault(key: .random()), try AuditLog(.memory))
    let sessions = Sessions(accounts, vault: vault, clock: clock.clock)
    let identities = Identities(accounts, clock: clock.clock)
    let proofs = ProofParts(accounts, vault: vault, policy: policy, clock: clock.clock)
    var servers: [Server] = []
    func listen(
        _ handler: @escaping Handler, log: Logger = .silent,
        fault: (@Sendable (Status, HeaderFields) -> Response)? = nil
    )
        throws -> Server
    {
        let configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        let server =
            if let fault { try Server(configuration, log: log, fault: fault, handler: handler) } else {
                try Server(configuration, log: log, handler: handler)
            }
        servers.append(server)
        return server
    }
    func remote(_ address: String) throws -> Repositories {
        var configuration = CurlClient.Configuration()
        configuration.timeout = backendPatience
        return RESTRepositories(
            transport: SecretWatch(CurlClient(configuration), secrets), baseURL: try #require(BaseURL(address))
        ).repositories
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID())").path
    let pictures = "\(folder)-avatars"
    defer {
        for part in ["avatars", "fetched", "files", "scaled", "previews", "preview-pictures"] {
            try? FileManager.default.removeItem(atPath: "\(folder)-\(part)")
        }
    }
    let repositories: Repositories
    var embedded: ChatStore?
    var restFiles: RESTFiles?
    var credentialMonitor: CredentialMonitor?
    switch backend {
    case .replay(let replay): repositories = try remote("http://\(try listen { await replay.respond(to: $0) }.address)")
    case .address(let address): repositories = try remote(address)
    case .rest(let handler):
        repositories =
            RESTRepositories(transport: HandlerTransport(handler), baseURL: HandlerTransport.baseURL).repositories
    case .sessions(let handler):
        let transport = SecretWatch(HandlerTransport(handler), secrets)
        let users = RESTRepositories(transport: transport, baseURL: HandlerTransport.baseURL).repositories.users
        let credentialProviders = try methods(users).credentialProviders
        let shared = CredentialMonitor(sessions, credentialProviders: credentialProviders, clock: clock.clock)
        credentialMonitor = shared
        repositories =
            RESTRepositories(
                transport: transport, baseURL: HandlerTransport.baseURL, access: .session,
                credentials: SessionCredentials(
                    sessions, access: .session, bearers: [.tokenService], credentialMonitor: shared)
            ).repositories
    case .embedded, .remote:
        let keeping = hasFiles ? ChatStore.FileKeeping(try ContentFolder("\(folder)-files"), limits: FileLimits()) : nil
        let store = try ChatStore(chat, files: keeping, clock: clock.clock)
        if code == nil { try #require(try SampleWorld.seed(store)) }
        guard case .remote = backend else {
            repositories = store.repositories
            embedded = store
            break
        }
        let types = try FileTypeDetector()
        let chat = ChatBackend(
            repositories: store.repositories,
            files: store.files.map {
                ChatBackend.Files(FileIntake($0, types: types), arriving: ArrivingFiles(folder: $0.incoming))
            })
        let rest = RESTRepositories(
            transport: HandlerTransport { request in
                counting?.add()
                await meeting?.meet(request)
                return await chat.respond(to: request)
            },
            baseURL: HandlerTransport.baseURL, clock: clock.clock,
            contents: hasFiles ? try FetchedContents("\(folder)-fetched") : nil)
        repositories = rest.repositories
        restFiles = rest.files
        try await rest.capabilities.refresh()
    }
    let passwordStore = try embedded.flatMap { store in
        hasPasswords ? try PasswordStore(.memory, users: store, clock: clock.clock) : nil
    }
    var signInMethods = try methods(repositories.users)
    if let passwordStore {
        signInMethods.passwords.append(BackendPasswords(passwordStore, users: repositories.users, makesUsers: false))
    }
    let register = AccountRegister(accounts, clock: clock.clock)
    let emoji = PlaceEmoji(register)
    let previews = try linked.map {
        try LinkPreviews($0, folder: folder, register, publicURL: publicURL, clock: clock.clock, log: log.logger)
    }
    let live = Live(
        repositories, policy: backend.isEmbedded ? .authoritative : .askWhenOlder, clock: clock.clock,
        publisher: EventWriter(previews: previews, emoji: emoji), countingFrom: firstEvent)
    let ledger = try SendLedgerDatabase(.memory, clock: clock.clock)
    let sender: any MessageSender =
        embedded
        ?? LedgerSender(
            repositories.messages, members: live.repositories.conversations, ledger: ledger, clock: clock.clock)
    var parts = SiteParts(
        live: live, sessions: sessions, identities: identities,
        accounts: register, proofs: proofs, audit: audit,
        methods: signInMethods, credentialMonitor: credentialMonitor, sender: sender,
        drafts: embedded?.drafts ?? ledger.drafts,
        assets: try Assets(directory: TestFiles.folder("Public")),
        pictures: try PictureStore(
            folder: pictures, transport: web, now: { .milliseconds(clock.clock.now().milliseconds) },
            log: log.logger),
        policy: SitePolicy(
            mode: mode, publicURL: publicURL.flatMap { BaseURL($0) }, hasTLS: false,
            allowsRegistration: allowsRegistration, passwords: passwords, limitsRequests: limitsRequests,
            allowsOwnAlias: allowsOwnAlias),
        clock: clock.clock, log: log.logger)
    parts.previews = previews
    parts.emoji = emoji
    parts.asksSideBySide = { asksSideBySide }
    let files: (any FileRepository)? = embedded?.files ?? restFiles
    if let files {
        let scaled = try ScaledPictures(
            folder: "\(folder)-scaled", now: { .milliseconds(clock.clock.now().milliseconds) })
        parts.uploads = Uploads(FileIntake(files, types: try FileTypeDetector()), scaled: scaled)
    }
    if let maximumDataFile { parts.maximumDataFile = maximumDataFile }
    parts.figures = { figures }
    let signIns = SignInCounts()
    parts.countSignIn = signIns.count
    let links = OneTimeLinks(accounts, clock: clock.clock)
    parts.people = embedded.map { store in
        PeopleAdministration(
            users: store, chat: store, passwords: passwordStore, register: parts.accounts, sessions: sessions,
            factors: proofs.factors, links: links)
    }
    if let code, let people = parts.people {
        parts.firstAdmin = try await FirstAdmin(people, code: code, clock: clock.clock)
    }
    let site = Site(parts)
    let server = try listen({ await site.respond(to: $0) }, log: log.logger, fault: site.fault)
    let subject = SiteUnderTest(
        url: "http://\(server.address)", site: site, clock: clock, log: log, secrets: secrets, sessions: sessions,
        vault: vault, identities: identities, accounts: AccountRegister(accounts, clock: clock.clock), proofs: proofs,
        audit: audit, signIns: signIns,
        repositories: live.repositories,
        elsewhere: repositories, store: embedded, passwords: passwordStore, links: links,
        files: files, folder: pictures)
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(subject)) } catch { outcome = .failure(error) }
    for server in servers.reversed() { await server.stop() }
    try await expectNoSecrets(secrets, log, audit)
    if !hasOtherAuditLines { try await expectDetailsInBothLanguages(audit) }
    try outcome.get()
}

/// The files beside these tests.
enum TestFiles {
    static func folder(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path
    }
}
