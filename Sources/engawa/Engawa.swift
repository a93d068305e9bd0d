import FoundationEssentials
import Glibc

/// The program's entry point.
@main
struct Engawa {
    static func main() {
        Heap.limit()
        let signals = ProcessSignals()
        // Detached, because the main thread only waits for signals.
        Task.detached { exit(await run(until: signals)) }
        signals.take()
    }

    private static func run(until signals: ProcessSignals) async -> Int32 {
        do {
            let (command, arguments) = try Command.parse(Array(CommandLine.arguments.dropFirst()))
            func settings(_ arguments: some Sequence<String>) throws -> Settings {
                try Settings(arguments: arguments, environment: ProcessInfo.processInfo.environment)
            }
            switch command {
            case .help:
                let topic = try arguments.first.map { name throws(ConfigurationError) in try Command.named(name) }
                StandardStream.output.write(topic?.helpText ?? Command.helpText)
            case .version: announce("engawa \(Version.current)")
            case .serve: try await Serve(settings(arguments)).run(until: signals)
            case .backend:
                try await Backend(configuration: Configuration(settings(arguments), defaultPort: 3000)).run(
                    until: signals)
            case .record: try await Record(settings(arguments)).run()
            case .sessions, .accounts, .audit:
                let (operation, rest) = try AdminCommand.parse(command, arguments)
                let configuration = try Configuration(settings(rest), defaultPort: 8080)
                try await Admin(configuration, AdminStores(configuration)).run(operation) {
                    StandardStream.output.write($0)
                }
            case .backup: StandardStream.output.write(try Backup(settings(arguments)).run())
            case .restore:
                let restore = try Restore(arguments, environment: ProcessInfo.processInfo.environment)
                StandardStream.output.write(try restore.run())
            case .check: StandardStream.output.write(try await Check(settings(arguments)).run())
            case .store:
                let command = try StoreCommand(arguments, environment: ProcessInfo.processInfo.environment)
                StandardStream.output.write(try await command.run())
            case .certificate:
                let command = try CertificateCommand(arguments, environment: ProcessInfo.processInfo.environment)
                StandardStream.output.write(try command.run())
            case .healthcheck:
                return try await HealthProbe(configuration: Configuration(settings(arguments), defaultPort: 8080)).run()
            }
            return ExitStatus.success
        } catch {
            StandardStream.error.write("engawa: \(FileFailure(error)?.description ?? "\(error)")\n")
            return error is ConfigurationError ? ExitStatus.usage : ExitStatus.failure
        }
    }
}

/// Exit statuses (the last from sysexits.h).
enum ExitStatus {
    static let success: Int32 = 0
    static let failure: Int32 = 1
    static let usage: Int32 = 64
}
