import ChatREST
import HTTP
import HTTPClient
import Recording

/// `engawa record`: calls all operations of a backend and records the exchanges.
struct Record {
    private let baseURL: BaseURL
    private let directory: String
    private let trust: ServerTrust

    init(_ settings: Settings) throws(ConfigurationError) {
        guard let url = try settings.value(.backend, { BaseURL($0) }) else {
            throw Setting.backend.missing(for: .record)
        }
        guard let out = settings.text(.out) else {
            throw Setting.out.missing(for: .record)
        }
        baseURL = url
        directory = out
        trust = try Configuration(settings, defaultPort: 0).readBackendTrust()
    }

    func run() async throws {
        let transport = RecordingTransport(recording: CurlClient(trust: trust), of: baseURL)
        let repositories = RESTRepositories(transport: transport, baseURL: baseURL).repositories
        let suffix = String(UInt32.random(in: .min ... .max), radix: 36)
        _ = try await Tour.run(repositories, suffix: suffix) { transport.name($0) }
        let exchanges = transport.exchanges
        try RecordingDirectory(path: directory).write(exchanges)
        announce("\(exchanges.count) exchanges are in \(directory)")
    }
}
