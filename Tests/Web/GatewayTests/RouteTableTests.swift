import Accounts
import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

@Suite struct RouteTableTests {
    @Test func `every member of the routes is a row`() {
        #expect(Routes.table.rows.count == Mirror(reflecting: routes).children.count)
    }

    @Test func `metrics and logs know the same names as ever`() {
        let names = Set(Routes.table.rows.map(\.name.rawValue))
        #expect(
            names == [
                "home", "signIn", "lastUser", "provider", "providerCallback", "providerSignOut", "providerNotice",
                "welcome",
                "signOut", "register", "conversations", "newConversation", "thread", "messages", "message",
                "messageReactions", "messageBookmark", "messageDelete", "messageEdit", "messageVersions",

                "messageForward", "messagePin", "messageReport", "messageThread", "reports", "openGroups",
                "conversationNotifications", "conversationPin",
                "pins",
                "messagePreview",
                "messageUnread", "draft",
                "typing", "read", "poll", "emoji", "emojiPicture", "schedule", "scheduled", "scheduledMessage",
                "scheduledDiscard",
                "members", "role", "group", "removal", "invites", "inviteEnd", "invitation", "bookmarks", "person",
                "block", "blocked",
                "search", "profile", "preferences", "readReceipts", "ownName", "selfDescription", "ownPicture",
                "groupPicture",
                "groupAvatar",
                "sessions",
                "identities", "password", "everySession", "metrics", "session", "events", "secondFactor",
                "oneTimeLink", "passkeySignIn", "security", "securityChange", "confirmation", "avatar", "asset",
                "favicon", "health",
                "readiness", "accounts", "account", "audit", "figures", "ownData", "ownDeletion", "firstAdmin",
                "notifications", "appearance", "mentions", "files", "file", "conversationFiles",
            ])
    }

    @Test func `no row stands in the way of another`() throws {
        for row in Routes.table.rows {
            let target = try #require(RequestTarget(sample(row, message: "\(MessageID.random())")))
            #expect(Routes.table.match(row.method, target).row === row, "\(row.method) \(row.pattern)")
        }
    }

    @Test(arguments: [
        ("/conversations/\(veranda)", "GET, HEAD"), ("/conversations", "GET, HEAD, POST"), ("/sign-out", "POST"),
        ("/sign-in/passkey", "POST"), ("/sign-in/last-user", "POST"), ("/sign-in/second-factor", "GET, HEAD, POST"),
    ])
    func `another method is told which make sense`(path: String, allowed: String) async throws {
        try await withSite(.embedded) { site in
            let target = try #require(RequestTarget(path))
            let (answer, route) = await site.site.answer(Request(method: .put, target: target))
            #expect(answer.status == .methodNotAllowed)
            #expect(answer.headers[.allow] == allowed)
            #expect(route == Routes.table.match(.post, target).name)
        }
    }

    @Test func `what can't be read in a query is no page`() throws {
        for query in ["before=nonsense", "reply=nonsense"] {
            let target = try #require(RequestTarget("/conversations/\(veranda)?\(query)"))
            #expect(Routes.table.match(.get, target).name == .unknown)
        }
    }
}

/// The path of a row, with parameters of the sample world.
private func sample(_ row: any RouteRow, message: String, file: FileID = .random()) -> String {
    row.pattern.description.replacing(":conversation", with: veranda).replacing(":message", with: message)
        .replacing(":group", with: veranda).replacing(":user", with: "\(UserID.bob)").replacing(
            ":method", with: "nobody"
        )
        .replacing(":version", with: String(repeating: "0", count: 32)).replacing("*name", with: "engawa.css")
        .replacing(":file", with: "\(file)").replacing(":name", with: "notes.txt")
        .replacing(":picture", with: veranda).replacing(":scheduled", with: "a-key")
}

/// Each row, asked for by everybody there may be.
@Suite struct RouteAccessTests {
    private struct Walk {
        let site: SiteUnderTest
        /// One of Alice's, and its file.
        let message: String
        var file = FileID.random()

        func answer(_ row: any RouteRow, cookie: String?, form: Form = [:]) async throws -> Response {
            let target = try #require(RequestTarget(sample(row, message: message, file: file)))
            var request = Request(
                method: row.method, target: target, headers: ["Host": "localhost", "Origin": "http://localhost"],
                body: row.method == .post ? .form(form) : .none)
            if let cookie { request.headers[.cookie] = "session=\(cookie)" }
            let (response, route) = await site.site.answer(request)
            #expect(route == row.name)
            response.stream?.end()
            return response
        }

        func signIn(_ alias: String) async throws -> String {
            try #require(try await site.browser(signedInAs: alias).cookies["session"])
        }

        /// Sends a message to change or to look at, in a group that Alice may change.
        func withMessage() async throws -> Walk {
            _ = try await site.repositories.conversations.add(
                .alice, as: .admin, to: try #require(ConversationID(veranda)), by: .alice)
            try await site.repositories.groups.edit(
                try #require(ConversationID(veranda)), GroupEdit(hasThreads: true), as: .alice)
            let alice = try await site.browser(signedInAs: "alice")
            let file = try await site.upload("notes.txt", of: .alice)
            _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "hello", "file": "\(file)"])
            _ = try await alice.post(
                "/conversations/\(veranda)/later", ["text": "later", "key": "a-key", "when": "hour"])
            let page = try await alice.get("/conversations/\(veranda)")
            return Walk(site: site, message: try #require(page.messageIDs.last), file: file)
        }
    }

    private func walk(_ body: (any RouteRow, Walk) async throws -> Void) async throws {
        try await withSite(.embedded, mode: .development, linked: NoWeb(), limitsRequests: false, hasFiles: true) {
            site in
            let walk = try await Walk(site: site, message: "").withMessage()
            for row in Routes.table.rows where row.condition != .ownPassword { try await body(row, walk) }
        }
    }

    @Test func `a stranger is let in where anyone is, and sent to sign in elsewhere`() async throws {
        try await walk { row, walk in
            let answer = try await walk.answer(row, cookie: nil)
            let place = "\(row.method) \(row.pattern): \(answer.status)"
            let leadsToSignIn = answer.headers[.location]?.hasPrefix("/sign-in?return=") == true
            switch row.access {
            case .anyone: #expect(!leadsToSignIn && answer.status.rawValue < 500, "\(place)")
            case .signedInElseStatus, .signedInElseText: #expect(answer.status == .unauthorized, "\(place)")
            case .signedIn, .freshProof, .freshProofForSome, .admin, .adminWithFreshProof:
                if row.method == .get {
                    #expect(leadsToSignIn, "\(place)")
                } else {
                    #expect(answer.status == .unauthorized, "\(place)")
                }
            }
        }
    }

    /// Whether somebody got past the row to its handler.
    private func isIn(_ answer: Response) -> Bool {
        ![.unauthorized, .forbidden, .notFound, .methodNotAllowed].contains(answer.status)
            && answer.status.rawValue < 500 && answer.headers[.location]?.hasPrefix("/sign-in?return=") != true
    }

    @Test func `a member is let in everywhere but where admins are`() async throws {
        try await walk { row, walk in
            let walk = try await walk.withMessage()
            let answer = try await walk.answer(row, cookie: try await walk.signIn("alice"))
            let place = "\(row.method) \(row.pattern): \(answer.status)"
            switch row.access {
            case .anyone: #expect(answer.status.rawValue < 500, "\(place)")
            case .signedIn, .signedInElseText, .freshProof, .freshProofForSome: #expect(isIn(answer), "\(place)")
            case .signedInElseStatus: #expect(answer.status != .unauthorized, "\(place)")
            case .admin, .adminWithFreshProof: #expect(answer.status == .notFound, "\(place)")
            }
        }
    }

    @Test func `who takes part in a conversation no more is shown nothing of it`() async throws {
        try await walk { row, walk in
            guard row.pattern.description.contains(":conversation") else { return }
            let bob = try await walk.signIn("bob")
            let id = try #require(ConversationID(veranda))
            let conversations = walk.site.repositories.conversations
            if try await conversations.conversation(id, as: .alice).activeParticipant(.bob) != nil {
                _ = try await conversations.remove(.bob, from: id, by: .bob)
            }
            let answer = try await walk.answer(row, cookie: bob, form: ["user": "\(UserID.alice)", "text": "x"])
            #expect(answer.status == .forbidden, "\(row.method) \(row.pattern)")
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("hello"))
        }
    }

    @Test func `an admin of the site is let in, and asked for a fresh proof where that is wanted`() async throws {
        try await walk { row, walk in
            let walk = try await walk.withMessage()
            try await walk.site.accounts.set(.admin, of: .alice)
            let cookie = try await walk.signIn("alice")
            let isDelicate = if case .freshProofForSome = row.access { false } else { row.access.mayWantProof }
            // Nothing is measured in this test.
            if row.name == "metrics" { return }
            let place = "\(row.method) \(row.pattern)"
            if isDelicate {
                walk.site.clock.advance(by: FactorPolicy.proofLifetime)
                let stale = try await walk.answer(row, cookie: cookie)
                #expect(stale.status == .forbidden, "\(place)")
                #expect(String(decoding: stale.body, as: UTF8.self).contains("deed-fields"), "\(place)")
            }
            let answer = try await walk.answer(row, cookie: try await walk.signIn("alice"))
            switch row.access {
            case .admin, .adminWithFreshProof: #expect(isIn(answer), "\(place): \(answer.status)")
            default: break
            }
        }
    }
}
