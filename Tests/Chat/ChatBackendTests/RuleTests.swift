import Chat
import ChatBackend
import HTTP
import Replay
import Testing

@Suite("The rules of the embedded backend")
struct RuleTests {
    @Test("an invalid body is answered with the error")
    func bodies() async throws {
        let fixture = try await Fixture()
        let id = fixture.alice.id
        for (body, message) in [
            (nil, "A JSON body is required"),
            ("", "A JSON body is required"),
            ("{", "The body is not JSON"),
            ("{}x", "The body is not JSON"),
            ("null", "The body must not be null"),
            ("[]", "The body must be an object"),
            ("{}", "type is required"),
            (#"{"type":null,"participantIds":[]}"#, "type must not be null"),
            (#"{"type":5,"participantIds":[]}"#, "type must be a string"),
            (#"{"type":"direct","participantIds":{}}"#, "participantIds must be an array"),
            (#"{"type":"direct","participantIds":["x"]}"#, "participantIds.[0] must be a UUID"),
            (#"{"type":"direct","participantIds":[]}"#, "participantIds must be 1 to 500 users"),
            (#"{"type":"channel","participantIds":["\#(id)"]}"#, "type must be 'direct' or 'group'"),
            (#"{"type":"group","participantIds":["\#(id)"]}"#, "Group conversations require a name"),
            (
                #"{"type":"group","name":" \n","participantIds":["\#(id)"]}"#,
                "name must be 1 to 100 characters on one line"
            ),
        ] {
            let refusal = try await fixture.refusal(.post, "/conversations", body)
            #expect(refusal == (400, message), "\(body ?? "no body")")
        }
    }

    @Test("a form is not taken for JSON")
    func forms() async throws {
        let target = try #require(RequestTarget("/users/login"))
        let answer = try await Fixture().backend.respond(
            to: Request(method: .post, target: target, body: .form(["idAlias": "alice"])))
        #expect(answer.status == .unsupportedMediaType)
    }

    @Test("a JSON body needs no content type, and may have a wrong one", arguments: [nil, "text/plain", "image/png"])
    func contentTypes(type: String?) async throws {
        var headers = HeaderFields()
        headers[.contentType] = type
        let target = try #require(RequestTarget("/users/login"))
        let answer = try await Fixture().backend.respond(
            to: Request(
                method: .post, target: target, headers: headers, body: .bytes(Array(#"{"idAlias":"alice"}"#.utf8))))
        #expect(answer.status == .ok)
    }

    @Test("a web page can change nothing")
    func origins() async throws {
        let target = try #require(RequestTarget("/users"))
        let body = Request.Body.bytes(Array(#"{"idAlias":"mallory","name":"Mallory"}"#.utf8))
        let fixture = try await Fixture()
        let refused = await fixture.backend.respond(
            to: Request(method: .post, target: target, headers: ["Origin": "http://evil.example"], body: body))
        #expect(refused.status == .forbidden)
        let read = await fixture.backend.respond(
            to: Request(method: .get, target: target, headers: ["Origin": "http://evil.example"]))
        #expect(read.status == .ok)
        #expect(!String(decoding: read.body, as: UTF8.self).contains("mallory"))
    }

    @Test("a wrong method is answered with the allowed ones")
    func methods() async throws {
        let fixture = try await Fixture()
        for (method, path, allow) in [
            (Method.put, "/users", "GET, POST, HEAD"), (.get, "/users/login", "POST"),
            (.options, "/health", "GET, HEAD"), (.get, "/messages/x", "PATCH, DELETE"),
            (.get, "/messages/x/pin", "PUT, DELETE"), (.get, "/conversations/x/messages/x/thread", "POST"),
            (.patch, "/messages/x/bookmarks", "POST, DELETE"),
        ] {
            let answer = try await fixture.ask(method, path)
            #expect(answer.status == .methodNotAllowed)
            #expect(answer.headers[.allow] == allow)
        }
        // Before anything is asked about the origin.
        let foreign = Request(
            method: .patch, target: try #require(RequestTarget("/users")), headers: ["Origin": "http://evil.example"])
        #expect(await fixture.backend.respond(to: foreign).status == .methodNotAllowed)
    }

    @Test(
        "a path that is none is 404, whatever the method",
        arguments: ["/", "/nope", "/users/", "/conversations//messages", "/messages/x/reactions/", "/Users"])
    func paths(path: String) async throws {
        let fixture = try await Fixture()
        for method in [Method.get, .post, .delete] {
            #expect(try await fixture.refusal(method, path) == (404, "No such route"))
        }
    }

    @Test("a malformed id is 404 in a path and 400 in a query")
    func identifiers() async throws {
        let fixture = try await Fixture()
        #expect(try await fixture.refusal(.get, "/users/me") == (404, "User not found"))
        #expect(try await fixture.refusal(.get, "/conversations/\(Fixture.nobody)x") == (404, "Conversation not found"))
        #expect(try await fixture.refusal(.get, "/conversations?userId=me") == (400, "userId must be a UUID"))
        #expect(try await fixture.refusal(.get, "/conversations?userId=") == (400, "userId is required"))
        let almost = fixture.alice.id.description.dropFirst()
        #expect(try await fixture.refusal(.get, "/conversations?userId=%20\(almost)") == (400, "userId must be a UUID"))
        let upper = fixture.alice.id.description.uppercased()
        #expect(try await fixture.ask(.get, "/users/\(upper)").status == .ok)
    }

    @Test(
        "a limit is 1 to 1,000, and 50 when nobody says",
        arguments: [
            ("", 50), ("&limit=1", 1), ("&limit=60", 60), ("&limit=1000", 60), ("&limit=0", nil), ("&limit=1001", nil),
            ("&limit=", nil), ("&limit=%2B5", nil), ("&limit=-1", nil), ("&limit=1.5", nil), ("&limit=five", nil),
            ("&limit=99999999999999999999", nil),
        ] as [(String, Int?)])
    func limits(query: String, count: Int?) async throws {
        let fixture = try await Fixture()
        for number in 1...60 { _ = try await fixture.say("\(number)") }
        let answer = try await fixture.ask(
            .get, "/conversations/\(fixture.group.id)/messages?userId=\(fixture.alice.id)\(query)")
        #expect(JSONValue(parsing: answer.body)?.array?.count == count)
        #expect(answer.status == (count == nil ? .badRequest : .ok))
    }

    @Test("`before` is exclusive, in every format of the timestamp")
    func before() async throws {
        let fixture = try await Fixture()
        let first = try await fixture.say("first")
        let second = try await fixture.say("second")
        let path = "/conversations/\(fixture.group.id)/messages?userId=\(fixture.alice.id)&before="
        let moment = second.createdAt.iso8601
        for before in [moment, PercentEncoding.encode(moment)] {
            let list = JSONValue(parsing: try await fixture.ask(.get, path + before).body)?.array
            #expect(list?.map { $0["id"]?.string } == [first.id.description])
        }
    }

    @Test(
        "a text is 1 to 10,000 characters and not blank",
        arguments: [
            ("", 400), (" ", 400), ("\\n\\t", 400), ("x", 201), ("\\u0000", 201), ("\\ud83d", 400),
            (" \\u0301", 201),
        ])
    func texts(text: String, status: Int) async throws {
        let fixture = try await Fixture()
        let body = #"{"senderUserId":"\#(fixture.alice.id)","text":"\#(text)"}"#
        #expect(
            try await fixture.ask(.post, "/conversations/\(fixture.group.id)/messages", body).status.rawValue == status)
    }

    @Test("values of maximum length are accepted, and longer ones are not")
    func longest() async throws {
        let fixture = try await Fixture()
        let message = try await fixture.say("hello")
        func status(_ path: String, _ body: (String) -> String, _ unit: String, _ count: Int) async throws -> [Int] {
            var statuses: [Int] = []
            for count in [count, count + 1] {
                let text = String(repeating: unit, count: count)
                statuses.append(try await fixture.ask(.post, path, body(text)).status.rawValue)
            }
            return statuses
        }
        let messages = "/conversations/\(fixture.group.id)/messages"
        let sender = fixture.alice.id
        #expect(
            try await status(messages, { #"{"senderUserId":"\#(sender)","text":"\#($0)"}"# }, "縁", 10_000) == [
                201, 400,
            ])
        #expect(
            try await status(
                "/messages/\(message.id)/reactions", { #"{"userId":"\#(sender)","emoji":"\#($0)"}"# }, "🎉", 16)
                == [201, 400])
        #expect(
            try await status("/users", { #"{"idAlias":"carol-\#($0.count)","name":"\#($0)"}"# }, "縁", 100)
                == [201, 400])
        #expect(
            try await status(
                "/users", { #"{"idAlias":"dave-\#($0.count)","name":"D","avatarUrl":"\#($0)"}"# }, "a", 2_048)
                == [201, 400])
        #expect(try await status("/users", { #"{"idAlias":"\#($0)","name":"E"}"# }, "e", 30) == [201, 400])
    }

    @Test("a stranger may not read, write, react, mark, count or delete")
    func membership() async throws {
        let fixture = try await Fixture()
        let message = try await fixture.say("hello")
        let (user, group) = (fixture.stranger.id, fixture.group.id)
        let sentence = "User is not an active participant in this conversation"
        for (method, path, body) in [
            (Method.get, "/conversations/\(group)/messages?userId=\(user)", nil),
            (.post, "/conversations/\(group)/messages", #"{"senderUserId":"\#(user)","text":"x"}"#),
            (.get, "/conversations/\(group)/unread-count?userId=\(user)", nil),
            (.post, "/conversations/\(group)/read", #"{"userId":"\#(user)","lastReadMessageId":"\#(message.id)"}"#),
            (.post, "/messages/\(message.id)/reactions", #"{"userId":"\#(user)","emoji":"👍"}"#),
            (.delete, "/messages/\(message.id)/reactions/%F0%9F%91%8D?userId=\(user)", nil),
            (.post, "/messages/\(message.id)/bookmarks", #"{"userId":"\#(user)"}"#),
            (.post, "/conversations/\(group)/messages/\(message.id)/thread", #"{"userId":"\#(user)"}"#),
            (.delete, "/messages/\(message.id)/bookmarks?userId=\(user)", nil),
            (.delete, "/messages/\(message.id)?userId=\(user)", nil),
        ] as [(Method, String, String?)] {
            #expect(try await fixture.refusal(method, path, body) == (403, sentence), "\(method) \(path)")
        }
        let other = try await fixture.refusal(.delete, "/messages/\(message.id)?userId=\(fixture.bob.id)")
        #expect(other == (403, "You are not authorized to do this"))
    }

    @Test("an emoji in a path is decoded once, its slash and percent sign included")
    func emojiInPath() async throws {
        let fixture = try await Fixture()
        let message = try await fixture.say("hello")
        for emoji in ["a/b", "100%", "%2F", "👩‍👩‍👧‍👦", "?#"] {
            let body = #"{"userId":"\#(fixture.bob.id)","emoji":"\#(emoji)"}"#
            #expect(try await fixture.ask(.post, "/messages/\(message.id)/reactions", body).status == .created)
            let path = "/messages/\(message.id)/reactions/\(PercentEncoding.encode(emoji))?userId=\(fixture.bob.id)"
            let removed = try await fixture.ask(.delete, path)
            #expect(JSONValue(parsing: removed.body)?["emoji"] == .string(emoji))
        }
    }

    @Test("listing and registering can be switched off")
    func switches() async throws {
        let fixture = try await Fixture(allowsUserListing: false, allowsRegistration: false)
        #expect(try await fixture.refusal(.get, "/users") == (403, "Listing users is switched off"))
        let body = #"{"idAlias":"carol","name":"Carol"}"#
        #expect(try await fixture.refusal(.post, "/users", body) == (403, "Registration is switched off"))
    }

    @Test("the same request gets an identical response")
    func determinism() async throws {
        let fixture = try await Fixture()
        let path = "/conversations?userId=\(fixture.alice.id)"
        let first = try await fixture.ask(.get, path)
        for _ in 1...10 { #expect(try await fixture.ask(.get, path) == first) }
    }
}
