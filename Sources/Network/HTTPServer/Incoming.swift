import Bytes
import CMicroHTTPD
import Glibc
import HTTP

/// A request whose body is arriving.
///
/// `@unchecked Sendable`: used on the connection's own thread only, inside libmicrohttpd's callbacks.
final class Incoming: @unchecked Sendable {
    /// Why the request can't be handled; its body is read and dropped.
    enum Fault: Error {
        /// Not HTTP as the RFC has it: the connection is closed after the answer.
        case badHead
        case badTarget
        case badMethod
        case bodyTooLarge
        case badForm
        /// Its files can't be taken, and more is announced than is worth reading for what stands beside them.
        case refused(UploadRefusal)
    }

    private let connection: Connection
    private let method: Method?
    private let target: RequestTarget?
    let headers: HeaderFields
    private let limits: ServerLimits
    private let type: MediaType?
    private var files = FileDestination.none
    private var formReader: FormReader?
    private var bytes: [UInt8] = []
    private var received = 0
    /// The most bytes of the body.
    private var most: Int
    /// The most bytes that are read and dropped once the body is at fault or its files are refused, so that the client sees
    /// why.
    private var mostDropped: Int
    /// How many bytes had come before that, where files were taken until then: they do not count as dropped.
    private var receivedBefore = 0
    private(set) var fault: Fault?

    init(_ connection: Connection, method: String, target: String?, headers: HeaderFields, limits: ServerLimits) {
        self.connection = connection
        self.method = Method(rawValue: method)
        self.target = target.flatMap { RequestTarget($0) }
        self.limits = limits
        self.headers = headers
        mostDropped = limits.discardedBody.bytes
        type = headers[.contentType].flatMap { MediaType(field: $0) }
        // Files that are left out count as what is dropped.
        let hasFiles = type == .multipartForm && self.method == .post
        most = hasFiles ? max(limits.body.bytes, limits.discardedBody.bytes) : limits.body.bytes
        if self.method == nil { fault = .badMethod }
        if self.target == nil { fault = .badTarget }
        if let announced, announced > most { fault = .bodyTooLarge }
    }

    /// What `Content-Length` says.
    var announced: Int? { headers[.contentLength].flatMap { Int($0) } }

    /// Whether it is answered before its body comes: so much of that is not even dropped.
    var isRefused: Bool { fault != nil && (announced ?? 0) > limits.discardedBody.bytes }

    /// The request without its body, where it could bring files; else `nil`.
    func fileRequest(id: RequestID, remoteAddress: String?) -> Request? {
        guard type == .multipartForm, method == .post, let target else { return nil }
        return Request(method: .post, target: target, headers: headers, id: id, remoteAddress: remoteAddress)
    }

    /// Lets the form bring files. To be called before any of the body is received, and at most once.
    func admit(_ admitted: UploadLimits, in folder: UploadFolder) {
        let (all, overflows) = admitted.file.bytes.multipliedReportingOverflow(by: admitted.files)
        most =
            overflows
            ? .max : all.addingReportingOverflow(limits.body.bytes).overflow ? .max : all + limits.body.bytes
        fault = announced.map { $0 > most } == true ? .bodyTooLarge : nil
        guard fault == nil else { return }
        mostDropped = max(mostDropped, admitted.file.bytes)
        do throws(UploadRefusal) {
            files = .upload(try folder.begin(bytes: announced, admitted))
        } catch {
            if let announced, announced > mostDropped { fault = .refused(error) } else { files = .refused(error) }
        }
    }

    /// Takes a part of the body; `false` where there is more than is even worth dropping.
    func receive(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        let before = received
        received += part.count
        if fault == nil {
            do throws(Fault) {
                if received > most { throw .bodyTooLarge }
                if let reader = reader() { try reader.read(part) } else { bytes.append(contentsOf: part) }
            } catch {
                fault = error
            }
        }
        guard fault != nil || formReader?.refusal != nil else { return true }
        if case .upload = files {
            receivedBefore = before
            files = .none
        }
        if fault != nil {
            bytes = []
            // Deletes the files.
            formReader = nil
        }
        return isWorthDropping
    }

    /// Whether the rest of the body is read.
    private var isWorthDropping: Bool {
        let dropped = received - receivedBefore
        let rest = max(0, (announced ?? 0) - received)
        return dropped + rest <= mostDropped
    }

    /// The request, when all of it has arrived; `nil` with `fault` set where it can't be handled.
    func request(id: RequestID, remoteAddress: String?) -> Request? {
        guard fault == nil, let method, let target else { return nil }
        var files: [ReceivedFile] = []
        var body: Request.Body = bytes.isEmpty ? .none : .bytes(bytes)
        do throws(Fault) {
            if let form = try reader()?.finish() {
                body = .form(form.form)
                files = form.files
            }
        } catch {
            fault = error
            return nil
        }
        var request = Request(
            method: method == .head ? .get : method, target: target, headers: headers, body: body, id: id,
            remoteAddress: remoteAddress)
        request.files = files
        request.uploadRefusal = formReader?.refusal
        request.hasOmittedFiles = formReader?.hasOmittedFiles ?? false
        return request
    }

    /// What reads the body, if it is a form.
    private func reader() -> FormReader? {
        guard type == .urlEncodedForm || type == .multipartForm else { return nil }
        if formReader == nil {
            formReader = FormReader(
                connection, isMultipart: type == .multipartForm, maximumFields: limits.formFields,
                maximumText: limits.body, files: files)
        }
        return formReader
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
