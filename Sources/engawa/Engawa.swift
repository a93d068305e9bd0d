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
            case .help: StandardStream.output.write(Command.helpText)
            case .version: announce("engawa \(Command.programVersion)")
            case .serve: try await Serve(Configuration(settings, defaultPort: 8080)).run(until: signals)
            case .backend: try await Backend(Configuration(settings, defaultPort: 3000)).run(until: signals)
            case .record: try await Record(settings).run()
            case .healthcheck:
                try await HealthProbe(Configuration(settings, defaultPort: 8080)).run()
            }
        } catch {
            StandardStream.error.write("engawa: \(error)\n")
            exit(error is ConfigurationError ? ExitStatus.usage : ExitStatus.failure)
        }
    }
}

/// Exit statuses (sysexits.h for the second).
enum ExitStatus {
    static let failure: Int32 = 1
    static let usage: Int32 = 64
}
