import Bytes

/// Writes log lines at or above a level to a sink, as text or as JSON.
public struct Logger: Sendable {
    public enum Level: String, Sendable, CaseIterable, Comparable {
        case debug
        case info
        case warning
        case error

        private var weight: Int {
            switch self {
            case .debug: 0
            case .info: 1
            case .warning: 2
            case .error: 3
            }
        }

        public static func < (left: Self, right: Self) -> Bool { left.weight < right.weight }
    }

    public enum Format: String, Sendable, CaseIterable {
        case text
        case json
    }

    /// The value of a field of a log line.
    public enum Value: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case text(String)
        case number(Int)
        case milliseconds(Double)

        public init(stringLiteral value: String) { self = .text(value) }
        public init(integerLiteral value: Int) { self = .number(value) }
    }

    public typealias Fields = KeyValuePairs<String, Value>

    private let level: Level
    private let format: Format
    private let timestamp: @Sendable () -> String
    private let sink: @Sendable (String) -> Void

    /// - Parameters:
    ///   - timestamp: returns the text at the start of each line.
    ///   - sink: receives one line with its line feed; called from any thread.
    public init(
        level: Level, format: Format, timestamp: @escaping @Sendable () -> String,
        sink: @escaping @Sendable (String) -> Void
    ) {
        self.level = level
        self.format = format
        self.timestamp = timestamp
        self.sink = sink
    }

    /// A logger that discards everything.
    public static let silent = Logger(level: .error, format: .text, timestamp: { "" }, sink: { _ in })

    /// Whether lines of this level are written, for callers whose fields are expensive to compute.
    public func isEnabled(_ level: Level) -> Bool { level >= self.level }

    /// Writes a line. Neither `message` nor a field may hold a body, a token, a cookie or a password.
    public func log(_ level: Level, _ message: String, _ fields: Fields = [:]) {
        guard isEnabled(level) else { return }
        sink(format == .json ? json(level, message, fields) : text(level, message, fields))
    }

    public func debug(_ message: String, _ fields: Fields = [:]) { log(.debug, message, fields) }
    public func info(_ message: String, _ fields: Fields = [:]) { log(.info, message, fields) }
    public func warning(_ message: String, _ fields: Fields = [:]) { log(.warning, message, fields) }
    public func error(_ message: String, _ fields: Fields = [:]) { log(.error, message, fields) }

    private func text(_ level: Level, _ message: String, _ fields: Fields) -> String {
        var line = "\(timestamp()) \(level.rawValue) \(Self.printable(message))"
        for (name, value) in fields {
            switch value {
            case .text(let text): line += " \(name)=\(Self.printable(text))"
            case .number(let number): line += " \(name)=\(number)"
            case .milliseconds(let time): line += " \(name)=\(Self.rounded(time))"
            }
        }
        return line + "\n"
    }

    private func json(_ level: Level, _ message: String, _ fields: Fields) -> String {
        var json = JSONWriter(capacity: Self.usualBytes)
        json.object { json in
            json.member("time", timestamp())
            json.member("level", level.rawValue)
            json.member("message", message)
            for (name, value) in fields {
                json.begin(name)
                switch value {
                case .text(let text): json.write(text)
                case .number(let number): json.write(number)
                case .milliseconds(let time): json.write(Self.rounded(time))
                }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }

    /// The expected length of a line.
    private static let usualBytes = 512

    /// Rounds to three decimal places.
    private static func rounded(_ time: Double) -> Double { (time * 1_000).rounded() / 1_000 }

    /// Replaces control characters by spaces, so that input can't forge log lines.
    private static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0.properties.generalCategory == .control ? " " : $0
                }))
    }
}
