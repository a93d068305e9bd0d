/// The cookies of a request (RFC 6265 §5.4).
public struct Cookies: Sendable, Equatable {
    private let pairs: [(name: Substring, value: Substring)]

    public init(_ headers: HeaderFields) {
        var pairs: [(name: Substring, value: Substring)] = []
        for value in headers.values(of: .cookie) {
            // By bytes: finding where characters end takes ten times as long, and all the signs are of ASCII.
            for pair in value.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
                pairs.append((Substring(pair[..<sign]), Substring(pair[pair.index(after: sign)...])))
            }
        }
        self.pairs = pairs
    }

    /// The first value of `name`, as it was sent.
    public subscript(_ name: String) -> String? { pairs.first { $0.name == name }.map { String($0.value) } }

    public static func == (left: Self, right: Self) -> Bool {
        left.pairs.elementsEqual(right.pairs) { $0 == $1 }
    }
}
