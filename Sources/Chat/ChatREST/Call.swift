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
    var body: JSON?
    /// The only status that means success.
    let success: Status
    /// Error statuses of this route besides 400 and 401, which every route may return.
    var refusals: Set<Status> = []
    /// The meaning of message parts in a 500: the backend passes on its database's errors.
    var faults: [(message: String, reason: ChatError.Reason)] = []

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
        call.body = JSON(members)
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
        // Builds the URL as bytes, which is faster than appending to a `String`.
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

    /// A typical length of path and query.
    static let usualBytes = 160
}
