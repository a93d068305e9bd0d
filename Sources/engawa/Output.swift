import Chat
import Glibc
import Logging

/// A standard stream, written to without a buffer: lines arrive whole and at once, also in a pipe.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in _ = Glibc.write(rawValue, bytes.baseAddress, bytes.count) }
    }
}

extension Logger {
    /// Lines on standard error.
    static func standardError(_ configuration: Configuration) -> Logger {
        Logger(
            level: configuration.logLevel, format: configuration.logFormat,
            timestamp: { Clock.system.now().iso8601 }, sink: { StandardStream.error.write($0) })
    }
}

/// Tells whoever started the program something, on standard output.
func announce(_ line: String) { StandardStream.output.write("\(line)\n") }
