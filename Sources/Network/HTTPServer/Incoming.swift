import Bytes
import CMicroHTTPD
import Glibc
import HTTP

/// A request whose body is arriving.
///
/// `@unchecked Sendable`: used on the connection's own thread only, inside libmicrohttpd's callbacks.
final class Incoming: @unchecked Sendable {
    /// Why the request can't be handled; its body is read and dropped.
    enum Fault {
        /// Not HTTP as the RFC has it: the connection is closed after the answer.
        case badHead
        case badTarget
        case badMethod
        case bodyTooLarge
        case badForm
    }

    private let method: Method?
    private let target: RequestTarget?
    let headers: HeaderFields
    private let limits: ServerLimits
    private let formReader: FormReader?
    private var bytes: [UInt8] = []
    private var received = 0
    private(set) var fault: Fault?

    init(_ connection: Connection, method: String, target: String?, headers: HeaderFields, limits: ServerLimits) {
        self.method = Method(rawValue: method)
        self.target = target.flatMap { RequestTarget($0) }
        self.limits = limits
        self.headers = headers
        switch headers[.contentType].flatMap({ MediaType(field: $0) }) {
        case .urlEncodedForm, .multipartForm: formReader = FormReader(connection, maximumFields: limits.formFields)
        default: formReader = nil
        }
        if self.method == nil { fault = .badMethod }
        if self.target == nil { fault = .badTarget }
        if let announced, announced > limits.body.bytes { fault = .bodyTooLarge }
    }

    /// What `Content-Length` says.
    var announced: Int? { headers[.contentLength].flatMap { Int($0) } }

    /// Takes a part of the body; `false` where there is more than is even worth dropping.
    func receive(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        received += part.count
        if received > limits.body.bytes { fault = .bodyTooLarge }
        guard fault == nil else {
            bytes = []
            return received <= limits.discardedBody.bytes
        }
        if let formReader {
            if !formReader.read(part) { fault = .badForm }
        } else {
            bytes.append(contentsOf: part)
        }
        return true
    }

    /// The request, when all of it has arrived; `nil` with `fault` set where it can't be handled.
    func request(id: RequestID, remoteAddress: String?) -> Request? {
        let form = formReader?.finish()
        if fault == nil, formReader != nil, form == nil { fault = .badForm }
        guard fault == nil, let method, let target else { return nil }
        let body: Request.Body = form.map { .form($0) } ?? (bytes.isEmpty ? .none : .bytes(bytes))
        return Request(
            method: method == .head ? .get : method, target: target, headers: headers, body: body, id: id,
            remoteAddress: remoteAddress)
    }
}

extension Connection {
    /// The address on the other side; `nil` for another family than IPv4 and IPv6.
    var remoteAddress: IPAddress? {
        // It stands in a `sockaddr_storage`, which has room for both families.
        engawa_client_address(pointer).flatMap { address in
            IPAddress(socketAddress: UnsafeRawBufferPointer(start: address, count: MemoryLayout<sockaddr_in6>.size))
        }
    }

    /// The bytes of the request's head.
    var headBytes: Int { engawa_head_bytes(pointer) }

    /// What is kept for the connection; `nil` once it is closing.
    var served: ServedConnection? {
        engawa_connection_context(pointer).map { Unmanaged<ServedConnection>.fromOpaque($0).takeUnretainedValue() }
    }
}
