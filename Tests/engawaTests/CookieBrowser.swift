import HTTP
import HTTPClient

/// A browser without scripts, which keeps the cookies of a site that several processes serve.
struct CookieBrowser {
    let client = CurlClient()
    var cookies: [String] = []

    mutating func send(_ form: String, to url: String) async throws -> ClientResponse {
        try await send(form, as: "application/x-www-form-urlencoded", to: url)
    }

    /// Sends a file in a form.
    mutating func upload(_ content: String, named name: String, to url: String) async throws -> ClientResponse {
        let form = """
            --part\r
            Content-Disposition: form-data; name="file"; filename="\(name)"\r
            Content-Type: application/octet-stream\r
            \r
            \(content)\r
            --part--\r

            """
        return try await send(form, as: "multipart/form-data; boundary=part", to: url)
    }

    private mutating func send(_ form: String, as type: String, to url: String) async throws -> ClientResponse {
        let origin = url.split(separator: "/", maxSplits: 3).prefix(2).joined(separator: "//")
        let response = try await client.send(
            ClientRequest(
                .post, url,
                headers: [
                    .contentType: type, "Origin": origin,
                    .cookie: cookies.joined(separator: "; "),
                ], body: Array(form.utf8)))
        for field in response.headers.fields where field.name == .setCookie {
            let cookie = String(field.value.prefix { $0 != ";" })
            let name = cookie.prefix { $0 != "=" } + "="
            cookies.removeAll { $0.hasPrefix(name) }
            cookies.append(cookie)
        }
        return response
    }

    func load(_ url: String) async throws -> (status: Int, text: String) {
        let response = try await client.send(
            ClientRequest(.get, url, headers: [.cookie: cookies.joined(separator: "; ")]))
        return (response.status.rawValue, String(decoding: response.body, as: UTF8.self))
    }
}
