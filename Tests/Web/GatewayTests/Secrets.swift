import Accounts
import Foundation
import HTTP
import Synchronization
import Testing

/// Every secret that passes in a test: what browsers type and keep, what goes to services and comes from them. None of
/// them may stand in a log.
final class Secrets: Sendable {
    /// Shorter ones stand in ordinary words.
    private static let fewestCharacters = 8

    /// Fields of forms, queries and JSON whose values are secret.
    private static let names: Set<String> = [
        "password", "code", "state", "nonce", "code_verifier", "client_secret", "client_assertion", "access_token",
        "refresh_token", "id_token", "id_token_hint", "logout_token", "token", "accessToken", "refreshToken",
    ]

    private let values = Mutex<Set<String>>([])

    func add(_ value: some StringProtocol) {
        guard value.count >= Self.fewestCharacters else { return }
        values.withLock { values in
            values.insert(String(value))
            values.insert(PercentEncoding.encode(String(value)))
        }
    }

    /// What a request carries.
    func add(_ request: ClientRequest) {
        add(target: request.url)
        add(credentials: request.headers)
        add(body: request.body ?? [])
    }

    /// What an answer carries.
    func add(_ response: ClientResponse) {
        for field in response.headers.values(of: .setCookie) { add(cookie: field.prefix { $0 != ";" }) }
        for name in [.location, "Refresh"] as [FieldName] { add(target: response.headers[name] ?? "") }
        add(body: response.body)
    }

    /// Which of them stand in `text`, and what else looks like a secret there.
    func leaks(in text: String) -> [String] {
        let known = values.withLock { $0 }.filter { text.contains($0) }
        return known + Self.suspicious(in: text)
    }

    /// What looks like a session's token, a signed token or a credential, whoever made it.
    static func suspicious(in text: String) -> [String] {
        let patterns: [Regex<Substring>] = [
            /\b[0-9a-f]{64}\b/, /eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+/, /(?i:bearer|basic) [A-Za-z0-9+\/._~-]{8,}/,
            /better-auth\.session_token=[^; "]+/,
        ]
        return patterns.flatMap { text.matches(of: $0).map { String($0.output) } }
    }

    private func add(target: String) {
        guard
            let query = target.firstIndex(of: "?").flatMap({
                Query(parsing: String(target[target.index(after: $0)...]))
            })
        else { return }
        for item in query.items where Self.names.contains(item.name) { add(item.value) }
    }

    private func add(credentials headers: HeaderFields) {
        for cookie in (headers[.cookie] ?? "").split(separator: "; ") { add(cookie: cookie) }
        if let word = headers["Authorization"]?.split(separator: " ", maxSplits: 1).last { add(word) }
    }

    /// Not those by which a browser says how it likes things.
    private func add(cookie: Substring) {
        let pair = cookie.split(separator: "=", maxSplits: 1)
        guard pair.count == 2, pair[0].contains("session") || pair[0].contains("sign-in") else { return }
        add(pair[1])
    }

    /// A form, or JSON.
    private func add(body: [UInt8]) {
        let text = String(decoding: body, as: UTF8.self)
        // A form has no quotation marks. Reading every page as a form would take a fifth of these tests' time.
        guard text.utf8.contains(UInt8(ascii: "\"")) else { return add(target: "?\(text)") }
        for match in text.matches(of: /"([A-Za-z_]+)"\s*:\s*"((?:[^"\\]|\\.)*)"/)
        where Self.names.contains(String(match.output.1)) { add(match.output.2) }
    }
}

/// A transport that remembers what secrets pass through it.
struct SecretWatch: Transport {
    private let transport: any Transport
    private let secrets: Secrets

    init(_ transport: any Transport, _ secrets: Secrets) {
        self.transport = transport
        self.secrets = secrets
    }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        secrets.add(request)
        let response = try await transport.send(request)
        secrets.add(response)
        return response
    }
}

/// Fails the test where a secret stands in what was logged.
func expectNoSecrets(_ secrets: Secrets, _ log: LogLines, _ audit: AuditLog) async throws {
    let events = try await audit.newest(AuditLog.maximumLines).map { "\($0)\n" }.joined()
    for leak in secrets.leaks(in: log.all + events) { Issue.record("a secret stands in a log: \(leak)") }
}

@Suite struct SecretsTests {
    @Test func `what a log must not hold is found in it`() throws {
        let secrets = Secrets()
        secrets.add(
            ClientRequest(
                .post, "https://a.example/token?state=the-state-of-it",
                headers: [.cookie: "session=0123456789; zone=Asia"],
                body: Array("code=a-code%2Fhere&user=alice-in-wonderland".utf8)))
        secrets.add(
            ClientResponse(
                .ok, headers: [.location: "/x?nonce=nonce-nonce"],
                body: Array(#"{"access_token": "to\"ken-token", "sub":"somebody-else"}"#.utf8)))
        for secret in [
            "the-state-of-it", "0123456789", "a-code/here", "a-code%2Fhere", "nonce-nonce", #"to\"ken-token"#,
        ] {
            #expect(secrets.leaks(in: "a line with \(secret) in it\n") == [secret])
        }
        for harmless in ["alice-in-wonderland", "somebody-else", "Asia"] {
            #expect(secrets.leaks(in: "a line with \(harmless) in it").isEmpty)
        }
        let token = String(repeating: "0a", count: 32)
        for secret in [token, "eyJhbGciOiJub25lIn0.e30", "Bearer abcdefgh", "better-auth.session_token=x"] {
            #expect(Secrets().leaks(in: "why=\"\(secret)\"") == [secret])
        }
    }
}
