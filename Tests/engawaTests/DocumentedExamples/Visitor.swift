import Eventually
import HTTP
import HTTPClient
import Synchronization
import Testing

/// A minimal browser for signing in.
final class Visitor: Sendable {
    let url: String
    private let client: CurlClient
    private let cookies = Mutex<[String: String]>([:])

    init(url: String, _ configuration: CurlClient.Configuration = CurlClient.Configuration()) {
        self.url = url
        client = CurlClient(configuration)
    }

    func get(_ path: String) async throws -> ClientResponse { try await send(ClientRequest(.get, url + path)) }

    /// - Parameter origin: of the page that sends the form; the site's own by default.
    func post(_ path: String, _ form: Form, origin: String? = nil) async throws -> ClientResponse {
        try await send(
            ClientRequest(
                .post, url + path,
                headers: [.contentType: MediaType.urlEncodedForm.description, .origin: origin ?? url],
                body: form.urlEncoded))
    }

    func waitUntilOpen(_ program: RunningProgram) async throws {
        do {
            try await eventually { (try? await get("/readyz"))?.status == .ok }
        } catch {
            Issue.record("it did not open: \(program.output) \(program.log)")
            throw error
        }
    }

    private func send(_ request: ClientRequest) async throws -> ClientResponse {
        var request = request
        request.headers[.cookie] = cookies.withLock { $0.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
        let answer = try await client.send(request)
        for field in answer.headers.values(of: .setCookie) {
            guard let cookie = ReceivedCookie(field) else { continue }
            cookies.withLock { $0[cookie.name] = cookie.value.isEmpty ? nil : cookie.value }
        }
        return answer
    }
}

extension ClientResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The URL that a page redirects to.
    var leadsTo: String? { headers["Refresh"].map { String($0.dropFirst("0; url=".count)) } }
}
