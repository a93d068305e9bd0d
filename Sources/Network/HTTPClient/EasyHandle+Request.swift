import CCurl
import HTTP

extension EasyHandle {
    /// Sets everything that `request` and the client's limits ask for, on a new handle or one that was let go.
    func prepare(
        _ request: ClientRequest, _ files: FileTransfer?, _ configuration: CurlClient.Configuration
    ) throws(CurlFailure) {
        try collectErrorText()
        if !isSetUp { try setPolicy(configuration) }
        try setURL(of: request)
        try setMethod(request, bytesFromFile: files?.source?.count)
        let fields = FieldsToSend(request, trace: request.trace)
        if self.fields != fields { try setHeaderLines(of: fields) }
    }

    /// Readies the handle for the next request, after one that ended well or not. The options of a plain GET are those
    /// of the next one, so most are left as they are.
    func letGo(after request: ClientRequest, isSuccess: Bool) {
        guard isSuccess, request.method == .get, request.body == nil else { return reset() }
        isSetUp = true
    }

    /// Makes libcurl open a connection and send nothing over it. To be reset afterwards.
    func onlyConnect() throws(CurlFailure) {
        try set(CURLOPT_CONNECT_ONLY, 1)
        try set(CURLOPT_FRESH_CONNECT, 1)
    }

    /// Makes libcurl send over a new connection, and close it afterwards. To be reset afterwards.
    func useConnectionOnce() throws(CurlFailure) {
        try set(CURLOPT_FRESH_CONNECT, 1)
        try forbidReuse()
    }

    /// Makes libcurl close the connection when the answer has ended. To be reset afterwards.
    func forbidReuse() throws(CurlFailure) { try set(CURLOPT_FORBID_REUSE, 1) }

    private func setPolicy(_ configuration: CurlClient.Configuration) throws(CurlFailure) {
        try set(CURLOPT_NOSIGNAL, 1)
        // A name that takes long to look up is left to its thread, or giving it up would block the loop.
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.wholeMilliseconds)
        if let stall = configuration.stallTimeout {
            try set(CURLOPT_LOW_SPEED_LIMIT, 1)
            try set(CURLOPT_LOW_SPEED_TIME, max(1, Int(stall.components.seconds)))
        }
        try set(CURLOPT_MAXAGE_CONN, max(1, Int(configuration.idleConnectionLifetime.components.seconds)))

        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_PROXY, "")
        try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        try set(CURLOPT_PATH_AS_IS, 1)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        // Empty: it decodes whatever it can. It asks for it by a line of ours, for it puts its own together twice, byte by
        // byte, for each request.
        try set(CURLOPT_ACCEPT_ENCODING, "")

        try set(CURLOPT_SSL_VERIFYPEER, configuration.verifiesCertificates ? 1 : 0)
        try set(CURLOPT_SSL_VERIFYHOST, configuration.verifiesCertificates ? 2 : 0)
        try setTrust(configuration.trust)
    }

    /// - Parameter bytesFromFile: the length of a body that is read from a file.
    private func setMethod(_ request: ClientRequest, bytesFromFile: Int64?) throws(CurlFailure) {
        switch request.method {
        case .head:
            try set(CURLOPT_NOBODY, 1)
        case .get where request.body == nil:
            try set(CURLOPT_HTTPGET, 1)
        case _ where bytesFromFile != nil:
            try setUpload(of: bytesFromFile ?? 0)
            try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        default:
            if let body = request.body ?? (request.method.expectsBody ? [] : nil) { try setBody(body) }
            try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        // Waits for a TLS connection to tell whether it can carry this request beside others, before opening one more.
        try set(CURLOPT_PIPEWAIT, request.url.utf8.starts(with: "https:".utf8) ? 1 : 0)
    }
}

/// The fields of a request, as far as the caller writes them.
struct FieldsToSend: Equatable {
    private let fields: HeaderFields
    private let trace: TraceParent?
    /// Whether libcurl would add fields about a body.
    private let hasBody: Bool

    /// - Parameter trace: differs from request to request.
    init(_ request: ClientRequest, trace: TraceParent? = nil) {
        fields = request.headers
        self.trace = trace
        hasBody = request.body != nil || request.method.expectsBody
    }

    /// Those that do not frame the message.
    var unframing: [HeaderFields.Field] {
        fields.fields.filter { field in
            switch field.name.canonical {
            case "connection", "content-length", "expect", "transfer-encoding", "upgrade": false
            default: true
            }
        }
    }

    /// As lines in libcurl's notation. The fields that frame the message are libcurl's to write.
    var lines: [String] {
        var lines = unframing.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        if let trace { lines.append("\(FieldName.traceParent): \(trace)") }
        if fields[.acceptEncoding] == nil, !Self.codings.isEmpty { lines.append("Accept-Encoding: \(Self.codings)") }
        if hasBody {
            // No waiting for "100 Continue", and no form type unless the caller set one.
            lines.append("Expect:")
            if fields[.contentType] == nil { lines.append("Content-Type:") }
        }
        return lines
    }

    /// What this libcurl can decode, the smallest first (RFC 9110 §8.4.1, RFC 7932, RFC 8878). What is left out, deflate,
    /// no server has without gzip.
    private static let codings: String = {
        let features = ccurl_features()
        let known = [("br", CURL_VERSION_BROTLI), ("zstd", CURL_VERSION_ZSTD), ("gzip", CURL_VERSION_LIBZ)]
        return known.filter { features & $0.1 != 0 }.map(\.0).joined(separator: ", ")
    }()
}

extension Method {
    /// Whether a request without a body says so with `Content-Length: 0` (RFC 9110 §8.6).
    fileprivate var expectsBody: Bool { self == .post || self == .put || self == .patch }
}

extension Duration {
    /// Rounded up, and at least 1: 0 would mean libcurl's default.
    var wholeMilliseconds: Int {
        max(
            1,
            Int(components.seconds) * 1000 + Int((components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        )
    }
}
