import CCurl

/// A code other than "OK" from libcurl, and what libcurl says about it.
struct CurlFailure: Error {
    let code: CURLcode
    let detail: String

    init(_ code: CURLcode, detail: String = "") {
        self.code = code
        self.detail = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
    }
}
