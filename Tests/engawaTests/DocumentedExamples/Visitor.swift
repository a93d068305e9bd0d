import HTTP
import HTTPClient
import Synchronization
import Testing

/// A browser at the program: keeps cookies, says where its forms come from.
final class Visitor: Sendable {
    let url: String
    private let client = CurlClient()
    private let jar = Mutex<[String: String]>([:])

    init(url: String) { self.url = url }

    func get(_ path: String) async throws -> ClientResponse { try await send(ClientRequest(.get, url + path)) }

    /// - Parameter origin: the page that sends the form; one of the program unless told.
    func post(_ path: String, _ form: Form, origin: String? = nil) async throws -> ClientResponse {
        try await send(
            ClientRequest(
                .post, url + path,
                headers: [.contentType: MediaType.urlEncodedForm.description, .origin: origin ?? url],
                body: form.urlEncoded))
    }

    /// Waits until the program answers.
    func waitUntilReady(_ program: RunningProgram) async throws {
        for _ in 0..<1_000 {
            if let answer = try? await get("/readyz"), answer.status == .ok { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("the program said: \(program.output) \(program.log)")
    }

    private func send(_ request: ClientRequest) async throws -> ClientResponse {
        var request = request
        request.headers[.acceptLanguage] = "en"
        request.headers[.cookie] = jar.withLock { $0.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
        let response = try await client.send(request)
        for field in response.headers.values(of: .setCookie) {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            jar.withLock { $0[String(pair[0])] = field.contains("Max-Age=0") ? nil : String(pair[1]) }
        }
        return response
    }
}

extension ClientResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// Where a page that leads to a provider sends the browser.
    var leadsTo: String? { headers["Refresh"].map { String($0.dropFirst("0; url=".count)) } }
}
