import CCurl
import HTTP

/// A request under way over libcurl: what has been sent and what has come.
///
/// Not `Sendable`: it lives on the loop's thread, and libcurl's callbacks reach it there.
final class Transfer {
    let pending: PendingRequest
    let easy: EasyHandle
    /// Whether libcurl is only to open the connection.
    let onlyConnects: Bool
    private let bodyLimit: ByteCount
    private let cutsLongBodies: Bool
    private var head: ResponseHead
    private var body: [UInt8] = []
    private var isBodyTooLarge = false
    /// The file that is sent, and the one that is written.
    private(set) var source: OpenFilePart?
    private var target: OpenFilePart?
    private var isRepeatRefused = false
    private let kept: KeptSockets
    private let untrusted: UntrustedOrigins
    /// Whether the connection that libcurl had chosen is not to be used: nothing was sent over it.
    private(set) var isConnectionUnsound = false
    /// Whether libcurl is to close the connection when the answer has ended.
    private(set) var isReuseForbidden = false
    let addresses: AddressRule
    /// Whether an address was refused that libcurl wanted to connect to.
    var isAddressRefused = false

    init(
        _ pending: PendingRequest, on easy: EasyHandle, onlyConnects: Bool, _ configuration: CurlClient.Configuration,
        kept: KeptSockets, untrusted: UntrustedOrigins
    ) {
        self.kept = kept
        self.untrusted = untrusted
        self.pending = pending
        self.easy = easy
        self.onlyConnects = onlyConnects
        bodyLimit = configuration.maximumBodySize
        cutsLongBodies = configuration.cutsLongBodies
        addresses = configuration.addresses
        head = ResponseHead(limit: configuration.maximumHeadSize)
    }

    var token: RequestToken { pending.token }
    var request: ClientRequest { pending.request }

    /// Whether the request may go out now.
    ///
    /// libcurl repeats a request of its own accord when a connection that was used before dies without a byte of an
    /// answer, or when an HTTP/2 server refuses the stream, whatever the method (Curl_retry_request). The server may
    /// have acted by then, so what is not idempotent goes out once (RFC 9110 §9.2.2).
    /// Over a connection on which something has come unasked nothing is sent either: it would be read as the answer.
    func allowsSending(over ends: KeptSockets.Ends) -> Bool {
        let arrival = kept.arrival(on: ends)
        guard case .nothing = arrival else {
            // What comes over TLS may be its own: that it is closed, a key, a session ticket.
            if case .bytes = arrival, request.url.utf8.starts(with: "http:".utf8) {
                untrusted.add(request.splitURL.origin)
            }
            isConnectionUnsound = true
            return false
        }
        isRepeatRefused = pending.mayHaveBeenSent && !request.method.isIdempotent
        pending.mayHaveBeenSent = true
        return !isRepeatRefused
    }

    /// Opens the files of the request.
    func openFiles() throws(CurlFailure) {
        if let part = pending.files?.target {
            target = OpenFilePart(part, forWriting: true)
            if target == nil { throw CurlFailure(CURLE_WRITE_ERROR) }
        }
        guard let part = pending.files?.source else { return }
        source = OpenFilePart(part, forWriting: false)
        if source == nil { throw CurlFailure(CURLE_READ_ERROR) }
        try connectSource()
    }

    /// `false` where the head is over its limit.
    func receiveHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        let isWithinLimit = head.receive(line)
        // libcurl takes this option on every handle, also during a transfer (CURLOPT_FORBID_REUSE), so nothing is lost.
        if head.isAmbiguous, !isReuseForbidden { try? forbidReuse() }
        return isWithinLimit
    }

    /// Lets the connection be used by this request only.
    func useConnectionOnce() throws(CurlFailure) {
        try easy.useConnectionOnce()
        isReuseForbidden = true
    }

    private func forbidReuse() throws(CurlFailure) {
        try easy.forbidReuse()
        isReuseForbidden = true
    }

    /// `false` where the body is over its limit.
    func receiveBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if let target, head.finalStatus?.isSuccess == true { return target.write(bytes) }
        isBodyTooLarge = bytes.count > bodyLimit.bytes - body.count
        if isBodyTooLarge {
            if cutsLongBodies { body.append(contentsOf: bytes.prefix(bodyLimit.bytes - body.count)) }
            return false
        }
        if body.isEmpty, let length = head.headers[.contentLength].flatMap({ Int($0) }) {
            body.reserveCapacity(min(max(length, 0), bodyLimit.bytes))
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// What came of it, now that libcurl has ended it with `code`.
    func result(_ code: CURLcode) -> Result<ClientResponse, TransportError> {
        if code == CURLE_OK || isBodyTooLarge && cutsLongBodies, let status = head.finalStatus {
            return .success(
                ClientResponse(status, headers: body.isEmpty ? head.headers : head.decodedHeaders, body: body))
        }
        // libcurl is content with a head that was cut, and with any three digits for a status.
        let failure = easy.failure(code == CURLE_OK ? CURLE_WEIRD_SERVER_REPLY : code)
        let reason =
            isBodyTooLarge
            ? .bodyTooLarge : TransportError.Reason(failure.code, mayHaveBeenSent: pending.mayHaveBeenSent)
        let detail =
            isRepeatRefused
            ? "no answer, and not to be sent twice"
            : isAddressRefused ? "the address is not allowed" : failure.detail
        return .failure(request.error(reason, detail))
    }
}
