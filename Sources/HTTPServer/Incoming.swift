import CMicroHTTPD
import HTTP

/// A request whose body is arriving.
///
/// `@unchecked Sendable`: used on the connection's own thread only, inside libmicrohttpd's callbacks.
final class Incoming: @unchecked Sendable {
    /// Why the request can't be handled; its body is read and dropped.
    enum Fault {
        case badTarget
        case badMethod
        case bodyTooLarge
        case badForm
    }

    private let method: Method?
    private let target: RequestTarget?
    private let headers: HeaderFields
    private let limits: ServerLimits
    private let formReader: FormReader?
    private var bytes: [UInt8] = []
    private var received = 0
    private(set) var fault: Fault?

    init(_ connection: Connection, method: String, target: String?, limits: ServerLimits) {
        self.method = Method(rawValue: method)
        self.target = target.flatMap { RequestTarget($0) }
        self.limits = limits
        headers = connection.headers
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
    /// The header fields of the request; those whose name is no token are left out.
    var headers: HeaderFields {
        var headers = HeaderFields()
        withUnsafeMutablePointer(to: &headers) { pointer in
            _ = MHD_get_connection_values_n(
                self.pointer, .HEADER_KIND,
                { context, _, name, nameSize, value, valueSize in
                    guard let context, let name else { return .YES }
                    let headers = context.assumingMemoryBound(to: HeaderFields.self)
                    if let name = FieldName(String(bytes: name, count: nameSize)) {
                        headers.pointee.append(name, value.map { String(bytes: $0, count: valueSize) } ?? "")
                    }
                    return .YES
                }, pointer)
        }
        return headers
    }

    /// The address on the other side.
    var remoteAddress: String? { engawa_client_address(pointer).flatMap { SocketAddress.host($0) } }
}

extension String {
    /// `count` bytes of UTF-8, with U+FFFD for what is not.
    init(bytes: UnsafePointer<CChar>, count: Int) {
        self = bytes.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
            String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        }
    }
}
