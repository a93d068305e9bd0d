import Chat
import HTTP

/// One request to the backend, and what its answers mean.
struct Call: Sendable {
    /// The name of the repository's function, for the errors.
    let operation: String
    let method: Method
    let path: [Segment]
    var query: Query = [:]
    var body: (any Encodable & Sendable)?
    /// The only status that means success.
    let success: Status
    /// The refusals that this route knows, beside 400 and 401, which every route does.
    var refusals: Set<Status> = []
    /// What parts of the message in a 500 mean: the backend passes on its database's errors.
    var faults: [(message: String, reason: ChatError.Reason)] = []

    /// - Parameter operation: the repository's function that makes the call.
    init(_ method: Method, _ path: [Segment], success: Status, operation: String = #function) {
        self.operation = operation
        self.method = method
        self.path = path
        self.success = success
    }

    /// Says who is calling, as open access wants it where there is no body.
    func asking(as user: UserID) -> Call { asking("userId", user.description) }

    func asking(_ name: String, _ value: String) -> Call {
        var call = self
        call.query.append(name, value)
        return call
    }

    func sending(_ body: some Encodable & Sendable) -> Call {
        var call = self
        call.body = body
        return call
    }

    func refused(by statuses: Status...) -> Call {
        var call = self
        call.refusals.formUnion(statuses)
        return call
    }

    func failing(with message: String, means reason: ChatError.Reason) -> Call {
        var call = self
        call.faults.append((message, reason))
        return call
    }

    func url(under base: BaseURL) -> String {
        let path = path.map { "/" + PercentEncoding.encode($0.text) }.joined()
        return query.items.isEmpty ? "\(base)\(path)" : "\(base)\(path)?\(query.serialized)"
    }
}
