import Bytes

/// The place of a request in a trace, as the field `traceparent` says it (W3C Trace Context, Recommendation of
/// 23 November 2021, §3.2): logs of several programs are joined by it.
public struct TraceParent: Sendable, Hashable, CustomStringConvertible {
    /// Identifies a trace: 128 bits, not all of them 0.
    public struct TraceID: Sendable, Hashable, CustomStringConvertible {
        private let high: UInt64
        private let low: UInt64

        /// Fails if all bits are 0.
        public init?(high: UInt64, low: UInt64) {
            guard high != 0 || low != 0 else { return nil }
            self.high = high
            self.low = low
        }

        fileprivate init(_ request: RequestID) {
            high = Self.ofProcess
            low = request.rawValue
        }

        /// 32 lower-case hexadecimal digits.
        public var description: String { high.hexadecimalDigits + low.hexadecimalDigits }

        /// The first half of the ids made here. Together with a request's own number no id is made twice, without asking
        /// the system for random bits each time.
        private static let ofProcess = UInt64.random(in: 1 ... .max)
    }

    /// The request that is handled by the current task: requests to the backend belong to its trace.
    @TaskLocal public static var current: TraceParent?

    public let traceID: TraceID
    /// The caller's own id of its request; never 0.
    private let parentID: UInt64
    private let flags: UInt8

    private init(_ traceID: TraceID, parent: UInt64, flags: UInt8) {
        self.traceID = traceID
        parentID = parent
        self.flags = flags
    }

    /// The beginning of a trace, with a request that belongs to none.
    public init(beginningWith request: RequestID) {
        self.init(TraceID(request), parent: .random(in: 1 ... .max), flags: Self.sampled)
    }

    /// Parses a field's value. A version above 00 is read by the rules of 00 as far as these go (§3.2.4).
    ///
    /// Fails for digits in upper case, ids of zeros only, the version ff, and anything behind the flags in version 00.
    public init?(_ value: String) {
        var value = value
        let parsed = value.withUTF8 { bytes -> TraceParent? in
            guard bytes.count >= Self.length, Self.dashes.allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
                let version = Self.number(bytes[0..<2]), version != 0xFF,
                let high = Self.number(bytes[3..<19]), let low = Self.number(bytes[19..<35]),
                let traceID = TraceID(high: high, low: low),
                let parent = Self.number(bytes[36..<52]), parent != 0, let flags = Self.number(bytes[53..<55])
            else { return nil }
            if bytes.count > Self.length {
                guard version > 0, bytes[Self.length] == UInt8(ascii: "-") else { return nil }
            }
            return TraceParent(traceID, parent: parent, flags: UInt8(flags) & Self.knownFlags)
        }
        guard let parsed else { return nil }
        self = parsed
    }

    /// The one field `traceparent` of a message; `nil` if there is none, several, or an invalid one.
    public init?(_ headers: HeaderFields) {
        var values = headers.fields.lazy.filter { $0.name == .traceParent }.makeIterator()
        guard let field = values.next(), values.next() == nil else { return nil }
        self.init(field.value)
    }

    /// The same trace with a new parent id, for a request that this program sends.
    public func next() -> TraceParent { TraceParent(traceID, parent: .random(in: 1 ... .max), flags: flags) }

    /// The field's value.
    public var description: String {
        "00-\(traceID)-\(parentID.hexadecimalDigits)-\(flags.hexadecimalDigits)"
    }

    private static let length = 55
    private static let dashes = [2, 35, 52]
    /// The caller may have recorded the request: this program writes it to its log.
    private static let sampled: UInt8 = 0x01
    /// `sampled`, and that the trace id is random (Trace Context Level 2 §3.2.2.5). Others must not be passed on.
    private static let knownFlags: UInt8 = 0x03

    /// Up to 16 lower-case hexadecimal digits as a number.
    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}
