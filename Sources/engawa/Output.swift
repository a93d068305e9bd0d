import Chat
import Glibc
import Logging
import SQLite

/// A standard stream, written without a buffer, so that lines arrive complete and immediately, also in a pipe.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in _ = Glibc.write(rawValue, bytes.baseAddress, bytes.count) }
    }
}

extension Logger {
    /// Logs to standard error.
    static func standardError(_ configuration: Configuration) -> Logger {
        Logger(
            level: configuration.logLevel, format: configuration.logFormat,
            timestamp: { Clock.system.now().iso8601 }, sink: { StandardStream.error.write($0) })
    }
}

extension Logger {
    /// Logs each step of an older database that this process opens from now on.
    func reportMigrations() {
        Migrations.observe { progress in
            info(
                "a database of an earlier version is brought up to date",
                ["path": .text(progress.path), "step": .text("\(progress.step) of \(progress.steps)")])
        }
    }
}

/// Prints a line for the operator on standard output.
func announce(_ line: String) { StandardStream.output.write("\(line)\n") }
