import Chat
import HTTP
import Testing

@testable import Gateway

private let thread = "/conversations/550e8400-e29b-41d4-a716-446655450001"
private let invites = "\(thread)/invites"

/// The path of an invitation, for a member who makes one.
private func invitation(_ browser: Browser, uses: String = "") async throws -> String {
    let made = try await browser.post(invites, ["lifetime": "day", "uses": uses])
    try #require(made.status == .seeOther && made.headers[.location] == invites)
    let page = try await browser.get(invites).text
    let start = try #require(page.firstRange(of: "/invite?code="))
    return String(page[start.lowerBound...].prefix(while: { $0 != "\"" }))
}

extension String {
    /// The form that joins by an invitation with this path.
    fileprivate var joining: Form { ["invite": .init(split(separator: "=").last ?? "")] }
}

/// Invitations to groups. Dave takes no part in the sample group.
@Suite struct InvitesTests {
    @Test(arguments: [true, false]) func `a stranger who was invited joins`(isEmbedded: Bool) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let (bob, dave) = (try await site.browser(signedInAs: "bob"), try await site.browser(signedInAs: "dave"))
            #expect(try await bob.get("\(thread)/members").text.contains(#"href="\#(invites)""#))
            let path = try await invitation(bob, uses: "5")
            #expect(try await bob.get(invites).text.contains(#"class="qr""#))
            #expect(try await dave.get(thread).status == .notFound)
            let question = try await dave.get(path)
            #expect(question.status == .ok && question.text.contains("Join “縁側”?"))
            let joined = try await dave.post("/invite", path.joining)
            #expect(joined.status == .seeOther && joined.headers[.location] == "\(thread)#latest")
            #expect(try await dave.get(thread).status == .ok)
            #expect(try await bob.get(thread).text.contains("Dave joined"))
            #expect(try await bob.get(invites).text.contains("1 of 5 joined"))
            #expect(try await dave.get(path).headers[.location] == "\(thread)#latest")
        }
    }

    @Test(arguments: [("en", "It has expired"), ("ja", "期限が切れたか")])
    func `an invitation that is over says so`(language: String, words: String) async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob")
            let dave = try await site.browser(signedInAs: "dave", language: language)
            let path = try await invitation(bob)
            _ = try await bob.post("\(invites)/end", path.joining)
            #expect(try await bob.get(invites).text.contains("There are no open invitations."))
            for answer in [
                try await dave.get(path), try await dave.post("/invite", path.joining),
                try await dave.get("/invite?code=nonsense"),
            ] { #expect(answer.status == .gone && answer.text.contains(words)) }
            #expect(try await dave.get(thread).status == .notFound)
        }
    }

    @Test(arguments: [("en", "Only an admin can let somebody in again"), ("ja", "管理者だけがまた参加させる")])
    func `whom an admin has removed does not come back by an invitation`(language: String, words: String) async throws {
        try await withSite(.embedded) { site in
            let (haruka, bob) = (
                try await site.browser(signedInAs: "haruka"),
                try await site.browser(signedInAs: "bob", language: language)
            )
            let dave = try await site.browser(signedInAs: "dave", language: language)
            let path = try await invitation(bob)
            try #require(try await dave.post("/invite", path.joining).status == .seeOther)
            let id = "550e8400-e29b-41d4-a716-446655440004"
            try #require(try await haruka.post("\(thread)/members/remove", ["user": .init(id)]).status == .seeOther)
            for answer in [
                try await dave.get(path), try await dave.post("/invite", path.joining),
                try await bob.post("\(thread)/members", ["user": .init(id)]),
            ] { #expect(answer.status == .forbidden && answer.text.contains(words)) }
            #expect(try await haruka.post("\(thread)/members", ["user": .init(id)]).status == .seeOther)
            #expect(try await dave.get(thread).status == .ok)
        }
    }

    @Test func `whoever has no account comes to the invitation after registering`() async throws {
        try await withSite(.embedded) { site in
            let path = try await invitation(try await site.browser(signedInAs: "bob"))
            let stranger = try site.browser()
            let sentAway = try await stranger.get(path)
            #expect(sentAway.status == .seeOther)
            let signIn = try await stranger.get(try #require(sentAway.headers[.location]))
            let start = try #require(signIn.text.firstRange(of: "/register?return="))
            let register = String(signIn.text[start.lowerBound...].prefix(while: { $0 != "\"" }))
            let page = try await stranger.get(register)
            #expect(page.text.contains(#"name="return" value="\#(path)""#))
            let registered = try await stranger.post(
                "/register", ["name": "New", "idAlias": "new.person", "alias": "new.person", "return": .init(path)])
            #expect(registered.status == .seeOther && registered.headers[.location] == path)
            #expect(try await stranger.get(path).text.contains("Join “縁側”?"))
        }
    }

    @Test func `only those who may add people invite, and nobody sends what can't be`() async throws {
        try await withSite(.embedded) { site in
            let (haruka, bob) = (
                try await site.browser(signedInAs: "haruka"), try await site.browser(signedInAs: "bob")
            )
            for form: Form in [
                [:], ["lifetime": "year", "uses": ""], ["lifetime": "day", "uses": "0"],
                ["lifetime": "day", "uses": "many"],
            ] { #expect(try await bob.post(invites, form).status == .badRequest) }
            let dave = try await site.browser(signedInAs: "dave")
            #expect(try await dave.get(invites).status == .notFound)
            #expect(try await dave.post(invites, ["lifetime": "day", "uses": ""]).status == .notFound)
            _ = try await haruka.post(
                "\(thread)/group", ["shown-name": "縁側", "name": "縁側", "shown-admins": "", "admins": "add"])
            #expect(try await bob.get(invites).status == .forbidden)
            #expect(!(try await bob.get("\(thread)/members").text.contains(#"href="\#(invites)""#)))
            #expect(try await haruka.get(invites).status == .ok)
        }
    }

    @Test(arguments: [("en", "End another one first"), ("ja", "20個までです")])
    func `where no more can be made, that is said`(language: String, words: String) async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob", language: language)
            for _ in 0..<MessageLimits.maximumInvites { _ = try await invitation(bob) }
            let refused = try await bob.post(invites, ["lifetime": "day", "uses": ""])
            #expect(refused.status == .conflict && refused.text.contains(words))
        }
    }
}
