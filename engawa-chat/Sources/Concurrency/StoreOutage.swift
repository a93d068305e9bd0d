/// A database's server can't be used at the moment. Each case has details for the log.
public enum StoreOutage: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing was sent.
    case unreachable(String)
    /// No answer came. What was sent may have been stored or not.
    case timedOut(String)

    public var description: String {
        switch self {
        case .unreachable(let details): "the database can't be reached: \(details)"
        case .timedOut(let details): "the database did not answer: \(details)"
        }
    }
}
