import Accounts
import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let list = "/admin/reports"
private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// Messages are reported to the admins of the site.
@Suite struct ReportTests {
    @Test(arguments: [(true, "en"), (false, "en"), (true, "ja")])
    func `an admin sees what was reported, and closes it`(isEmbedded: Bool, language: String) async throws {
        let say = Speaker(language: language == "ja" ? .japanese : .english)
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let bob = try await site.browser(signedInAs: "bob", language: language)
            let path = try await messagePath(saying: "<b>bad</b> words", as: bob)
            #expect(try await alice.get(path).text.contains("\(path)/report"))
            let form = try await alice.get("\(path)/report")
            #expect(form.status == .ok && form.text.contains("&lt;b&gt;bad") && form.text.contains(#"name="reason""#))
            let sent = try await alice.post("\(path)/report", ["reason": "he is\r\n<i>rude</i>"])
            #expect(sent.status == .seeOther)
            let location = try #require(sent.headers[.location])
            #expect(try await alice.get(location).text.contains(say(ReportWording.reported)))
            if isEmbedded {
                let data = try await alice.post("/profile/data", [OwnDataPage.downloadField: "on"]).text
                #expect(data.contains(#""reports":[{"messageId":""#) && data.contains("he is"))
            }
            // For others, the list does not exist.
            #expect(try await alice.get(list).status == .notFound)
            #expect(try await alice.post(list, [:]).status == .notFound)

            try await site.accounts.set(.admin, of: .haruka)
            let admin = try await site.browser(signedInAs: "haruka", language: language)
            let profile = try await admin.get("/profile").text
            #expect(profile.contains(list) && profile.contains(#"<span class="badge">1</span>"#))
            let page = try await admin.get(list).text
            #expect(page.contains("&lt;b&gt;bad&lt;/b&gt; words") && page.contains("&lt;i&gt;rude"))
            #expect(page.contains("Alice") && page.contains("Bob"))
            let message = try #require(path.split(separator: "/").last.map(String.init))
            let faulty: [Form] = [
                ["message": .init(message)], ["reporter": "\(UserID.alice)"], ["message": "x", "reporter": "y"],
            ]
            for form in faulty {
                #expect(try await admin.post(list, form).status == .badRequest)
            }
            for _ in 0..<2 {
                let closed = try await admin.post(list, ["message": message, "reporter": "\(UserID.alice)"])
                #expect(closed.status == .seeOther && closed.headers[.location] == list)
            }
            #expect(try await admin.get(list).text.contains(say(ReportWording.none)))
            #expect(!(try await alice.get(location).text.contains(say(ReportWording.reported))))
            let kinds = try await site.audit.newest(10).map(\.kind)
            #expect(
                kinds.filter { $0 == .messageReported || $0 == .reportClosed } == [.reportClosed, .messageReported])
        }
    }

    @Test func `only the messages of others are reported, by those who can read them`() async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob")
            let own = try await messagePath(saying: "mine", as: bob)
            #expect(!(try await bob.get(own).text.contains("/report")))
            let unknown = "/conversations/\(veranda)/messages/\(MessageID.random())"
            for (path, status) in [(own, Status.badRequest), (unknown, .notFound)] {
                #expect(try await bob.get("\(path)/report").status == status)
                #expect(try await bob.post("\(path)/report", ["reason": ""]).status == status)
            }
            let stranger = try await site.repositories.users.register(
                NewUser(
                    alias: try #require(Alias("stranger")), name: try #require(DisplayName("Stranger")), avatarURL: nil)
            )
            let outside = try await site.browser(signedInAs: stranger.alias)
            let refused = try await outside.post("\(own)/report", ["reason": ""])
            #expect([.notFound, .forbidden].contains(refused.status))
            #expect(try await site.accounts.countOfReports(limit: 10) == 0)
        }
    }

    @Test func `what was typed stays where it is refused`() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob")
            )
            let path = try await messagePath(saying: "words", as: bob)
            let long = String(repeating: "x", count: ReportReason.maximumCharacters + 1)
            let refused = try await alice.post("\(path)/report", ["reason": long])
            #expect(refused.status == .unprocessableContent && refused.text.contains(long))
            #expect(refused.text.contains(ReportWording.tooLong.english))
            for _ in 0..<AccountRegister.maximumReports {
                let report = MessageReport(
                    id: MessageReport.ID(message: .random(), reporter: .alice), author: .bob, text: "", files: [],
                    sentAt: Timestamp(milliseconds: 0), reason: try #require(ReportReason("")),
                    reportedAt: site.clock.clock.now())
                #expect(try await site.accounts.add(report))
            }
            let tooMany = try await alice.post("\(path)/report", ["reason": "too much"])
            #expect(tooMany.status == .unprocessableContent && tooMany.text.contains("too much"))
            #expect(tooMany.text.contains(ReportWording.tooMany.english))
            // No more than a page of them is shown.
            try await site.accounts.set(.admin, of: .haruka)
            let reporters = try await site.browser(signedInAs: "haruka").get(list).text
            #expect(reporters.matches(of: /name="reporter"/).count == ReportsFeature.pageSize)
        }
    }
}
