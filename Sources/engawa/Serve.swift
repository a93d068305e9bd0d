import Accounts
import Chat
import ChatREST
import ChatStore
import Concurrency
import EventLoops
import FileIntake
import FileTypes
import FoundationEssentials
import Gateway
import HTTP
import HTTPClient
import HTTPServer
import LinkPreviews
import Live
import Logging
import Metrics
import Pictures
import PostgreSQL
import PostgreSQLChat
import SQLite
import SharedReading

/// `engawa serve`: assembles the site and runs it.
struct Serve {
    let configuration: Configuration
    let signIn: SignInConfiguration

    init(_ settings: Settings) throws(ConfigurationError) {
        var configuration = try Configuration(settings, defaultPort: 8080)
        try configuration.takePassedSocket(ProcessInfo.processInfo.environment)
        self.configuration = configuration
        signIn = try SignInConfiguration(settings, configuration)
    }

    func run(until signals: ProcessSignals) async throws {
        let log = Logger.standardError(configuration)
        let reloads = signals.reloads()
        log.reportMigrations()
        var server = try ServerConfiguration(configuration, log: log)
        let trust = try configuration.readBackendTrust()
        let assets = try AssetFolder.load(configuration.assets)
        let folder = try DataFolder(configuration.data)
        let metrics = MetricsRegistry()
        try folder.lock(DataFile.accounts)
        // A request is handled on one loop, including its requests to the backend.
        let loops = (0..<ServerConfiguration.defaultThreads).map { _ in
            EventLoop { turn in
                log.warning(
                    "long turn of an event loop",
                    [
                        "ms": .milliseconds(turn.time / .milliseconds(1)), "part": .text(turn.longestPart),
                        "part_ms": .milliseconds(turn.longestPartTime / .milliseconds(1)),
                    ])
            }
        }
        let (installation, vault) = try await open(folder, on: loops, log: log)
        let clock = installation.clock
        let accounts = try installation.accounts()
        try await accounts.claim(vault)
        let sessions = Sessions(accounts, vault: vault, clock: clock)
        let audit = try installation.audit()
        try await audit.trim()
        let backend = try await ChosenBackend(
            configuration, signIn, trust: trust, installation, folder: folder, loops: loops, metrics: metrics, log: log)
        let methods = try SignInMethods(
            signIn, installation, accounts, vault: vault, users: backend.users, authority: backend.authority,
            makesUsers: configuration.allowsRegistration)
        let credentialMonitor = CredentialMonitor(
            sessions, credentialProviders: methods.credentialProviders, consents: methods.consents, clock: clock)
        let (repositories, files, capabilities) = backend.repositories { access -> any CallerCredentials in
            // If no sign-in method provides credentials, the sessions need not be searched for each request.
            guard access == .session || signIn.givesCredentials else { return NoCredentials() }
            return SessionCredentials(
                sessions, access: access, bearers: signIn.bearers, credentialMonitor: credentialMonitor,
                ended: { await audit.record(ended: $0, log) })
        }
        let policy = SitePolicy(
            mode: configuration.mode, publicURL: configuration.publicURL, hasTLS: configuration.tls != nil,
            allowsRegistration: configuration.allowsRegistration, passwords: signIn.passwords,
            samplePassword: configuration.areSamplesOpen ? EmbeddedStore.samplePassword : nil,
            limitsRequests: configuration.limitsRequests, allowsOwnAlias: configuration.allowsOwnAlias)
        let previews = try configuration.hasLinkPreviews ? linkPreviews(folder, accounts, clock: clock, log: log) : nil
        let emoji = PlaceEmoji(AccountRegister(accounts, clock: clock))
        let reads = configuration.disablesCaches ? nil : backend.sharedReads(installation)
        let live = Live(
            repositories, policy: configuration.disablesCaches ? .alwaysAsk : backend.cachePolicy,
            pace: PollingPace(watched: configuration.pollInterval), clock: clock,
            publisher: EventWriter(previews: previews, emoji: emoji),
            sharing: reads, history: backend.sharedChat.map { PostgreSQLChangeHistory($0) },
            observeFanOut: LiveMetrics.fanOut(in: metrics).observe)
        let sending = try backend.sending(repositories, members: live.repositories.conversations, installation)
        warnOfMissingProof(log)
        var parts = SiteParts(
            live: live,
            sessions: sessions,
            identities: Identities(accounts, clock: clock),
            accounts: AccountRegister(accounts, clock: clock),
            proofs: ProofParts(accounts, vault: vault, policy: factorPolicy, clock: clock),
            audit: audit,
            methods: methods,
            credentialMonitor: credentialMonitor,
            sender: sending.sender,
            drafts: sending.drafts,
            assets: assets,
            pictures: try pictures(folder, log: log),
            policy: policy, clock: clock, log: log)
        if case .shared(let shared) = installation {
            Neighbours(shared.signals, vault).connect(live)
            if let previews { live.connectPreviews(previews.noteRemoved) }
            parts.attempts = shared.attempts(.signIn, vault)
            parts.proofs.attempts = shared.attempts(.factor, vault)
            parts.quotas = SiteQuotas(clock: clock) { SharedQuota(shared.database, vault: vault, $0) }
            StoreMetrics.register(shared.database, in: metrics)
        }
        ProcessMetrics.register(in: metrics)
        BlockingPoolMetrics.register(in: metrics)
        BuildInfo.register(in: metrics)
        EventLoopMetrics.register(loops, in: metrics)
        let data = DataMetrics(folder, chat: backend.managed, sessions, in: metrics)
        parts.countSignIn = SignInMetrics(metrics, methods.names).count
        parts.asksSideBySide = backend.asksSideBySide
        parts.previews = previews
        parts.emoji = emoji
        if let files {
            let scaled = try ScaledPictures(
                folder: folder.path(of: DataFile.scaledPictures),
                now: { .milliseconds(Clock.system.now().milliseconds) })
            parts.uploads = Uploads(
                FileIntake(files, types: try FileTypeDetector(), scanner: configuration.scanner, log: log),
                scaled: scaled)
        }
        parts.people = backend.managed.map { chat in
            PeopleAdministration(
                users: backend.users, chat: chat, passwords: backend.passwords, register: parts.accounts,
                sessions: sessions, factors: parts.proofs.factors, links: OneTimeLinks(accounts, clock: clock))
        }
        var invitation: (code: FirstAdminCode, endsAt: Timestamp)?
        if configuration.mode == .production, methods.admitFirstAdmin, let people = parts.people,
            let (firstAdmin, code) = try await firstAdmin(people, installation, vault)
        {
            parts.firstAdmin = firstAdmin
            invitation = (code, try await firstAdmin.endsAt)
        }
        parts.metrics = { (metrics.text, Exposition.contentType) }
        parts.figures = { data.siteFigures }
        let site = Site(parts)
        LiveMetrics.register(live, parts.pages, in: metrics)
        if let reads { LiveMetrics.register(reads, live, in: metrics) }
        server.loops = loops
        if let incoming = try backend.incoming(in: folder) {
            server.uploads = UploadConfiguration(folder: incoming) { request in
                await site.admittedFiles(of: request).map {
                    UploadLimits(file: .bytes(Int($0.bytesOfFile)), files: $0.files)
                }
            }
        }
        let siteMetrics = SiteMetrics(metrics, isShared: installation.isShared)
        let fault = siteMetrics.counting(site.fault)
        let running = try Server(server, log: log, fault: fault) { request in
            await TraceParent.$current.withValue(request.trace) {
                await siteMetrics.counting(request) { await site.answer($0) }
            }
        }
        let metricsServer = try serveMetrics(metrics, on: loops)
        log.started(configuration, at: running.address, metrics: metricsServer?.address)
        if let invitation {
            let url = configuration.siteURL(port: running.address.port)
            log.invite(with: invitation.code, until: invitation.endsAt, to: url)
        }
        let reporting = Task { await log.reportAbsence(of: configuration.backend, repositories.health) }
        announceAddresses(running.address)
        if let metricsServer { announce("Metrics are at http://\(metricsServer.address)/metrics") }
        let reloading = Task { [tls = server.tls] in
            await CertificateReload(server: running, log: log).run(configuration.tls, present: tls, on: reloads)
        }
        let keeping = Task { await site.maintainCredentials() }
        let scheduling = Task { await site.sendScheduledMessages() }
        let readingEmoji = Task { await site.readEmoji() }
        let watching = Task { await DataWatch.run(folder, log: log) }
        let measuring = Task { await data.run() }
        let sweeping = backend.storedFiles.map { files in Task { await FileSweep(files: files, log: log).run() } }
        let asking = capabilities.map { capabilities in
            Task { await CapabilityWatch(capabilities: capabilities, log: log).run() }
        }
        let foreign = backend.chat.map { chat in
            Task { await ForeignChanges(chat: chat, live: live, log: log).watch() }
        }
        let sharing = backend.sharedChat.map { chat in
            let lag = StoreMetrics.hintLag(in: metrics)
            let feed = ChangeFeed(chat, to: live, report: { log.report($0) }, observeLag: lag.observe)
            live.connect(catchingUp: feed.catchUp)
            return Task { await feed.run() }
        }
        let reading = reads.map { reads in
            Task { await ReadFeed(reads, to: live) { log.report($0) }.run() }
        }
        let timing = Task { if case .shared(let shared) = installation { await shared.keepTime(log) } }
        await signals.wait()
        log.info("stopping")
        for task in [reporting, reloading, keeping, scheduling, readingEmoji, watching, measuring, timing] {
            task.cancel()
        }
        sweeping?.cancel()
        asking?.cancel()
        foreign?.cancel()
        sharing?.cancel()
        reading?.cancel()
        // Before the loops end, on which its connections live.
        _ = await within(Self.longestFarewell) { await reading?.value }
        await running.stop()
        await metricsServer?.stop()
        for loop in loops { loop.stop() }
        log.info("stopped")
    }

    /// How long is waited at the end for the database that sites share.
    private static let longestFarewell = Duration.seconds(1)

    /// Opens the databases; a vault in the data folder is for one process only.
    private func open(
        _ folder: DataFolder, on loops: [EventLoop], log: Logger
    ) async throws -> (Installation, Vault) {
        guard let address = try configuration.store.address() else {
            try folder.refuseMissingFiles(hasKey: configuration.vault != nil, servesChat: configuration.servesChat)
            if configuration.servesChat { folder.beginChat() }
            return (.folder(folder), try configuration.vault ?? Vault(keyFile: folder.path(of: DataFile.vaultKey)))
        }
        let vault = try configuration.requireVault()
        if configuration.hasSampleWorld {
            log.warning("the sample world is made in a data folder only: see `store copy`")
        }
        return (.shared(try await Installation.Shared(PostgreSQL.Database(address, on: loops), log: log)), vault)
    }

    /// What makes the first admin, and the code for it, where there are no people.
    private func firstAdmin(
        _ people: PeopleAdministration, _ installation: Installation, _ vault: Vault
    ) async throws -> (FirstAdmin, FirstAdminCode)? {
        guard case .shared(let shared) = installation else {
            let code = FirstAdminCode.random()
            return try await FirstAdmin(people, code: code).map { ($0, code) }
        }
        let record = SharedFirstAdmin(shared.database, vault: vault, clock: installation.clock)
        guard let firstAdmin = try await FirstAdmin(people, record, clock: installation.clock) else { return nil }
        return (firstAdmin, try await record.settle())
    }

    /// If sessions need a credential from another sign-in method, a passkey can only be a second factor.
    private var factorPolicy: FactorPolicy {
        var policy = configuration.factors
        if case .remote = configuration.backend { policy.passkeysSignIn = signIn.access(configuration) == .open }
        return policy
    }

    private func warnOfMissingProof(_ log: Logger) {
        guard signIn.asksForNoProof, configuration.mode == .production else { return }
        log.warning("anybody who knows a user's alias can sign in as that user", ["sign-in": .text("user-id")])
    }

    /// A listener for the metrics, if configured.
    private func serveMetrics(_ registry: MetricsRegistry, on loops: [EventLoop]) throws -> Server? {
        guard let address = configuration.metricsListen else { return nil }
        return try MetricsEndpoint(registry: registry).serve(on: address, loops)
    }

    /// Pictures are fetched from public addresses only; this is deliberately not configurable.
    private func pictures(_ folder: DataFolder, log: Logger) throws -> PictureStore {
        let limits = PictureLimits()
        return try PictureStore(
            folder: folder.path(of: "avatars"), transport: PublicWeb(limits), limits: limits,
            now: { .milliseconds(Clock.system.now().milliseconds) }, log: log)
    }

    /// Pages are fetched from public addresses only, as pictures are.
    private func linkPreviews(
        _ folder: DataFolder, _ accounts: AccountsDatabase, clock: Clock, log: Logger
    ) throws -> LinkPreviews {
        let limits = LinkPreviewLimits()
        let now: @Sendable () -> Duration = { .milliseconds(Clock.system.now().milliseconds) }
        let pictures = try PictureStore(
            folder: folder.path(of: DataFile.linkPreviewPictures), transport: PublicWeb(limits.pictures),
            limits: limits.pictures, now: now, log: log)
        let store = try LinkPreviewStore(
            folder: folder.path(of: DataFile.linkPreviews), pages: PublicWeb(limits), pictures: pictures,
            limits: limits, now: now, log: log)
        return LinkPreviews(
            store, accounts: AccountRegister(accounts, clock: clock), ownOrigin: configuration.publicURL?.origin,
            clock: clock, log: log)
    }

    private func announceAddresses(_ address: ListenAddress) {
        let scheme = configuration.tls == nil ? "http" : "https"
        announce("Engawa is open:")
        // Forms are accepted only under the public name and scheme.
        if let publicURL = configuration.publicURL { return announce("  \(publicURL)") }
        if address.isWildcard || address.isLoopback { announce("  \(scheme)://localhost:\(address.port)") }
        if address.isWildcard {
            for host in LocalAddresses.lan(withIPv6: address.coversIPv6) {
                announce("  \(scheme)://\(host):\(address.port)")
            }
        } else if !address.isLoopback {
            announce("  \(scheme)://\(address)")
        }
    }
}
