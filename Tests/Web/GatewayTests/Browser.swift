import ChildProcess
import Foundation
import HTTP
import HTTPClient
import Logging
import Synchronization
import Testing

/// What a browser does, as far as a server sees it: keeps cookies, sends `Origin` with what changes something.
final class Browser: Sendable {
    let url: String
    private let client: CurlClient
    private let language: String
    private let secrets: Secrets
    private let jar = Mutex<[String: String]>(["zone": "Asia%2FTokyo"])

    init(url: String, language: String, secrets: Secrets) throws {
        self.url = url
        self.secrets = secrets
        self.language = language
        client = CurlClient()
    }

    var cookies: [String: String] {
        get { jar.withLock { $0 } }
        set { jar.withLock { $0 = newValue } }
    }

    func get(_ path: String, _ headers: HeaderFields = [:]) async throws -> Answer {
        try await send(ClientRequest(.get, url + path, headers: headers))
    }

    /// Submits a form from a page of this site; `origin` says otherwise, `nil` says nothing.
    func post(_ path: String, _ form: Form, origin: String? = "self", accept: MediaType? = nil) async throws -> Answer {
        var headers: HeaderFields = [.contentType: MediaType.urlEncodedForm.description]
        headers[.accept] = accept?.description
        if let origin { headers[.origin] = origin == "self" ? url : origin }
        return try await send(ClientRequest(.post, url + path, headers: headers, body: form.urlEncoded))
    }

    /// What came as it came: in its coding, which the other requests take off. By another program.
    func raw(_ path: String, _ headers: HeaderFields = [:]) async throws -> ClientResponse {
        let cookie = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let command =
            ["curl", "--silent", "--include", "--cookie", cookie, "--header", "Accept-Language: \(language)"]
            + headers.fields.flatMap { ["--header", "\($0.name): \($0.value)"] } + [url + path]
        let answer = try await ChildProcess.run(command).output
        let end = try #require(answer.firstRange(of: Array("\r\n\r\n".utf8)))
        let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        var response = ClientResponse(
            try #require(head[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }.flatMap(Status.init)),
            body: Array(answer[end.upperBound...]))
        for line in head.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1)
            response.headers.append(
                try #require(FieldName(field[0])), field[1].trimmingCharacters(in: .whitespaces))
        }
        return response
    }

    func send(_ request: ClientRequest) async throws -> Answer {
        var request = request
        request.headers[.acceptLanguage] = language
        request.headers[.cookie] = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            .joined(separator: "; ")
        secrets.add(request)
        let response = try await client.send(request)
        secrets.add(response)
        for field in response.headers.values(of: .setCookie) {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            jar.withLock { $0[String(pair[0])] = field.contains("Max-Age=0") ? nil : String(pair[1]) }
        }
        return Answer(response)
    }
}

/// What came back.
struct Answer {
    let status: Status
    let headers: HeaderFields
    let text: String

    init(_ response: ClientResponse) {
        status = response.status
        headers = response.headers
        text = String(decoding: response.body, as: UTF8.self)
    }

    /// The same with other words, where some are random.
    init(_ answer: Answer, replacing old: String, with new: String) {
        status = answer.status
        headers = answer.headers
        text = answer.text.replacing(old, with: new)
    }

    /// The first match of `pattern`'s first group.
    func match(_ pattern: String) -> String? {
        guard let regex = try? Regex(pattern), let match = text.firstMatch(of: regex) else { return nil }
        return match.output.count > 1 ? match.output[1].substring.map { String($0) } : nil
    }

    /// Of each match of `pattern` the first group, or all of it.
    func matches(_ pattern: String) -> [String] {
        guard let regex = try? Regex(pattern) else { return [] }
        return text.matches(of: regex).compactMap { ($0.output.last?.substring).map { String($0) } }
    }

    /// The random key of the form for a message.
    var formKey: String? { match(#"name="key" value="([0-9a-f]{32})""#) }

    /// The ids of the messages on a thread's page, in their order.
    var messageIDs: [String] {
        text.matches(of: /class="message[^"]*" id="m-([0-9a-f-]{36})"/).map { String($0.output.1) }
    }
}

/// Keeps log lines.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: String { lines.withLock { $0.joined() } }
    var logger: Logger {
        Logger(
            level: .debug, format: .json, timestamp: { "now" },
            sink: { line in self.lines.withLock { $0.append(line) } })
    }
}
