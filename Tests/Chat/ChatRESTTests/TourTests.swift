import Chat
import ChatBackend
import ChatStore
import HTTP
import Recording
import Replay
import RepositoryBehaviour
import Testing

@Suite("A tour")
struct TourTests {
    /// The steps that end with an error; all others succeed.
    static let refusals: [String: ChatError.Reason] = [
        "user-create-duplicate-alias": .aliasTaken,
        "user-get-unknown": .notFound,
        "user-login-unknown": .notFound,
        "conversation-create-unknown-participant": .notFound,
        "conversation-get-unknown": .notFound,
        "message-send-reply-unknown": .invalid("Referenced message must belong to the same conversation"),
        "message-send-stranger": .notParticipant,
        "messages-list-stranger": .notParticipant,
        "reaction-add-stranger": .notParticipant,
        "reaction-add-unknown": .notFound,
        "reactions-list-unknown": .notFound,
        "reaction-delete-missing": .notFound,
        "unread-count-stranger": .notParticipant,
        "read-mark-unknown-message": .invalid("lastReadMessageId must belong to the conversation"),
        "read-mark-stranger": .notParticipant,
        "bookmark-add-stranger": .notParticipant,
        "bookmark-add-unknown": .notFound,
        "bookmark-delete-missing": .notFound,
        "participant-add-unknown-user": .notFound,
        "participant-add-unknown-conversation": .notFound,
        "participant-remove-unknown": .notFound,
        "message-delete-by-other": .forbidden,
        "message-delete-unknown": .notFound,
    ]

    private func store() throws -> Repositories { try ChatStore(.memory, clock: ManualClock().clock).repositories }

    private func expectEndings(_ stops: [Tour.Step]) {
        for stop in stops { #expect(stop.failure == Self.refusals[stop.name], "\(stop.name)") }
        #expect(Set(Self.refusals.keys).isSubset(of: stops.map(\.name)))
    }

    @Test("gives the same results over a store as over REST on the same store's backend")
    func sameEndings() async throws {
        expectEndings(try await Tour.run(store()))
        let backend = ChatBackend(repositories: try store())
        expectEndings(try await Tour.run(.overREST(HandlerTransport(backend.respond))))
    }

    @Test("becomes a recording with a name for each exchange, and every route in it")
    func recording() async throws {
        let backend = ChatBackend(repositories: try store())
        let transport = RecordingTransport(
            recording: HandlerTransport(backend.respond), of: HandlerTransport.baseURL)
        let stops = try await Tour.run(.overREST(transport)) { transport.name($0) }
        let exchanges = transport.exchanges
        #expect(exchanges.map(\.meta.name) == stops.map(\.name))
        let routes = Set(
            exchanges.map { exchange in
                let path = exchange.request.path.prefix { $0 != "?" }
                    .replacing(/[0-9a-f-]{36}/, with: "{}").replacing(/reactions\/.+/, with: "reactions/{}")
                return "\(exchange.request.method) \(path)"
            })
        // Every route but the document's.
        #expect(routes.count == 21)
    }

    @Test("a recorded tour can be repeated over its recording")
    func replay() async throws {
        let backend = ChatBackend(repositories: try store())
        let transport = RecordingTransport(
            recording: HandlerTransport(backend.respond), of: HandlerTransport.baseURL)
        _ = try await Tour.run(.overREST(transport), suffix: "again")
        let replay = ReplayBackend(transport.exchanges)
        let users = try await Repositories.overREST(HandlerTransport(replay.respond)).users.users()
        #expect(users.map(\.alias) == ["tour.host.again", "tour.guest.again", "tour.other.again"])
    }

    @Test("ends with the error of an unreachable backend")
    func unreachable() async throws {
        await #expect(throws: ChatError.self) { try await Tour.run(.overREST(BrokenTransport(.cannotConnect))) }
    }
}
