import Bytes

/// The hours of a day in which nothing is announced, in the time zone of the device.
public struct QuietHours: Sendable, Hashable {
    /// A time of day: `22:00` (WHATWG HTML §2.3.5.4).
    public struct Time: Sendable, Hashable, CustomStringConvertible {
        /// From midnight on, less than those of a day.
        public let minutes: Int

        /// Fails for what is no time, and for one with seconds.
        public init?(_ text: some StringProtocol) {
            let parts = Substring(text).unicodeScalars.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy { "0"..."9" ~= $0 } }),
                let hour = Int(String(parts[0])), let minute = Int(String(parts[1])), hour < 24, minute < 60
            else { return nil }
            minutes = 60 * hour + minute
        }

        public var description: String {
            [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        }
    }

    public let from: Time
    /// The first minute after them, the next day if it is before `from`.
    public let to: Time

    /// Fails for two equal times.
    public init?(from: Time, to: Time) {
        guard from != to else { return nil }
        self.from = from
        self.to = to
    }

    init?(_ json: JSON) {
        guard let from = json["from"]?.string.flatMap({ Time($0) }), let to = json["to"]?.string.flatMap({ Time($0) })
        else { return nil }
        self.init(from: from, to: to)
    }

    var json: JSON { ["from": .string(from.description), "to": .string(to.description)] }
}
