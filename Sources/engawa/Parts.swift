import Chat
import ChatBackend
import ChatREST
import ChatRecords
import ChatStore
import EventLoops
import FileIntake
import FileTypes
import FoundationEssentials
import HTTP
import HTTPClient
import HTTPServer
import Live
import Logging
import Metrics
import Passwords
import PostgreSQLChat
import SQLite
import Sending
import SharedReading
import Upstream

/// The folder of the databases and pictures; created with mode 0700 if missing.
struct DataFolder {
    let path: String

    init(_ path: String) throws(ConfigurationError) {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            let reason = FileFailure(error)?.reason ?? "\(error)"
            throw Setting.data.refusal(of: path, because: "it can't be made: \(reason)")
        }
        guard FileManager.default.isWritableFile(atPath: path) else {
            throw Setting.data.refusal(of: path, because: "it can't be written to")
        }
    }

    func path(of name: String) -> String { "\(path)/\(name)" }
}

/// The files of the data folder that several commands open.
enum DataFile {
    static let accounts = "sessions.sqlite"
    static let audit = "audit.sqlite"
    static let chat = "chat.sqlite"
    /// The folder of the contents of files that belong to the chat's messages.
    static let files = "files"
    /// Contents of files that were fetched from a REST backend, or from the bucket of sites on PostgreSQL: a cache.
    static let fetchedFiles = "fetched"
    /// The same of files that this chat keeps in a bucket; beside the others, since `backend` may share a data folder with a
    /// site before a REST backend.
    static let fetchedOwnFiles = "files/fetched"
    /// Where files arrive, if their contents are kept in a folder that several sites share.
    static let incoming = "incoming"
    /// Previews of links, and their pictures: caches.
    static let linkPreviews = "previews"
    static let linkPreviewPictures = "preview-pictures"
    static let passwords = "passwords.sqlite"
    /// Pictures of messages in the sizes of pages: a cache.
    static let scaledPictures = "scaled"
    /// Beside a REST backend: drafts, and the ledger of what was sent.
    static let sendLedger = "desk.sqlite"
    /// Sign-ins in progress at providers.
    static let signIn = "sign-in.sqlite"
    static let vaultKey = "vault.key"
}

/// The chat backend: embedded or remote.
struct ChosenBackend {
    private enum Kind {
        case embedded(EmbeddedStore)
        /// The embedded chat in a PostgreSQL database.
        case shared(PostgreSQLChatStore)
        case remote(BaseURL, GuardedTransport, Access)
    }

    private let kind: Kind
    /// The users of the chat, accessible without credentials.
    let users: any UserRepository
    /// Verifies passwords, if people sign in with them at the backend.
    let authority: (any PasswordAuthority)?
    /// The passwords, if they are stored here.
    let passwords: PasswordStore?
    /// Where the contents of files are kept that people look at, before a remote backend.
    private let contents: FetchedContents?

    /// - Parameter trust: which remote backend is trusted.
    init(
        _ configuration: Configuration, _ signIn: SignInConfiguration, trust: ServerTrust, _ installation: Installation,
        folder: DataFolder, loops: [EventLoop], metrics: MetricsRegistry, log: Logger
    ) async throws {
        switch (configuration.backend, installation) {
        case (.embedded, .shared(let shared)):
            let keeping = try configuration.filePlace?.open().keeping(
                limits: configuration.files, cache: folder.path(of: DataFile.fetchedFiles))
            let store = PostgreSQLChatStore(shared.database, files: keeping, signals: shared.signals)
            try await store.files?.claim(for: configuration)
            kind = .shared(store)
            contents = nil
            users = store.repositories.users
            passwords =
                signIn.asksBackend
                ? PasswordStore(shared.database, users: store.repositories.users, clock: installation.clock) : nil
            authority = passwords
        case (.embedded, .folder):
            let store = try await EmbeddedStore(configuration, folder: folder, log: log)
            // Earlier versions kept drafts and keys there with the embedded store, too.
            let ledger = folder.path(of: DataFile.sendLedger)
            if FileManager.default.fileExists(atPath: ledger) { try store.chat.moveSending(from: ledger) }
            kind = .embedded(store)
            contents = nil
            users = store.repositories.users
            passwords = signIn.asksBackend ? try await store.passwords(folder: folder, log: log) : nil
            authority = passwords
        case (.remote(let url), _):
            let client = CurlClient(toBackendWith: configuration.backendConcurrency, trust: trust, on: loops)
            let guarded = GuardedTransport(
                toBackendOver: client, concurrency: configuration.backendConcurrency, metrics: metrics, log: log)
            kind = .remote(url, guarded, signIn.access(configuration))
            contents = try FetchedContents(folder.path(of: DataFile.fetchedFiles))
            users = RESTRepositories(transport: guarded, baseURL: url).repositories.users
            passwords = nil
            authority =
                signIn.asksBackend
                ? RESTPasswordAuthority(transport: guarded, baseURL: url, origin: signIn.backendOrigin) : nil
        }
    }

    /// The embedded chat in the data folder.
    var chat: ChatStore? { if case .embedded(let store) = kind { store.chat } else { nil } }

    /// The files of messages that are kept here.
    var storedFiles: (any SweptFiles)? {
        switch kind {
        case .embedded(let store): store.chat.files
        case .shared(let store): store.files
        case .remote: nil
        }
    }

    /// The folder where files arrive; `nil` where none can be sent.
    func incoming(in folder: DataFolder) throws -> String? {
        switch kind {
        case .embedded(let store): store.chat.files?.incoming
        case .shared(let store): store.files.map { _ in folder.path(of: DataFile.incoming) }
        case .remote: try folder.incoming()
        }
    }

    /// The embedded chat in PostgreSQL.
    var sharedChat: PostgreSQLChatStore? { if case .shared(let store) = kind { store } else { nil } }

    /// The embedded chat, whose people are managed here; `nil` before a remote backend.
    var managed: (any UserAdministration & CountedChat)? { chat ?? sharedChat }

    /// What is shared with other processes before the same REST backend; `nil` where none can be.
    func sharedReads(_ installation: Installation) -> PostgreSQLReads? {
        if case .remote = kind { installation.sharedReads() } else { nil }
    }

    /// Whether a page should send its requests to the backend concurrently.
    var asksSideBySide: @Sendable () -> Bool {
        switch kind {
        case .embedded: { false }
        case .shared: { true }
        case .remote(_, let transport, _): { transport.asksSideBySide }
        }
    }

    /// How long its answers may be cached.
    var cachePolicy: CachePolicy {
        switch kind {
        case .embedded, .shared: .authoritative
        case .remote: .askWhenOlder
        }
    }

    /// The chat's repositories, that of the files of messages, `nil` where there are none, and what has to be asked what
    /// the backend can do, `nil` where that is known.
    ///
    /// - Parameter credentials: creates the credentials for a remote backend with a kind of access.
    func repositories(
        _ credentials: (Access) -> any CallerCredentials
    ) -> (chat: Repositories, files: (any FileRepository)?, capabilities: RESTCapabilities?) {
        switch kind {
        case .embedded(let store): return (store.repositories, store.chat.files, nil)
        case .shared(let store): return (store.repositories, store.files, nil)
        case .remote(let url, let transport, let access):
            let rest = RESTRepositories(
                transport: transport, baseURL: url, access: access, credentials: credentials(access),
                contents: contents)
            return (rest.repositories, rest.files, rest.capabilities)
        }
    }

    /// What sends messages, and where drafts are kept.
    ///
    /// - Parameters:
    ///   - repositories: what `repositories(_:)` gave.
    ///   - members: where membership is looked up.
    func sending(
        _ repositories: Repositories, members: any ConversationRepository, _ installation: Installation
    ) throws -> (sender: any MessageSender, drafts: any DraftRepository) {
        switch kind {
        case .embedded(let store): return (store.chat, store.chat.drafts)
        case .shared(let store): return (store, store.drafts)
        case .remote:
            let (ledger, drafts) = try installation.sendLedger()
            let sender = LedgerSender(
                repositories.messages, members: members, ledger: ledger, clock: installation.clock)
            return (sender, drafts)
        }
    }
}

/// The embedded backend's store, filled with sample data if that is enabled and the store is empty.
struct EmbeddedStore {
    /// The same for all people of the sample data, so not a secret.
    static let samplePassword = "veranda-by-the-sea"

    let chat: ChatStore
    var repositories: Repositories { chat.repositories }
    /// Whether anyone may sign in as a person of the sample data.
    private let areSamplesOpen: Bool

    init(_ configuration: Configuration, folder: DataFolder, log: Logger) async throws {
        try folder.lock(DataFile.chat)
        areSamplesOpen = configuration.areSamplesOpen
        let path = folder.path(of: DataFile.chat)
        chat = try ChatStore(
            .file(path: path), files: try folder.files(limits: configuration.files, in: configuration.filePlace),
            clock: .system)
        try await chat.files?.claim(for: configuration)
        guard configuration.hasSampleWorld else { return }
        do throws(ChatError) {
            if try SampleWorld.seed(chat) { log.info("the store was empty: it now holds the sample world") }
        } catch {
            guard error.reason == .overloaded else { throw error }
            throw ConfigurationError("\(Setting.data.flag): \(path) is locked by another program")
        }
    }

    /// The accounts with passwords. In development, those of the sample data get an account with a public password.
    func passwords(folder: DataFolder, log: Logger) async throws -> PasswordStore {
        let passwords = try PasswordStore(.file(folder.path(of: DataFile.passwords)), users: repositories.users)
        guard areSamplesOpen, try await passwords.isEmpty, let password = Password(Self.samplePassword) else {
            return passwords
        }
        let samples = Set(SamplePerson.allCases.map(\.id))
        try await passwords.set(
            password, for: try await repositories.users.users().filter { samples.contains($0.id) })
        log.info("the people of the sample world have accounts now, all with the same password")
        return passwords
    }

    /// Serves repositories as a REST backend.
    ///
    /// - Parameters:
    ///   - passwords: verifies passwords, in session access.
    ///   - files: those of messages; `nil` where none are kept.
    static func serve(
        _ repositories: Repositories, passwords: (any PasswordAuthority)?, files: StoredFiles?,
        _ configuration: Configuration, over server: ServerConfiguration, log: Logger
    ) throws -> Server {
        let backend = ChatBackend(
            repositories: repositories, passwords: passwords,
            files: try files.map {
                ChatBackend.Files(
                    FileIntake($0, types: try FileTypeDetector(), scanner: configuration.scanner, log: log),
                    arriving: ArrivingFiles(folder: $0.incoming))
            },
            allowsRegistration: configuration.allowsRegistration, hasTLS: configuration.tls != nil)
        return try Server(server, log: log, fault: ChatBackend.fault) {
            await backend.respond(to: $0)
        }
    }
}

extension ServerConfiguration {
    /// Reads the certificate, if TLS is configured.
    init(_ configuration: Configuration, log: Logger) throws(ConfigurationError) {
        self.init(listen: configuration.listen)
        passedSocket = configuration.passedSocket
        if let files = configuration.tls {
            let certificate = try Certificate(files)
            certificate.warnOfInvalidity(log, at: Clock.system.now())
            tls = certificate.identity
        }
        proxies = configuration.trustedProxies
        limits.connectionsPerAddress = configuration.connectionsPerAddress
    }
}
