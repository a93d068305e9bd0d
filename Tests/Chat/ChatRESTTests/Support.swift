import Chat
import ChatREST
import HTTP
import Recording
import Replay
import Testing

/// Sends the same response to every request.
struct StubTransport: Transport {
    let answer: ClientResponse

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse { answer }
}

extension Repositories {
    /// The repositories over REST with the responses of `transport`.
    static func overREST(_ transport: any Transport) -> Repositories {
        RESTRepositories(transport: transport, baseURL: HandlerTransport.baseURL).repositories
    }

    /// The same in session access.
    static func overREST(_ transport: any Transport, as credentials: any CallerCredentials) -> Repositories {
        RESTRepositories(
            transport: transport, baseURL: HandlerTransport.baseURL, access: .session, credentials: credentials
        ).repositories
    }

    /// The repositories over REST with `json` and 200 as every response.
    static func answering(_ json: String) -> Repositories { .answering(.ok, json) }

    /// The repositories over REST with `json` as every response.
    static func answering(_ status: Status, _ json: String) -> Repositories {
        .overREST(
            StubTransport(
                answer: ClientResponse(
                    status, headers: [.contentType: "application/json"], body: Array(json.utf8))))
    }
}

/// The recorded exchanges by name.
enum Recorded {
    static let exchanges = Recordings.open.exchanges()

    static func exchange(_ name: String) throws -> RecordedExchange {
        try #require(exchanges.first { $0.meta.name == name }, "no recording is called \(name)")
    }

    /// The repository's result for the recorded response.
    static func value<Value>(_ name: String, as type: Value.Type = Value.self) async throws -> Value {
        let exchange = try exchange(name)
        let operation = try #require(RecordedOperation(exchange))
        let answer = try #require(exchange.clientResponse)
        return try #require(try await operation.run(.overREST(StubTransport(answer: answer))) as? Value)
    }

    /// The repository's error for the recorded response.
    static func reason(_ name: String) async throws -> ChatError.Reason? {
        do {
            _ = try await value(name, as: (any Sendable).self)
            return nil
        } catch let error as ChatError {
            return error.reason
        }
    }
}

/// The kind of result of a repository call, without messages and values.
enum Outcome: String, Sendable {
    case success, notFound, notParticipant, forbidden, aliasTaken, invalid, unauthenticated, unavailable, serverFault
    case timedOut, unexpectedAnswer, undecided, cancelled

    init(_ reason: ChatError.Reason?) {
        self =
            switch reason {
            case nil: .success
            case .notFound: .notFound
            case .notParticipant, .noLongerParticipant: .notParticipant
            case .forbidden: .forbidden
            case .aliasTaken: .aliasTaken
            case .invalid, .fileTooLarge, .fileRefused, .quotaExceeded, .limitReached, .banned, .lastAdmin: .invalid
            case .unauthenticated: .unauthenticated
            case .unavailable, .overloaded, .diskFull, .notWritable: .unavailable
            case .serverFault: .serverFault
            case .timedOut: .timedOut
            case .unexpectedAnswer: .unexpectedAnswer
            case .undecided: .undecided
            case .cancelled: .cancelled
            }
    }
}
