import Chat
import HTTP

/// One request to the backend, and what its answers mean.
struct Call: Sendable {
    /// The name of the repository's function, for the errors.
    let operation: String
    let method: Method
    let path: [Segment]
    var query: Query = [:]
    /// In whose name it is asked; nobody's where the backend does not want to know.
    var caller: UserID?
    /// Whether open access wants to read the caller in the query.
    var namesCaller = false
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

    /// Says who is calling.
    func called(by user: UserID) -> Call {
        var call = self
        call.caller = user
        return call
    }

    /// The same, also in the query, as open access wants it where there is no body.
    func asking(as user: UserID) -> Call {
        var call = called(by: user)
        call.namesCaller = true
        return call
    }

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

    func url(under base: BaseURL, in access: Access) -> String {
        // In bytes: a text would be asked for each piece whether it is unique, and of which kind.
        var url = Array(base.description.utf8)
        url.reserveCapacity(url.count + Self.usualBytes)
        for segment in path {
            url.append(UInt8(ascii: "/"))
            PercentEncoding.append(segment.text, to: &url)
        }
        var separator = UInt8(ascii: "?")
        func add(_ name: String, _ value: String) {
            url.append(separator)
            PercentEncoding.append(name, to: &url)
            url.append(UInt8(ascii: "="))
            PercentEncoding.append(value, to: &url)
            separator = UInt8(ascii: "&")
        }
        for item in query.items { add(item.name, item.value) }
        if access == .open, namesCaller, let caller { add("userId", caller.description) }
        return String(decoding: url, as: UTF8.self)
    }

    /// What a path and a query come to.
    static let usualBytes = 160
}
