import CCurl
import Glibc
import HTTP

/// A libcurl easy handle: the options of one request at a time, and reusable for the next.
///
/// Not `Sendable`: it stays on the thread that made it.
final class EasyHandle {
    let pointer: OpaquePointer
    /// Where libcurl writes a sentence about what went wrong.
    private let errorText: UnsafeMutablePointer<CChar>
    /// The request's header lines, which libcurl reads but does not copy.
    private var lines: UnsafeMutablePointer<curl_slist>?
    /// The origin that is set, read by libcurl once for all requests that go there.
    private var origin: (text: String, url: OpaquePointer)?
    /// The fields that are set.
    private(set) var fields: FieldsToSend?
    /// Whether the client's policy and the callbacks are set, which no request changes.
    var isSetUp = false

    init() {
        // libcurl has started, for the multi handle came first; then only memory can be missing, for which Swift's own
        // objects end the process too.
        guard let pointer = curl_easy_init() else { fatalError("out of memory for a curl handle") }
        self.pointer = pointer
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(lines)
        if let origin { curl_url_cleanup(origin.url) }
        errorText.deallocate()
    }

    /// Forgets everything that was set. Connections, names and TLS sessions belong to the multi handle and stay.
    func reset() {
        curl_easy_reset(pointer)
        curl_slist_free_all(lines)
        lines = nil
        fields = nil
        if let origin { curl_url_cleanup(origin.url) }
        origin = nil
        isSetUp = false
    }

    /// Sets an absolute URL. Reading one takes libcurl a third of all its time, so the origin is read only where it is
    /// another than before, and the rest goes to the server as it stands.
    func setURL(of request: ClientRequest) throws(CurlFailure) {
        let (origin, target) = request.splitURL
        if self.origin?.text != origin { try setOrigin(origin) }
        try set(CURLOPT_REQUEST_TARGET, target)
    }

    private func setOrigin(_ text: String) throws(CurlFailure) {
        guard let url = curl_url() else { throw CurlFailure(CURLE_OUT_OF_MEMORY) }
        guard curl_url_set(url, CURLUPART_URL, text, UInt32(CURLU_DISALLOW_USER)) == CURLUE_OK else {
            curl_url_cleanup(url)
            throw CurlFailure(CURLE_URL_MALFORMAT)
        }
        try set(CURLOPT_CURLU, UnsafeMutableRawPointer(url))
        if let origin { curl_url_cleanup(origin.url) }
        origin = (text, url)
    }

    func set(_ option: CURLoption, _ value: Int) throws(CurlFailure) {
        try check(ccurl_easy_set_long(pointer, option, value))
    }

    func set(_ option: CURLoption, _ value: String) throws(CurlFailure) {
        try check(ccurl_easy_set_string(pointer, option, value))
    }

    func set(_ option: CURLoption, _ value: @escaping ccurl_data_function) throws(CurlFailure) {
        try check(ccurl_easy_set_data_function(pointer, option, value))
    }

    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) throws(CurlFailure) {
        try check(ccurl_easy_set_pointer(pointer, option, value))
    }

    /// Gives libcurl a copy of a text that it takes for the content of a file.
    func setContent(_ option: CURLoption, _ text: String) throws(CurlFailure) {
        let code = Array(text.utf8).withUnsafeBytes {
            ccurl_easy_set_blob(pointer, option, $0.baseAddress, $0.count)
        }
        try check(code)
    }

    /// Takes back a text that libcurl has by default.
    func unset(_ option: CURLoption) throws(CurlFailure) { try check(ccurl_easy_set_pointer(pointer, option, nil)) }

    /// What is called before every attempt to send the request.
    func setOpenSocket(_ function: @escaping curl_opensocket_callback) throws(CurlFailure) {
        try check(ccurl_easy_set_open_socket_function(pointer, function))
    }

    func setPrerequest(_ function: @escaping curl_prereq_callback) throws(CurlFailure) {
        try check(ccurl_easy_set_prerequest_function(pointer, function))
    }

    /// Gives libcurl a copy of the body.
    func setBody(_ body: [UInt8]) throws(CurlFailure) {
        // The size comes first: it is what the copy goes by.
        try check(ccurl_easy_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        let code = (body.isEmpty ? [0] : body).withUnsafeBytes {
            ccurl_easy_set_pointer(pointer, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
        }
        try check(code)
    }

    /// Makes libcurl ask for a body of so many bytes.
    func setUpload(of bytes: Int64) throws(CurlFailure) {
        try set(CURLOPT_UPLOAD, 1)
        try check(ccurl_easy_set_offset(pointer, CURLOPT_INFILESIZE_LARGE, curl_off_t(bytes)))
    }

    /// What is called where libcurl sends a body again.
    func setSeek(_ function: @escaping curl_seek_callback) throws(CurlFailure) {
        try check(ccurl_easy_set_seek_function(pointer, function))
    }

    /// Sets header lines as libcurl wants them: `Name: value`, `Name;` for an empty value, `Name:` for none at all.
    func setHeaderLines(of fields: FieldsToSend) throws(CurlFailure) {
        curl_slist_free_all(lines)
        lines = nil
        self.fields = fields
        for text in fields.lines {
            guard let longer = curl_slist_append(lines, text) else { throw CurlFailure(CURLE_OUT_OF_MEMORY) }
            lines = longer
        }
        try check(ccurl_easy_set_list(pointer, CURLOPT_HTTPHEADER, lines))
    }

    /// The ends and the socket of the connection that a transfer which has ended leaves behind, where its protocol sends one
    /// answer after the other; `nil` where the connection was closed, or carries several at once (HTTP/2).
    var keptConnection: (ends: KeptSockets.Ends, socket: Int32)? {
        var socket = CURL_SOCKET_BAD
        guard long(CURLINFO_HTTP_VERSION) <= CURL_HTTP_VERSION_1_1,
            ccurl_easy_get_active_socket(pointer, &socket) == CURLE_OK, socket != CURL_SOCKET_BAD
        else { return nil }
        let ends = KeptSockets.Ends(
            remoteAddress: text(CURLINFO_PRIMARY_IP), remotePort: long(CURLINFO_PRIMARY_PORT),
            localAddress: text(CURLINFO_LOCAL_IP), localPort: long(CURLINFO_LOCAL_PORT))
        return (ends, socket)
    }

    private func long(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_easy_get_long(pointer, info, &value) == CURLE_OK ? value : 0
    }

    private func text(_ info: CURLINFO) -> String {
        var text: UnsafeMutablePointer<CChar>?
        guard ccurl_easy_get_string(pointer, info, &text) == CURLE_OK, let text else { return "" }
        return String(cString: text)
    }

    /// A copy of the socket of the connection that was opened, which stays open after libcurl has closed its own; `nil`
    /// where there is none. The caller has to close it.
    func copyOfSocket() -> Int32? {
        var socket = CURL_SOCKET_BAD
        guard ccurl_easy_get_active_socket(pointer, &socket) == CURLE_OK, socket != CURL_SOCKET_BAD else { return nil }
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        return copy >= 0 ? copy : nil
    }

    /// Makes libcurl write about this request's failure here.
    func collectErrorText() throws(CurlFailure) {
        errorText.pointee = 0
        try set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
    }

    /// What `code` meant for this request.
    func failure(_ code: CURLcode) -> CurlFailure { CurlFailure(code, detail: String(cString: errorText)) }

    private func check(_ code: CURLcode) throws(CurlFailure) {
        guard code == CURLE_OK else { throw CurlFailure(code) }
    }
}
