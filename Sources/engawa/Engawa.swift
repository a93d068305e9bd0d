import FoundationEssentials
import Glibc

/// The program.
@main
struct Engawa {
    static func main() async {
        // Before any thread is started, so that all of them leave the signals to the one that waits.
        let signals = StopSignals()
        do {
            let (command, arguments) = try Command.parse(Array(CommandLine.arguments.dropFirst()))
            let settings = try Settings(arguments: arguments, environment: ProcessInfo.processInfo.environment)
            switch command {
            case .help: print(Command.helpText, terminator: "")
            case .version: print("engawa \(Command.programVersion)")
            case .serve: try await Serve(Configuration(settings, defaultPort: 8080)).run(until: signals)
            case .backend: try await Backend(Configuration(settings, defaultPort: 3000)).run(until: signals)
            case .record: try await Record(settings).run()
            case .healthcheck:
                try await HealthProbe(Configuration(settings, defaultPort: 8080)).run()
            }
        } catch {
            fputs("engawa: \(error)\n", stderr)
            exit(error is ConfigurationError ? ExitStatus.usage : ExitStatus.failure)
        }
    }
}

/// Exit statuses (sysexits.h for the second).
enum ExitStatus {
    static let failure: Int32 = 1
    static let usage: Int32 = 64
}
