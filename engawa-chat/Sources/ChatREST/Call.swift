import Bytes
import Chat
import HTTP

/// A request to the backend, and how to interpret its response.
struct Call: Sendable {
    /// The name of the repository's function, for errors.
    let operation: String
    let method: Method
    let path: [Segment]
    var query: Query = [:]
    /// The person who makes the request; `nil` if the backend does not need to know.
    var caller: UserID?
    /// Whether the query names the caller in open access.
    var namesCaller = false
    var body: Body?
    /// Header fields of this call beside those of every call.
    var headers: HeaderFields = [:]
    /// The only status that means success.
    let success: Status
    /// Error statuses of this route besides 400 and 401, which every route may return.
    var refusals: Set<Status> = []
    /// What such a status means where that is not the same for all routes.
    var meanings: [Status: ChatError.Reason] = [:]
    /// The meaning of message parts in a 500: the backend passes on its database's errors.
    var faults: [(message: String, reason: ChatError.Reason)] = []

    enum Body: Sendable {
        case json(JSON)
        /// A part of a file.
        case bytes([UInt8])
    }

    /// - Parameter operation: the repository's function that makes the call.
    init(_ method: Method, _ path: [Segment], success: Status, operation: String = #function) {
        self.operation = operation
        self.method = method
        self.path = path
        self.success = success
    }

    /// Sets the caller.
    func called(by user: UserID) -> Call {
        var call = self
        call.caller = user
        return call
    }

    /// Sets the caller, and names it in the query in open access, for requests without a body.
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

    /// - Parameter members: of the object in the body; those that are `nil` are left out.
    func sending(_ members: [String: JSON?]) -> Call {
        var call = self
        call.body = .json(JSON(members))
        return call
    }

    func sending(_ bytes: [UInt8]) -> Call {
        var call = self
        call.body = .bytes(bytes)
        return call
    }

    func with(_ name: FieldName, _ value: String) -> Call {
        var call = self
        call.headers[name] = value
        return call
    }

    func refused(by statuses: Status...) -> Call {
        var call = self
        call.refusals.formUnion(statuses)
        return call
    }

    func refused(by status: Status, means reason: ChatError.Reason) -> Call {
        var call = refused(by: status)
        call.meanings[status] = reason
        return call
    }

    func failing(with message: String, means reason: ChatError.Reason) -> Call {
        var call = self
        call.faults.append((message, reason))
        return call
    }

    func url(under base: BaseURL, in access: Access) -> String {
        var url = ByteBuffer(capacity: Self.usualBytes)
        url.append(base.description)
        for segment in path {
            url.append(UInt8(ascii: "/"))
            url.append(percentEncoding: segment.text)
        }
        var query = query
        if access == .open, namesCaller, let caller { query.append("userId", caller.description) }
        for (index, item) in query.items.enumerated() {
            url.append(UInt8(ascii: index == 0 ? "?" : "&"))
            url.append(percentEncoding: item.name)
            url.append(UInt8(ascii: "="))
            url.append(percentEncoding: item.value)
        }
        return url.text
    }

    /// A typical length of path and query.
    static let usualBytes = 160
}
