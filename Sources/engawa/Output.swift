import Chat
import Glibc
import Logging

extension Logger {
    /// Lines on standard error, each written whole.
    static func standardError(_ configuration: Configuration) -> Logger {
        Logger(
            level: configuration.logLevel, format: configuration.logFormat,
            timestamp: { Clock.system.now().iso8601 },
            sink: { line in
                var line = line
                line.withUTF8 { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
            })
    }
}

/// Writes a line on standard output at once, also into a pipe.
func announce(_ line: String) {
    print(line)
    fflush(stdout)
}
