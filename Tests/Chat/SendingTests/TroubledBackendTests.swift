import Chat
import ChatBackend
import ChatREST
import ChatStore
import Foundation
import HTTP
import HTTPClient
import HTTPServer
import Logging
import RepositoryBehaviour
import SQLite
import Sending
import Synchronization
import Testing

/// A connection to a backend that loses requests and answers.
private final class TroubledTransport: Transport {
    enum Trouble: CaseIterable {
        /// The connection is reset before the request has arrived.
        case requestLost
        /// It is reset before the answer has arrived.
        case answerLost
        /// The answer comes too late.
        case timeout
        /// The gateway is killed while it waits for the answer.
        case killed
        case fault
        case refused
    }

    private let transport: any Transport
    private let troubles = Mutex<[Trouble]>([])

    init(_ transport: any Transport) { self.transport = transport }

    /// What goes wrong with the next message.
    func expect(_ trouble: Trouble) { troubles.withLock { $0.append(trouble) } }

    /// Nothing goes wrong any more.
    func forget() { troubles.withLock { $0 = [] } }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        guard request.method == .post, request.url.hasSuffix("/messages"),
            let trouble = troubles.withLock({ $0.isEmpty ? nil : $0.removeFirst() })
        else { return try await transport.send(request) }
        func failure(_ reason: TransportError.Reason) -> TransportError {
            TransportError(reason, method: request.method, url: request.url, detail: "\(trouble)")
        }
        if trouble == .requestLost { throw failure(.connectionLost) }
        if trouble == .refused { throw failure(.cannotConnect) }
        _ = try await transport.send(request)
        switch trouble {
        case .requestLost, .refused, .answerLost: throw failure(.connectionLost)
        case .timeout: throw failure(.timedOut)
        case .killed: throw failure(.cancelled)
        case .fault: return ClientResponse(.badGateway, body: Array("<h1>".utf8))
        }
    }
}

/// The ledger as it is, before a backend over HTTP that fails in every way while others write.
@Suite struct TroubledBackendTests {
    private let clock = ManualClock()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID())")

    /// A gateway that has just started.
    private func gateway(_ repositories: Repositories) throws -> LedgerSender {
        LedgerSender(
            repositories.messages, members: repositories.conversations,
            ledger: try SendLedgerDatabase(.file(folder.appending(path: "desk.sqlite").path), clock: clock.clock),
            clock: clock.clock, settling: .zero)
    }

    private func new(_ alias: String, _ store: ChatStore) async throws -> UserID {
        let (name, alias) = (try #require(DisplayName(alias)), try #require(Alias(alias)))
        return try await store.register(NewUser(alias: alias, name: name, avatarURL: nil)).id
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `each form becomes one message, whatever happens to it`(seed: UInt64)
        async throws
    {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var random = SeededGenerator(seed: seed)
        let store = try ChatStore(.memory, clock: clock.clock)
        let (alice, bob) = (try await new("alice", store), try await new("bobby", store))
        let name = try #require(DisplayName("Tea"))
        let new = try #require(NewConversation(.group(name: name), participants: [alice, bob]))
        let group = try await store.create(new, as: alice).id
        let backend = ChatBackend(repositories: store.repositories)
        let server = try Server(
            ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0)), log: .silent
        ) { await backend.respond(to: $0) }
        let troubled = TroubledTransport(CurlClient())
        let repositories = RESTRepositories(
            transport: troubled, baseURL: try #require(BaseURL("http://\(server.address)"))
        ).repositories
        var sender = try gateway(repositories)
        // Few texts, so that many forms carry the same.
        let texts = ["ok", "yes", "good morning"]
        var expected: [String: Int] = [:]
        for _ in 0..<40 {
            let text = try #require(texts.randomElement(using: &random))
            let message = NewMessage(conversation: group, sender: alice, text: try MessageText(text))
            let form = FormKey.random()
            expected[text, default: 0] += 1
            var isSent = false
            for attempt in 0..<5 {
                troubled.forget()
                if attempt < 4, Int.random(in: 0..<3, using: &random) > 0 {
                    let trouble = try #require(TroubledTransport.Trouble.allCases.randomElement(using: &random))
                    troubled.expect(trouble)
                }
                do throws(ChatError) {
                    _ = try await sender.send(message, key: form)
                    isSent = true
                } catch {
                    if error.reason == .cancelled { sender = try gateway(repositories) }
                }
                if isSent, Bool.random(using: &random) { break }
                for number in 0..<Int.random(in: 0..<120, using: &random) {
                    clock.advance(by: .milliseconds(Int.random(in: 0..<20, using: &random)))
                    _ = try await store.send(
                        NewMessage(conversation: group, sender: bob, text: try MessageText("\(number)")))
                }
            }
            #expect(isSent)
            clock.advance(by: .seconds(Int.random(in: 1..<130, using: &random)))
        }
        var found: [String: Int] = [:]
        var cursor: MessageCursor?
        repeat {
            let page = try await MessageHistory(store).page(in: group, as: alice, before: cursor)
            for case .text(alice, let text) in page.messages.map(\.content) { found[text, default: 0] += 1 }
            cursor = page.older
        } while cursor != nil
        await server.stop()
        #expect(found == expected)
    }
}
