public import HTTP

/// What a replaying backend says instead of the truth, and to whom.
public struct Lie: Sendable {
    /// Which requests are lied to.
    public typealias Listener = @Sendable (Request) -> Bool

    enum Fiction: Sendable {
        case answer(Response)
        case after(Duration)
    }

    let fiction: Fiction
    private let listener: Listener
    private var remaining: Int?

    private init(_ fiction: Fiction, times: Int?, to listener: @escaping Listener) {
        self.fiction = fiction
        self.listener = listener
        remaining = times
    }

    /// Any answer. - Parameter times: how often; `nil` for ever.
    public static func answer(
        _ response: Response, times: Int? = nil, to listener: @escaping Listener = { _ in true }
    ) -> Lie {
        Lie(.answer(response), times: times, to: listener)
    }

    /// A failure with a message, as the backend writes it.
    public static func failure(
        _ status: Status, message: String, times: Int? = nil, to listener: @escaping Listener = { _ in true }
    ) -> Lie {
        let escaped = message.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return answer(
            Response(status, .json, Array("{\"message\":\"\(escaped)\"}".utf8)), times: times, to: listener)
    }

    /// A 200 whose body is nobody's.
    public static func nonsense(times: Int? = nil, to listener: @escaping Listener = { _ in true }) -> Lie {
        answer(Response(.ok, .html, Array("<!doctype html><p>Welcome to the proxy".utf8)), times: times, to: listener)
    }

    /// The truth, but late.
    public static func delay(_ delay: Duration, times: Int? = nil, to listener: @escaping Listener = { _ in true })
        -> Lie
    {
        Lie(.after(delay), times: times, to: listener)
    }

    func fits(_ request: Request) -> Bool { listener(request) }

    /// Counts one telling. - Returns: whether it was the last.
    mutating func isUsedUp() -> Bool {
        guard let times = remaining else { return false }
        remaining = times - 1
        return times <= 1
    }
}

extension Request {
    /// Whether this is a request for `path`, whose `*` stand for any one segment: `/users/*/bookmarks`.
    public func asks(_ method: Method, _ path: String) -> Bool {
        let pattern = path.split(separator: "/")
        return self.method == method && pattern.count == target.segments.count
            && zip(pattern, target.segments).allSatisfy { $0 == "*" || $0 == $1 }
    }
}
