import Accounts
import Chat
import Cryptography
import RecordStores
import RepositoryBehaviour
import Testing

/// What people tell about themselves.
@Suite(.eachRecordStore) struct SelfDescriptionTests {
    private let clock = ManualClock()

    private func description(_ introduction: String?, _ status: String?, for time: Duration? = nil) -> SelfDescription {
        SelfDescription(
            introduction: introduction.flatMap { Introduction($0) },
            status: status.flatMap { StatusText($0, until: time.map { clock.clock.now().adding($0) }) })
    }

    @Test func `it is kept until another one is given, and a status until its end`() async throws {
        let register = AccountRegister(try await RecordPlace().accounts(), clock: clock.clock)
        let (ann, bob) = (UserID.random(), UserID.random())
        #expect(try await register.selfDescription(of: ann) == SelfDescription())
        let first = description("I live\nby the sea.", "🏖 on holiday", for: .seconds(60))
        try await register.set(first, of: ann)
        try await register.set(description(nil, "here"), of: bob)
        #expect(try await register.selfDescription(of: ann) == first)
        let both = try await register.statusTexts(of: [ann, bob, .random()])
        #expect(both == [ann: first.status, bob: StatusText("here")].compactMapValues { $0 })
        #expect(try await register.statusTexts(of: []) == [:])
        clock.advance(by: .seconds(60))
        #expect(try await register.selfDescription(of: ann) == description("I live\nby the sea.", nil))
        #expect(try await register.statusTexts(of: [ann, bob]).keys.map(\.self) == [bob])
        try await register.set(SelfDescription(), of: bob)
        #expect(try await register.selfDescription(of: bob) == SelfDescription())
    }

    @Test func `statuses are asked for of so many people at once`() async throws {
        let register = AccountRegister(try await RecordPlace().accounts(), clock: clock.clock)
        let people = (0...AccountRegister.maximumStatuses).map { _ in UserID.random() }
        for person in [people[0], people[AccountRegister.maximumStatuses]] {
            try await register.set(description(nil, "here"), of: person)
        }
        #expect(try await register.statusTexts(of: people).count == 1)
    }

    @Test func `it goes with the person`() async throws {
        let accounts = try await RecordPlace().accounts()
        let register = AccountRegister(accounts, clock: clock.clock)
        let sessions = Sessions(accounts, vault: Vault(key: .random()), clock: clock.clock)
        let (ann, bob) = (UserID.random(), UserID.random())
        for person in [ann, bob] { try await register.set(description("who", "what"), of: person) }
        _ = try await sessions.erase(ann)
        #expect(try await register.selfDescription(of: ann) == SelfDescription())
        #expect(try await register.selfDescription(of: bob) == description("who", "what"))
    }

    @Test func `an introduction has lines and a status none, and both have an end`() {
        let longest = String(repeating: "縁", count: Introduction.maximumCharacters)
        #expect(Introduction(longest)?.description == longest)
        #expect(Introduction(longest + "側") == nil && Introduction(" \r\n ") == nil)
        #expect(Introduction(" one\r\ntwo ")?.description == "one\ntwo")
        let line = String(repeating: "縁", count: StatusText.maximumCharacters)
        #expect(StatusText(line)?.text == line)
        #expect(StatusText(line + "側") == nil && StatusText("  ") == nil)
    }
}
