import Chat
import HTTP
import Recording
import Replay
import Testing

@Suite("The replaying backend")
struct ReplayTests {
    private func exchange(_ path: String, _ answer: String, body: String? = nil) -> RecordedExchange {
        RecordedExchange(
            request: .init(method: body == nil ? "GET" : "POST", path: path, body: body),
            response: .init(status: 200, headers: ["Content-Type": "text/plain"], body: answer),
            meta: .init(name: answer))
    }

    private func ask(_ backend: ReplayBackend, _ path: String, body: String? = nil) async throws -> ClientResponse {
        try await HandlerTransport(backend.respond).send(
            ClientRequest(
                body == nil ? .get : .post, "\(HandlerTransport.baseURL)\(path)", body: body.map { Array($0.utf8) }))
    }

    private func text(_ backend: ReplayBackend, _ path: String, body: String? = nil) async throws -> String {
        String(decoding: try await ask(backend, path, body: body).body, as: UTF8.self)
    }

    @Test("repeated requests get successive responses, then the last one again")
    func successive() async throws {
        let backend = ReplayBackend([exchange("/a", "1"), exchange("/b", "x"), exchange("/a", "2")])
        #expect(try await [text(backend, "/a"), text(backend, "/a"), text(backend, "/a")] == ["1", "2", "2"])
        #expect(backend.requests.count == 3)
    }

    @Test("the order of query items and body members is ignored")
    func equality() async throws {
        let backend = ReplayBackend([
            exchange("/a?x=1&y=%C3%A9", "query"), exchange("/a", "body", body: #"{"a": 1, "b": [true, null]}"#),
        ])
        #expect(try await text(backend, "/a?y=é&x=1") == "query")
        #expect(try await text(backend, "/a", body: #"{"b":[true,null],"a":1.0}"#) == "body")
        #expect(try await ask(backend, "/a", body: #"{"b":[null,true],"a":1}"#).status == .notImplemented)
    }

    @Test("a request that was never recorded fails and is named")
    func unmatched() async throws {
        let answer = try await ask(ReplayBackend([]), "/a/b?c=d")
        #expect(answer.status == .notImplemented)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("GET /a/b"))
    }

    @Test("it sends a given false response a given number of times")
    func lies() async throws {
        let backend = ReplayBackend([exchange("/a", "truth"), exchange("/b/1", "truth")])
        backend.tell(.failure(.serviceUnavailable, message: #"a "quoted" word"#, times: 2) { $0.asks(.get, "/b/*") })
        #expect(try await text(backend, "/a") == "truth")
        #expect(try await text(backend, "/b/1") == #"{"message":"a \"quoted\" word"}"#)
        #expect(try await ask(backend, "/b/1").status == .serviceUnavailable)
        #expect(try await text(backend, "/b/1") == "truth")
        backend.tell(.nonsense())
        #expect(try await text(backend, "/a") != "truth")
        backend.tellTheTruth()
        backend.tell(.delay(.milliseconds(1)))
        #expect(try await text(backend, "/a") == "truth")
    }
}
