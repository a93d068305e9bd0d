import CCurl

/// A libcurl easy handle: the options of one request at a time, and reusable for the next.
///
/// Not `Sendable`: it stays on the thread that made it.
final class EasyHandle {
    let pointer: OpaquePointer
    /// Where libcurl writes a sentence about what went wrong.
    private let errorText: UnsafeMutablePointer<CChar>
    /// The request's header lines, which libcurl reads but does not copy.
    private var lines: UnsafeMutablePointer<curl_slist>?

    init() {
        guard let pointer = curl_easy_init() else { fatalError("out of memory for a curl handle") }
        self.pointer = pointer
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(lines)
        errorText.deallocate()
    }

    /// Forgets the request. Connections, names and TLS sessions belong to the multi handle and stay.
    func reset() {
        curl_easy_reset(pointer)
        curl_slist_free_all(lines)
        lines = nil
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

    /// What is called before every attempt to send the request.
    func setPrerequest(_ function: @escaping curl_prereq_callback) throws(CurlFailure) {
        try check(ccurl_easy_set_prerequest_function(pointer, function))
    }

    /// What opens a socket, or refuses to.
    func setOpenSocket(_ function: @escaping curl_opensocket_callback) throws(CurlFailure) {
        try check(ccurl_easy_set_open_socket_function(pointer, function))
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

    /// Sets header lines as libcurl wants them: `Name: value`, `Name;` for an empty value, `Name:` for none at all.
    func setHeaderLines(_ texts: [String]) throws(CurlFailure) {
        for text in texts {
            guard let longer = curl_slist_append(lines, text) else { throw CurlFailure(CURLE_OUT_OF_MEMORY) }
            lines = longer
        }
        try check(ccurl_easy_set_list(pointer, CURLOPT_HTTPHEADER, lines))
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
