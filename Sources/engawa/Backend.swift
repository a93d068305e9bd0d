import Chat
import ChatREST
import ChatStore
import EventLoops
import HTTPServer
import Logging
import Passwords
import PostgreSQL
import PostgreSQLChat
import Records

/// `engawa backend`: runs the embedded backend alone.
struct Backend {
    let configuration: Configuration

    func run(until signals: ProcessSignals) async throws {
        let log = Logger.standardError(configuration)
        let reloads = signals.reloads()
        var server = try ServerConfiguration(configuration, log: log)
        let loops = (0..<server.threads).map { _ in EventLoop() }
        defer { for loop in loops { loop.stop() } }
        server.loops = loops
        let (repositories, passwords, files) = try await open(on: loops, log: log)
        if passwords != nil, configuration.tls == nil, !configuration.listen.isLoopback {
            log.warning("passwords come here in the open: give \(Setting.tlsCertificate.flag), or listen on 127.0.0.1")
        }
        let running = try EmbeddedStore.serve(
            repositories, passwords: passwords, files: files, configuration, over: server, log: log)
        log.started(configuration, at: running.address, metrics: nil)
        let scheme = configuration.tls == nil ? "http" : "https"
        let access = passwords == nil ? "no sign-in" : "session access"
        announce("The backend listens on \(scheme)://\(running.address) (\(access): keep it away from browsers)")
        let reloading = Task {
            await CertificateReload(server: running, log: log).run(configuration.tls, present: server.tls, on: reloads)
        }
        let sweeping = files.map { files in Task { await FileSweep(files: files, log: log).run() } }
        await signals.wait()
        reloading.cancel()
        sweeping?.cancel()
        await running.stop()
    }

    /// - Returns: the repositories, in session access the passwords, and what keeps the files of messages.
    private func open(
        on loops: [EventLoop], log: Logger
    ) async throws -> (Repositories, (any PasswordAuthority)?, StoredFiles?) {
        let hasSessions = configuration.backendAccess == .session
        guard let address = try configuration.store.address() else {
            let folder = try DataFolder(configuration.data)
            try folder.refuseMissingChat()
            log.reportMigrations()
            let store = try await EmbeddedStore(configuration, folder: folder, log: log)
            let passwords = hasSessions ? try await store.passwords(folder: folder, log: log) : nil
            return (store.repositories, passwords, store.chat.files)
        }
        if configuration.hasSampleWorld {
            log.warning("the sample world is made in a data folder only: see `store copy`")
        }
        let shared = try await Installation.Shared(Database(address, on: loops), log: log)
        let repositories = PostgreSQLChatStore(shared.database).repositories
        guard hasSessions else { return (repositories, nil, nil) }
        return (
            repositories, PasswordStore(shared.database, users: repositories.users, clock: shared.time.clock), nil
        )
    }
}
