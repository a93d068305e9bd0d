import Chat
import Foundation
import HTTP
@testable import Recording
import Replay
import Testing

@Suite("Recording")
struct RecordingTests {
    private func inTemporaryFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path())
    }

    @Test("exchanges are the same after reading, writing and reading", arguments: Recordings.allCases)
    func roundTrip(recordings: Recordings) throws {
        let exchanges = recordings.exchanges()
        #expect(!exchanges.isEmpty)
        try inTemporaryFolder { folder in
            try RecordingDirectory(path: folder).write(exchanges)
            #expect(try RecordingDirectory(path: folder).read() == exchanges)
        }
    }

    @Test("a written file is the recorded file, as JSON", arguments: Recordings.allCases)
    func sameJSON(recordings: Recordings) throws {
        try inTemporaryFolder { folder in
            try RecordingDirectory(path: folder).write(recordings.exchanges())
            let file = URL(filePath: folder).appending(component: "exchanges.json")
            let written = try #require(JSONValue(parsing: try Data(contentsOf: file)))
            let original = recordings.folder.appending(component: "exchanges.json")
            #expect(written == JSONValue(parsing: try Data(contentsOf: original)))
        }
    }

    @Test("secret header fields are replaced, others are kept")
    func secrets() async throws {
        let baseURL = try #require(BaseURL("http://backend.test/v1"))
        let answer = ClientResponse(
            .ok, headers: [.setCookie: "token=s3cret; Path=/", .contentType: "text/plain"], body: Array("hi".utf8))
        let transport = RecordingTransport(recording: StubTransport(answer: answer), of: baseURL)
        transport.name("sign-in", note: "once")
        let request = ClientRequest(
            .post, "http://backend.test/v1/here?a=b",
            headers: [.cookie: "token=s3cret", "Authorization": "Bearer s3cret", .accept: "*/*"],
            body: Array("{}".utf8))
        #expect(try await transport.send(request) == answer)
        _ = try await transport.send(ClientRequest(.get, "http://backend.test/v1"))
        let exchange = try #require(transport.exchanges.first)
        #expect(!String(decoding: try JSONEncoder().encode(exchange), as: UTF8.self).contains("s3cret"))
        #expect(exchange.meta == RecordedExchange.Meta(name: "sign-in", note: "once"))
        #expect(exchange.request.path == "/here?a=b")
        #expect(exchange.request.headers["accept"] == "*/*")
        #expect(exchange.request.body == "{}")
        #expect(exchange.response.headers["content-type"] == "text/plain")
        #expect(exchange.response.body == "hi")
        #expect(transport.exchanges.map(\.meta.name) == ["sign-in", "get"])
        #expect(transport.exchanges.last?.request.path == "/")
    }

    @Test("a missing folder gives an error with its path")
    func missingFolder() {
        #expect {
            try RecordingDirectory(path: "/nowhere/at/all").read()
        } throws: { error in
            (error as? RecordingDirectory.Failure)?.path == "/nowhere/at/all/exchanges.json"
        }
    }
}
