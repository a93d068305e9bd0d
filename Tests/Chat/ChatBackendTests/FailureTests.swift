import Chat
import ChatRecords
import ChatREST
import ChatStore
import FileIntake
import FileTypes
import Files
import Foundation
import HTTP
import Replay
import Testing

@testable import ChatBackend

@Suite("Failures behind the embedded backend")
struct FailureTests {
    @Test(
        "a failure of the repositories says nothing about them",
        arguments: [
            (.unavailable("disk /secret is full"), 503), (.cancelled, 503), (.timedOut, 504),
            (.unexpectedAnswer("secret"), 500), (.unauthenticated, 500),
        ] as [(ChatError.Reason, Int)])
    func failures(reason: ChatError.Reason, status: Int) {
        let response = ErrorResponse(ChatError(reason, during: "users()"), subject: "User").response
        #expect(response.status.rawValue == status)
        #expect(!String(decoding: response.body, as: UTF8.self).contains("secret"))
    }

    @Test(
        "a request that the server could not read is refused as any other: in JSON",
        arguments: [(.badRequest, 400), (.contentTooLarge, 413), (.notImplemented, 501), (.serviceUnavailable, 503)]
            as [(Status, Int)])
    func faults(status: Status, number: Int) throws {
        let response = ChatBackend.fault(status, [:])
        #expect(response.status.rawValue == number)
        #expect(response.headers[.contentType] == "application/json")
        #expect(JSONValue(parsing: response.body)?["message"]?.string?.isEmpty == false)
    }

    @Test("a backend over an unreachable backend answers that it is unavailable")
    func chained() async throws {
        let rest = RESTRepositories(transport: BrokenTransport(.cannotConnect), baseURL: HandlerTransport.baseURL)
        let backend = ChatBackend(repositories: rest.repositories)
        let answer = try await HandlerTransport(backend.respond).send(
            ClientRequest(.get, "\(HandlerTransport.baseURL)/health"))
        #expect(answer.status == .serviceUnavailable)
    }
}

@Suite("The OpenAPI document")
struct DocumentTests {
    @Test("it is served and describes exactly the existing routes")
    func routes() async throws {
        let answer = try await Fixture().ask(.get, "/openapi.yaml")
        #expect(answer.headers[.contentType] == "application/yaml")
        var path = ""
        var described: Set<String> = []
        for line in String(decoding: answer.body, as: UTF8.self).split(separator: "\n") {
            if let match = line.wholeMatch(of: #/\x20{2}(/\S*):/#) {
                path = String(match.1.replacing(#/\{\w+\}/#, with: Endpoint.parameter))
            } else if let match = line.wholeMatch(of: #/\x20{4}(get|post|put|patch|delete):/#) {
                described.insert("\(match.1.uppercased()) \(path)")
            }
        }
        #expect(described == Set(Endpoint.open.map { "\($0.method) /\($0.path.joined(separator: "/"))" }))
        #expect(described.count == Endpoint.open.count)
    }

    @Test("it contains the enforced limits")
    func limits() {
        let document = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)
        for limit in [
            "maxLength: \(MessageText.maximumCharacters)", "maxLength: \(DisplayName.maximumCharacters)",
            "maxLength: \(Alias.lengths.upperBound)", "minLength: \(Alias.lengths.lowerBound)",
            "maxLength: \(WireLimits.emojiCharacters)", "maxLength: \(WireLimits.avatarURLCharacters)",
            "maxItems: \(NewConversation.maximumParticipants)", "maximum: \(MessageLimits.maximumPerRead)",
            "default: \(WireLimits.defaultPage)", "maxItems: \(FileLimits.filesOfMessage)",
            "maxLength: \(FileName.maximumBytes)", "maxLength: \(ThreadOrigin.excerptCharacters)",
        ] {
            #expect(document.contains("\(limit)\n") || document.contains("\(limit) ") || document.contains("\(limit),"))
        }
    }
}

@Suite("What a backend can do")
struct CapabilityTests {
    private func capabilities(_ limits: FileLimits?) async throws -> String {
        let fixture = try await Fixture()
        let folder = NSTemporaryDirectory() + "capabilities-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var files: ChatBackend.Files?
        if let limits {
            let store = try ChatStore(
                .memory, files: ChatStore.FileKeeping(try ContentFolder(folder), limits: limits), clock: .system)
            let kept = try #require(store.files)
            files = ChatBackend.Files(
                FileIntake(kept, types: try FileTypeDetector()), arriving: ArrivingFiles(folder: kept.incoming))
        }
        let backend = ChatBackend(repositories: fixture.store, files: files)
        let answer = await backend.respond(
            to: Request(method: .get, target: try #require(RequestTarget("/capabilities")), body: .none))
        #expect(answer.status == .ok)
        return String(decoding: answer.body, as: UTF8.self)
    }

    @Test("it says how many and how large files may be, and nothing where there can be none")
    func files() async throws {
        let some = try await capabilities(FileLimits(bytesOfFile: 5))
        let editing = #""editing":{"maximumVersions":100}"#
        let groups = #""groups":{"maximumDescription":500}"#
        let invites = #""invites":{"maximumInvites":20}"#
        let pins =
            #""openGroups":{"maximumGroups":1000},"pictures":{"maximumBytes":131072},"pins":{"maximumPins":50},"receipts":{"maximumReaders":100}"#
        let others = #"\#(groups),\#(invites),\#(pins),"threads":{"maximumThreads":100}"#
        #expect(some == #"{\#(editing),"files":{"maximumBytes":5,"maximumFiles":10},\#(others)}"#)
        #expect(try await capabilities(nil) == "{\(editing),\(others)}")
        #expect(try await capabilities(FileLimits(bytesOfFile: 0)) == "{\(editing),\(others)}")
    }

    @Test("a message with files is refused where none can be sent")
    func refused() async throws {
        let fixture = try await Fixture()
        let new = NewMessage(
            conversation: fixture.group.id, sender: fixture.alice.id, text: .none, files: [.random()])
        await #expect(throws: ChatError.self) { try await fixture.store.messages.send(new) }
    }
}
