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

    @Test("exchanges that were read, written and read again are the same", arguments: Recordings.allCases)
    func roundTrip(recordings: Recordings) throws {
        let exchanges = recordings.exchanges()
        #expect(!exchanges.isEmpty)
        try inTemporaryFolder { folder in
            try RecordingDirectory(path: folder).write(exchanges)
            #expect(try RecordingDirectory(path: folder).read() == exchanges)
        }
    }

    @Test("a written file is the recorded file, as JSON")
    func sameJSON() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let source = tests.appending(components: "..", "Recordings", "open")
        try inTemporaryFolder { folder in
            try RecordingDirectory(path: folder).write(Recorded.exchanges)
            for file in try FileManager.default.contentsOfDirectory(atPath: source.path()) {
                let original = JSONValue(parsing: try Data(contentsOf: source.appending(component: file)))
                let written = JSONValue(
                    parsing: try Data(contentsOf: URL(filePath: folder).appending(component: file)))
                #expect(original != nil)
                #expect(original == written, "\(file)")
            }
        }
    }

    @Test("secrets of the header are not kept, the rest is")
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

    @Test("a name makes a safe file name")
    func fileNames() {
        #expect(RecordingDirectory.file(number: 7, name: "user-create") == "007-user-create.json")
        #expect(RecordingDirectory.file(number: 1_234, name: "../a b/縁側") == "1234-..-a-b---.json")
    }

    @Test("a folder that is not there is a failure that names it")
    func missingFolder() {
        #expect {
            try RecordingDirectory(path: "/nowhere/at/all").read()
        } throws: { error in
            (error as? RecordingDirectory.Failure)?.path == "/nowhere/at/all/index.json"
        }
    }
}
