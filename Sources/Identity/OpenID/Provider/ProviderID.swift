/// The identifier of a configured provider in routes and logs: 1–32 of `a-z`, `0-9` and `-`.
public struct ProviderID: Sendable, Hashable, CustomStringConvertible {
    private static let lengths = 1...32

    public let description: String

    /// A constant; an invalid one is a precondition failure.
    public init(known text: StaticString) {
        guard let id = ProviderID("\(text)") else { preconditionFailure("\(text) is not a provider id") }
        self = id
    }

    public init?(_ text: some StringProtocol) {
        guard Self.lengths.contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            })
        else { return nil }
        description = String(text)
    }
}
