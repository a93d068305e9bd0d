import Accounts
import CMalloc
import Chat
import ChatREST
import ChatStore
import Desk
import FoundationEssentials
import Gateway
import HTTP
import HTTPClient
import HTTPServer
import Live
import Logging
import Metrics
import Pictures
import SQLite

/// `engawa serve`: puts the site together and runs it.
struct Serve {
    let configuration: Configuration

    init(_ configuration: Configuration) { self.configuration = configuration }

    func run(until signals: StopSignals) async throws {
        let log = Logger.standardError(configuration)
        let tls = try configuration.tls.map { try TLSIdentity(files: $0) }
        let folder = try DataFolder(configuration.data)
        let metrics = MetricsRegistry()
        let backend = try ChosenBackend(configuration, folder: folder, metrics: metrics, log: log)
        let policy = SitePolicy(
            mode: configuration.mode, publicURL: configuration.publicURL, hasTLS: tls != nil,
            allowsRegistration: configuration.allowsRegistration)
        let live = Live(
            backend.repositories, source: configuration.keepsNothing ? .nothingKept : backend.source,
            pace: PollingPace(watched: configuration.pollInterval), announcer: EventWriter())
        let parts = SiteParts(
            live: live,
            sessions: try Sessions(.file(folder.path(of: "sessions.sqlite"))),
            desk: try Desk(.file(folder.path(of: "desk.sqlite"))),
            signIn: UserIDSignIn(users: backend.repositories.users),
            assets: try Assets(directory: try AssetFolder.find(configuration.assets)),
            pictures: try pictures(folder, log: log),
            policy: policy, log: log)
        let site = Site(parts)
        LiveMetrics.register(live, parts.pages, in: metrics)
        var server = ServerConfiguration(listen: configuration.listen)
        server.tls = tls
        server.executors = backend.executors
        let siteMetrics = SiteMetrics(metrics)
        let fault = siteMetrics.counting(site.fault)
        let running = try Server(server, log: log, fault: fault) { request in
            await siteMetrics.counting(request) { await site.respond(to: $0) }
        }
        let metricsServer = try serveMetrics(metrics)
        // What the start needed for a moment only, such as compressing the assets, goes back to the system.
        malloc_trim(0)
        announceAddresses(running.address)
        if let metricsServer { announce("Metrics are at http://\(metricsServer.address)/metrics") }
        await signals.wait()
        log.info("stopping")
        await running.stop()
        await metricsServer?.stop()
        log.info("stopped")
    }

    /// A listener for the metrics, where one is wanted.
    private func serveMetrics(_ registry: MetricsRegistry) throws -> Server? {
        guard let address = configuration.metricsListen else { return nil }
        ProcessMetrics.register(in: registry)
        BuildInfo.register(in: registry)
        return try MetricsEndpoint(registry: registry).serve(on: address)
    }

    /// Pictures come from public addresses only, and there is no setting that says otherwise.
    private func pictures(_ folder: DataFolder, log: Logger) throws -> PictureStore {
        let limits = PictureLimits()
        return try PictureStore(
            folder: folder.path(of: "avatars"), transport: PublicWeb(limits), limits: limits,
            now: { .milliseconds(Clock.system.now().milliseconds) }, log: log)
    }

    private func announceAddresses(_ address: ListenAddress) {
        let scheme = configuration.tls == nil ? "http" : "https"
        announce("Engawa is open:")
        // Under another name or scheme than the public one no form is accepted.
        if let publicURL = configuration.publicURL { return announce("  \(publicURL)") }
        if address.isWildcard || address.isLoopback { announce("  \(scheme)://localhost:\(address.port)") }
        if address.isWildcard {
            for host in LocalAddresses.lan { announce("  \(scheme)://\(host):\(address.port)") }
        } else if !address.isLoopback {
            announce("  \(scheme)://\(address)")
        }
    }
}

/// `engawa backend`: the embedded backend alone.
struct Backend {
    let configuration: Configuration

    init(_ configuration: Configuration) { self.configuration = configuration }

    func run(until signals: StopSignals) async throws {
        let log = Logger.standardError(configuration)
        let store = try EmbeddedStore(configuration, folder: DataFolder(configuration.data), log: log)
        let running = try EmbeddedStore.serve(store.repositories, configuration, log: log)
        announce("The backend listens on http://\(running.address) (no sign-in: keep it away from browsers)")
        await signals.wait()
        await running.stop()
    }
}
