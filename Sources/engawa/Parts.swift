import Chat
import ChatBackend
import ChatREST
import ChatStore
import FoundationEssentials
import HTTP
import HTTPClient
import HTTPServer
import Live
import Logging
import Metrics
import Upstream

/// The folder that holds the databases and the pictures; made where it is missing, for the owner's eyes only.
struct DataFolder {
    private let path: String

    init(_ path: String) throws(ConfigurationError) {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ConfigurationError("\(Setting.data.flag): the folder \"\(path)\" can't be made: \(error)")
        }
        guard FileManager.default.isWritableFile(atPath: path) else {
            throw ConfigurationError("\(Setting.data.flag): the folder \"\(path)\" can't be written to")
        }
    }

    func path(of name: String) -> String { "\(path)/\(name)" }
}

/// Finds `Public/`: where it was said to be, beside the program, in `../share/engawa`, or in the current folder.
enum AssetFolder {
    static func find(_ named: String?) throws(ConfigurationError) -> String {
        let candidates =
            named.map { [$0] }
            ?? programFolder.map { ["\($0)/Public", "\($0)/../share/engawa/Public", "Public"] } ?? ["Public"]
        guard let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw ConfigurationError("\(Setting.assets.flag): no folder at \(candidates.joined(separator: ", "))")
        }
        return found
    }

    private static var programFolder: String? {
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            let slash = program.lastIndex(of: "/")
        else { return nil }
        return String(program[..<slash])
    }
}

/// The chat behind the site: embedded or remote.
struct ChosenBackend {
    let repositories: Repositories
    /// Whether others write to it too.
    let source: Live.Source
    /// What spares a remote backend, and knows whether it answers; `nil` for the embedded one.
    let upstream: GuardedTransport?
    /// Where a request's handler goes on with what a remote backend has answered.
    let executors: [any TaskExecutor]

    init(_ configuration: Configuration, folder: DataFolder, metrics: MetricsRegistry, log: Logger) throws {
        switch configuration.backend {
        case .embedded:
            source = .onlyHere
            repositories = try EmbeddedStore(configuration, folder: folder, log: log).repositories
            upstream = nil
            executors = []
        case .remote(let baseURL):
            source = .elsewhereToo
            let client = CurlClient(toBackendWith: configuration.backendConcurrency)
            let guarded = GuardedTransport(
                toBackendOver: client, concurrency: configuration.backendConcurrency, metrics: metrics, log: log)
            executors = client.executors
            repositories = RESTRepositories(transport: guarded, baseURL: baseURL).repositories
            upstream = guarded
        }
    }
}

/// The embedded backend's store, filled with the sample world where that is wanted and it is empty.
struct EmbeddedStore {
    let repositories: Repositories

    init(_ configuration: Configuration, folder: DataFolder, log: Logger) throws {
        let store = try ChatStore(.file(path: folder.path(of: "chat.sqlite")), clock: .system)
        if configuration.hasSampleWorld, try SampleWorld.seed(store) {
            log.info("the store was empty: it now holds the sample world")
        }
        repositories = store.repositories
    }

    /// Serves repositories as a REST backend.
    static func serve(_ repositories: Repositories, _ configuration: Configuration, log: Logger) throws -> Server {
        let backend = ChatBackend(repositories: repositories)
        var server = ServerConfiguration(listen: configuration.listen)
        server.tls = try configuration.tls.map { try TLSIdentity(files: $0) }
        return try Server(server, log: log, fault: ChatBackend.fault) { await backend.respond(to: $0) }
    }
}

extension TLSIdentity {
    /// Reads certificate and key.
    init(files: (certificate: String, key: String)) throws(ConfigurationError) {
        func read(_ path: String, _ setting: Setting) throws(ConfigurationError) -> String {
            guard let data = FileManager.default.contents(atPath: path),
                let text = String(validating: data, as: UTF8.self)
            else { throw ConfigurationError("\(setting.flag): \"\(path)\" can't be read") }
            return text
        }
        self.init(
            certificate: try read(files.certificate, .tlsCertificate), key: try read(files.key, .tlsKey))
    }
}
