/// The cookies of a request (RFC 6265 §5.4).
public struct Cookies: Sendable, Equatable {
    private let pairs: [(name: Substring, value: Substring)]

    public init(_ headers: HeaderFields) {
        pairs = headers.values(of: .cookie).flatMap { value in
            value.split(separator: ";").compactMap { pair in
                let parts = pair.drop { $0 == " " }.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            }
        }
    }

    /// The first value of `name`, as it was sent.
    public subscript(_ name: String) -> String? { pairs.first { $0.name == name }.map { String($0.value) } }

    public static func == (left: Self, right: Self) -> Bool {
        left.pairs.elementsEqual(right.pairs) { $0 == $1 }
    }
}
