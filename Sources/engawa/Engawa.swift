import FoundationEssentials
import Glibc

/// The program's entry point.
@main
struct Engawa {
    static func main() {
        let signals = StopSignals()
        // Detached, because the main thread only waits for signals.
        Task.detached { exit(await run(until: signals)) }
        signals.take()
    }

    private static func run(until signals: StopSignals) async -> Int32 {
        do {
            let (command, arguments) = try Command.parse(Array(CommandLine.arguments.dropFirst()))
            let environment = ProcessInfo.processInfo.environment
            if command.isForOperator {
                let (deed, rest) = try AdminCommand.parse(command, arguments)
                let settings = try Settings(arguments: rest, environment: environment)
                let answer = try await Admin(Configuration(settings, defaultPort: 8080)).run(deed)
                StandardStream.output.write(answer)
                return ExitStatus.success
            }
            let settings = try Settings(arguments: arguments, environment: environment)
            switch command {
            case .help: StandardStream.output.write(Command.helpText)
            case .version: announce("engawa \(Version.current)")
            case .serve: try await Serve(settings).run(until: signals)
            case .backend: try await Backend(Configuration(settings, defaultPort: 3000)).run(until: signals)
            case .record: try await Record(settings).run()
            case .sessions, .accounts, .audit: break
            case .healthcheck: return try await HealthProbe(Configuration(settings, defaultPort: 8080)).run()
            }
            return ExitStatus.success
        } catch {
            StandardStream.error.write("engawa: \(error)\n")
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
