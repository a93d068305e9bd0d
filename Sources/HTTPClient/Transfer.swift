import CCurl
import HTTP

/// Tells one transfer from another.
final class TransferID: Sendable, Hashable {
    static func == (left: TransferID, right: TransferID) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A request on its way, and the answer as it comes in.
///
/// `@unchecked Sendable`: made by the task that sends, and from then on used by the engine's thread only.
final class Transfer: @unchecked Sendable {
    typealias Continuation = CheckedContinuation<Result<ClientResponse, TransportError>, Never>

    let id: TransferID
    private let request: ClientRequest
    private let continuation: Continuation

    private(set) var easy: UnsafeMutableRawPointer?
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var sent = 0
    private var head = HeaderFields()
    /// Whether the blank line behind the head has come: libcurl takes a head that breaks off for a whole one.
    private var isHeadWhole = false
    private var body: [UInt8] = []
    private var maximumBody = 0
    private var isBodyTooLarge = false
    var addresses = AddressRule.any
    /// Whether an address was refused that libcurl wanted to connect to.
    var isAddressRefused = false

    init(_ id: TransferID, _ request: ClientRequest, _ continuation: Continuation) {
        self.id = id
        self.request = request
        self.continuation = continuation
    }

    func finish(_ result: Result<ClientResponse, TransportError>) { continuation.resume(returning: result) }

    func error(_ reason: TransportError.Reason, _ detail: String) -> TransportError {
        TransportError(reason, method: request.method, url: request.url, detail: detail)
    }

    /// Tells libcurl all that it has to know.
    func prepare(_ easy: UnsafeMutableRawPointer, _ configuration: ClientConfiguration) {
        self.easy = easy
        maximumBody = configuration.body.bytes
        let context = Unmanaged.passUnretained(self).toOpaque()
        engawa_set_string(easy, CURLOPT_URL, request.url)
        engawa_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        engawa_set_string(easy, CURLOPT_PROXY, "")
        engawa_set_string(easy, CURLOPT_ACCEPT_ENCODING, "")
        engawa_set_long(easy, CURLOPT_NOSIGNAL, 1)
        engawa_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
        engawa_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        engawa_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTime.milliseconds)
        engawa_set_long(easy, CURLOPT_TIMEOUT_MS, configuration.requestTime.milliseconds)
        engawa_set_pointer(easy, CURLOPT_WRITEDATA, context)
        engawa_set_transfer_callback(easy, CURLOPT_WRITEFUNCTION, Self.takeBody)
        engawa_set_pointer(easy, CURLOPT_HEADERDATA, context)
        engawa_set_transfer_callback(easy, CURLOPT_HEADERFUNCTION, Self.takeHeader)
        apply(configuration.addresses, easy, context)
        prepareBody(easy, context)
        // An empty value tells libcurl to leave its own header out.
        var lines = request.headers.fields.map { "\($0.name): \($0.value)" } + ["Expect:"]
        if request.headers[.contentType] == nil { lines.append("Content-Type:") }
        for line in lines { headerList = curl_slist_append(headerList, line) }
        engawa_set_list(easy, CURLOPT_HTTPHEADER, headerList)
    }

    /// Gives libcurl the method and the body, so that it can't send what is not idempotent twice.
    ///
    /// libcurl sends a request again by itself when a kept connection breaks before the first byte of the answer
    /// (`Curl_retry_request`), also a POST that the server may have acted on. It must rewind the body for that, and a
    /// seek callback that refuses makes it fail with `CURLE_SEND_FAIL_REWIND` instead. Without a body there is nothing
    /// to rewind: then the request gets a connection of its own, for which libcurl never tries again.
    private func prepareBody(_ easy: UnsafeMutableRawPointer, _ context: UnsafeMutableRawPointer) {
        let body = request.body ?? []
        switch request.method {
        case .get where body.isEmpty: engawa_set_long(easy, CURLOPT_HTTPGET, 1)
        case .head: engawa_set_long(easy, CURLOPT_NOBODY, 1)
        default:
            if !body.isEmpty || request.method == .post {
                engawa_set_long(easy, CURLOPT_POST, 1)
                engawa_set_long(easy, CURLOPT_POSTFIELDSIZE, body.count)
                engawa_set_pointer(easy, CURLOPT_READDATA, context)
                engawa_set_transfer_callback(easy, CURLOPT_READFUNCTION, Self.giveBody)
                engawa_set_pointer(easy, CURLOPT_SEEKDATA, context)
                engawa_set_seek_callback(easy, Self.seekBody)
            }
            engawa_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        if !request.method.isIdempotent, body.isEmpty { engawa_set_long(easy, CURLOPT_FRESH_CONNECT, 1) }
    }

    /// Gives the easy handle back. The transfer is over, or was never begun.
    func release() -> UnsafeMutableRawPointer? {
        defer { easy = nil }
        if let headerList, let easy {
            engawa_set_list(easy, CURLOPT_HTTPHEADER, nil)
            curl_slist_free_all(headerList)
            self.headerList = nil
        }
        return easy
    }

    /// What became of the request.
    func result(_ code: CURLcode) -> Result<ClientResponse, TransportError> {
        guard let easy else { return .failure(error(.connectionLost, "no handle")) }
        guard code == CURLE_OK else {
            let detail = isAddressRefused ? "the address is not allowed" : String(cString: curl_easy_strerror(code))
            return .failure(error(reason(code, easy), detail))
        }
        var number = 0
        engawa_get_long(easy, CURLINFO_RESPONSE_CODE, &number)
        guard isHeadWhole, let status = Status(rawValue: number) else {
            return .failure(error(.connectionLost, "no whole head"))
        }
        return .success(ClientResponse(status, headers: head, body: body))
    }

    private func reason(_ code: CURLcode, _ easy: UnsafeMutableRawPointer) -> TransportError.Reason {
        var beforeSending: curl_off_t = 0
        engawa_get_offset(easy, CURLINFO_PRETRANSFER_TIME_T, &beforeSending)
        let isSent = beforeSending > 0
        switch code {
        case CURLE_URL_MALFORMAT: return .badURL
        // After sending it means an answer that is not HTTP.
        case CURLE_UNSUPPORTED_PROTOCOL: return isSent ? .connectionLost : .badURL
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR,
            CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR:
            return .cannotConnect
        case CURLE_OPERATION_TIMEDOUT: return isSent ? .timedOut : .cannotConnect
        case CURLE_WRITE_ERROR where isBodyTooLarge: return .bodyTooLarge
        default: return .connectionLost
        }
    }

    private static let takeBody:
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int =
            { data, size, count, context in
                guard let data, let context else { return 0 }
                let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                guard transfer.body.count + size * count <= transfer.maximumBody else {
                    transfer.isBodyTooLarge = true
                    return 0
                }
                transfer.body.append(contentsOf: UnsafeRawBufferPointer(start: data, count: size * count))
                return size * count
            }

    private static let takeHeader:
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
            data, size, count, context in
            guard let data, let context else { return 0 }
            let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
            Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().take(
                headerLine: String(decoding: bytes, as: UTF8.self))
            return size * count
        }

    private static let giveBody:
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
            buffer, size, count, context in
            guard let buffer, let context else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            let rest = (transfer.request.body ?? [])[transfer.sent...].prefix(size * count)
            UnsafeMutableRawBufferPointer(start: buffer, count: size * count).copyBytes(from: rest)
            transfer.sent += rest.count
            return rest.count
        }

    /// Rewinds the body of what may be sent twice, and refuses for all else.
    private static let seekBody: @convention(c) (UnsafeMutableRawPointer?, curl_off_t, Int32) -> Int32 = {
        context, offset, origin in
        guard let context else { return CURL_SEEKFUNC_FAIL }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        guard transfer.request.method.isIdempotent, offset == 0, origin == 0 else { return CURL_SEEKFUNC_FAIL }
        transfer.sent = 0
        return CURL_SEEKFUNC_OK
    }

    /// Takes a line of the head. A status line begins it anew: what came before was an interim answer.
    private func take(headerLine line: String) {
        if line.hasPrefix("HTTP/") {
            head = HeaderFields()
            isHeadWhole = false
            return
        }
        if line.allSatisfy(\.isNewline) { isHeadWhole = true }
        guard let colon = line.firstIndex(of: ":"), let name = FieldName(line[..<colon]) else { return }
        var value = line[line.index(after: colon)...].drop { $0.isWhitespace }
        while value.last?.isWhitespace == true { value = value.dropLast() }
        head.append(name, String(value))
    }
}

extension Duration {
    /// Whole milliseconds, at least one: libcurl takes zero for "no limit".
    fileprivate var milliseconds: Int { max(1, Int(self / .milliseconds(1))) }
}
