import Chat
import ChatREST
import HTTP
import Recording
import Replay
import Testing

@Suite("Every recorded exchange")
struct EveryRecordingTests {
    /// Recorded requests for routes outside of the API.
    static let noRoutes: Set<String> = [
        "health-options-cors-preflight", "conversation-patch-not-a-route", "conversations-trailing-slash",
        "message-get-single-not-a-route", "unknown-route", "root", "items-in-openapi-not-implemented",
        "users-put-not-a-route", "api-prefix", "users-trailing-slash", "auth-not-in-v1",
        // An invalid path, which no server passes on.
        "reaction-delete-bad-percent-encoding",
    ]

    /// Recorded responses whose meaning differs from their status.
    static let surprises: [String: Outcome] = [
        "health-head": .unexpectedAnswer,
        "user-create-duplicate-alias": .aliasTaken,
        "conversation-create-unknown-participant": .notFound,
        "conversation-create-duplicate-participant": .invalid,
        "participant-add-unknown-user": .notFound,
        "message-delete-other-user-403": .forbidden,
    ]

    @Test("each recorded response becomes a value or the right error", arguments: Recorded.exchanges)
    func answerIsRead(exchange: RecordedExchange) async throws {
        let name = exchange.meta.name
        guard let operation = RecordedOperation(exchange) else {
            #expect(Self.noRoutes.contains(name), "\(name) asks for a route")
            return
        }
        #expect(!Self.noRoutes.contains(name), "\(name) asks for no route")
        let answer = try #require(exchange.clientResponse)
        var reason: ChatError.Reason?
        do throws(ChatError) {
            _ = try await operation.run(.overREST(StubTransport(answer: answer)))
        } catch {
            reason = error.reason
        }
        let plain: Outcome =
            switch exchange.response.status {
            case 200, 201, 204: .success
            case 400: .invalid
            case 403: .notParticipant
            case 404: .notFound
            default: .serverFault
            }
        #expect(Outcome(reason) == Self.surprises[name] ?? plain, "\(name): \(String(describing: reason))")
    }

    /// Recorded requests that no repository call can express.
    static let unsayable: Set<String> = [
        "health-head",
        // Values that Chat's types reject, or invalid JSON bodies.
        "user-create-alias-uppercase", "user-create-alias-too-short", "user-create-alias-too-long",
        "user-create-missing-name", "user-create-empty-name", "user-create-blank-name", "user-create-missing-both",
        "user-create-malformed-json", "user-get-malformed-id", "user-login-missing", "user-login-not-string",
        "user-login-malformed-json", "conversation-create-group-no-name", "conversation-create-group-empty-name",
        "conversation-create-group-null-name", "conversation-create-direct-null-name",
        "conversation-create-no-participants", "conversation-create-missing-fields", "conversation-create-bad-type",
        "conversation-create-nonuuid-participant", "conversation-create-duplicate-participant",
        "conversation-create-malformed-json", "conversation-create-empty-body", "conversation-create-json-array-body",
        "conversation-create-form-urlencoded", "conversations-list-no-userid", "conversations-list-malformed-userid",
        "conversation-get-malformed-id", "message-send-empty-text", "message-send-no-text", "message-send-null-text",
        "message-send-whitespace-text", "message-send-number-text", "message-send-null-sender",
        "message-send-missing-sender", "message-send-nonuuid-sender", "message-send-reply-null",
        "message-send-system-event", "message-send-100kB", "message-send-multiline", "message-send-lone-surrogate",
        "message-send-malformed-json", "reaction-add-empty-emoji", "reaction-add-long-text",
        "reaction-add-missing-emoji", "reaction-add-malformed-json", "reaction-delete-no-userid",
        "read-mark-missing-fields", "read-mark-nonuuid-message", "read-mark-malformed-json",
        "unread-count-no-userid", "bookmark-add-missing-userid", "bookmark-add-malformed-json",
        "bookmark-delete-no-userid", "participant-add-bad-role", "participant-add-missing-userid",
        "message-delete-no-userid", "message-delete-system-message",
        // Our requests always contain the role.
        "participant-add", "participant-add-existing", "participant-add-null-role", "participant-add-unknown-user",
        "participant-add-unknown-conversation", "participant-add-to-direct", "participant-rejoin",
        // Our requests always contain a valid limit.
        "messages-list-empty", "messages-list-default", "messages-list-limit-0", "messages-list-limit-negative",
        "messages-list-limit-abc", "messages-list-limit-1.5", "messages-list-limit-100000",
        "messages-list-limit-1e30", "messages-list-limit-Infinity", "messages-list-no-userid",
        "messages-list-non-participant", "messages-list-unknown-conversation",
        "messages-list-malformed-conversation", "messages-list-by-removed",
        // Our requests contain times with milliseconds, in UTC.
        "messages-list-before-invalid", "messages-list-before-empty", "messages-list-before-no-milliseconds",
        "messages-list-before-jst-offset", "messages-list-before-message-id",
    ]

    @Test("a repository sends exactly the recorded request", arguments: Recorded.exchanges)
    func requestIsSaid(exchange: RecordedExchange) async throws {
        guard let operation = RecordedOperation(exchange) else { return }
        let backend = ReplayBackend([exchange])
        do throws(ChatError) {
            _ = try await operation.run(.overREST(HandlerTransport(backend.respond)))
        } catch {}
        let request = try #require(backend.requests.first)
        let answer = await backend.respond(to: request)
        #expect(
            (answer.status == .notImplemented) == Self.unsayable.contains(exchange.meta.name),
            "\(exchange.meta.name) is asked by \(request.method) \(request.target.rawPath)")
    }
}
