import Bytes

/// One range of bytes, as a `Range` field asks for it (RFC 9110 §14.1.2).
public enum ByteRange: Sendable, Hashable {
    /// From `first` to `last`, both included; to the end where `last` is `nil`.
    case from(first: Int, last: Int?)
    /// The last bytes, so many.
    case suffix(Int)

    /// Reads the value of a `Range` field. `nil` means that the field is ignored (RFC 9110 §14.2): another unit, no
    /// valid range, or several ranges, which a server need not serve.
    public init?(field: String) {
        let unit = "bytes="
        guard field.utf8.count > unit.utf8.count,
            field.utf8.prefix(unit.utf8.count).map(\.asciiLowercased) == Array(unit.utf8)
        else { return nil }
        let spec = field.utf8.dropFirst(unit.utf8.count).filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        guard let dash = spec.firstIndex(of: UInt8(ascii: "-")) else { return nil }
        let (start, end) = (spec[..<dash], spec[(dash + 1)...])
        switch (start.isEmpty, end.isEmpty) {
        case (true, true): return nil
        case (true, false):
            guard let count = Self.number(end) else { return nil }
            self = .suffix(count)
        case (false, true):
            guard let first = Self.number(start) else { return nil }
            self = .from(first: first, last: nil)
        case (false, false):
            guard let first = Self.number(start), let last = Self.number(end), first <= last else { return nil }
            self = .from(first: first, last: last)
        }
    }

    /// The bytes of a representation of `size` bytes; `nil` where there are none, which is answered with 416
    /// (RFC 9110 §15.5.17).
    public func bytes(of size: Int) -> Range<Int>? {
        switch self {
        case .from(let first, let last):
            guard first < size else { return nil }
            return first..<min(last ?? size - 1, size - 1) + 1
        case .suffix(let count):
            guard count > 0, size > 0 else { return nil }
            return max(0, size - count)..<size
        }
    }

    /// Digits only. A number that is too large for an `Int` is beyond every end.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return digits.reduce(0) { number, digit in
            let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = tens.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
            return overflows || overflowsToo ? Int.max - 1 : sum
        }
    }
}
