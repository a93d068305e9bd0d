import Accounts
import Chat
import Cryptography
import RecordStores
import RepositoryBehaviour
import Testing

/// Messages that people have reported to the admins.
@Suite(.eachRecordStore) struct ReportTests {
    private let clock = ManualClock()

    private func report(
        _ message: MessageID = .random(), by reporter: UserID, of author: UserID = .random(), _ reason: String = "rude"
    ) throws -> MessageReport {
        MessageReport(
            id: MessageReport.ID(message: message, reporter: reporter), author: author, text: "words\nand more",
            files: ["a.png", "夕焼け.jpg"], sentAt: Timestamp(milliseconds: 5), reason: try #require(ReportReason(reason)),
            reportedAt: clock.clock.now())
    }

    @Test func `they stay until an admin closes them, and a second one of a person replaces the first`() async throws {
        let register = AccountRegister(try await RecordPlace().accounts(), clock: clock.clock)
        let (ann, bob) = (UserID.random(), UserID.random())
        #expect(try await register.countOfReports(limit: 10) == 0)
        let first = try report(by: ann)
        #expect(try await register.add(first))
        clock.advance(by: .seconds(1))
        let second = try report(by: bob)
        #expect(try await register.add(second))
        #expect(try await register.reports(limit: 10) == [first, second])
        #expect(try await register.reports(limit: 1) == [first])
        #expect(try await register.countOfReports(limit: 1) == 1)
        clock.advance(by: .seconds(1))
        let again = try report(first.id.message, by: ann, of: first.author, "very rude")
        #expect(try await register.add(again))
        #expect(try await register.reports(limit: 10) == [second, again])
        #expect(try await register.reports(by: ann) == [again])
        #expect(try await register.close(second.id) == second)
        #expect(try await register.close(second.id) == nil)
        #expect(try await register.reports(limit: 10) == [again])
    }

    @Test func `one person has no more than allowed, and they end after a year`() async throws {
        let register = AccountRegister(try await RecordPlace().accounts(), clock: clock.clock)
        let ann = UserID.random()
        let first = try report(by: ann)
        #expect(try await register.add(first))
        for _ in 1..<AccountRegister.maximumReports { #expect(try await register.add(try report(by: ann))) }
        #expect(!(try await register.add(try report(by: ann))))
        #expect(try await register.add(first))
        #expect(try await register.add(try report(by: .random())))
        clock.advance(by: .seconds(AccountRegister.reportDays * 86_400 + 1))
        let last = try report(by: ann)
        #expect(try await register.add(last))
        #expect(try await register.reports(limit: 100) == [last])
    }

    @Test func `they go with the reporter, and with the author`() async throws {
        let accounts = try await RecordPlace().accounts()
        let register = AccountRegister(accounts, clock: clock.clock)
        let sessions = Sessions(accounts, vault: Vault(key: .random()), clock: clock.clock)
        let (ann, bob) = (UserID.random(), UserID.random())
        let kept = try report(by: .random())
        for report in [try report(by: ann), try report(by: .random(), of: bob), kept] {
            #expect(try await register.add(report))
        }
        _ = try await sessions.erase(ann)
        _ = try await sessions.erase(bob)
        #expect(try await register.reports(limit: 10) == [kept])
    }

    @Test func `a reason has at most a thousand characters`() {
        let longest = String(repeating: "縁", count: ReportReason.maximumCharacters)
        #expect(ReportReason(longest)?.description == longest)
        #expect(ReportReason(longest + "側") == nil)
        #expect(ReportReason("  \r\n ")?.description == "")
        #expect(ReportReason("one\r\ntwo")?.description == "one\ntwo")
    }
}
