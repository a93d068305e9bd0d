import Chat
import RepositoryBehaviour
import RecordStores
import Records
import Testing

@testable import Accounts

@Suite(.eachRecordStore) struct OneTimeLinksTests {
    private let clock = ManualClock()
    private let accounts: AccountsDatabase
    private let links: OneTimeLinks
    private let user = UserID.random()

    init() async throws {
        accounts = try await RecordPlace().accounts()
        links = OneTimeLinks(accounts, clock: clock.clock)
    }

    private func fault(_ body: () async throws -> some Any) async -> LinkFault? {
        await #expect(throws: LinkFault.self) { _ = try await body() }
    }

    @Test func `a link is good once, and says so afterwards`() async throws {
        let admin = UserID.random()
        let (token, end) = try await links.make(.passwordAndFactors(of: user), by: admin, for: .seconds(60))
        #expect(end == clock.now.adding(.seconds(60)))
        let seen = try await links.link(token)
        #expect(seen == OneTimeLink(purpose: .passwordAndFactors(of: user), maker: admin, endsAt: end))
        #expect(try await links.link(token) == seen, "looking at it does not use it")
        #expect(try await links.use(token) == seen)
        #expect(await fault { try await links.use(token) } == .used)
        #expect(await fault { try await links.link(token) } == .used)
        try await links.takeBack(token)
        #expect(try await links.use(token) == seen)
    }

    @Test func `a link ends at its end, and is forgotten later`() async throws {
        let (token, _) = try await links.make(.invitation(.admin), by: nil, for: .seconds(60))
        clock.advance(by: .seconds(59))
        #expect(try await links.link(token).purpose == .invitation(.admin))
        clock.advance(by: .seconds(1))
        #expect(await fault { try await links.use(token) } == .expired)
        clock.advance(by: OneTimeLinks.memory)
        _ = try await links.make(.invitation(.member), by: nil, for: .seconds(60))
        #expect(await fault { try await links.link(token) } == .unknown)
    }

    @Test func `a new link for a person replaces the one before, and no invitation`() async throws {
        let (invitation, _) = try await links.make(.invitation(.member), by: nil, for: .seconds(60))
        let (first, _) = try await links.make(.password(of: user), by: nil, for: .seconds(60))
        let (second, _) = try await links.make(.password(of: user), by: nil, for: .seconds(60))
        #expect(await fault { try await links.link(first) } == .unknown)
        #expect(try await links.link(second).purpose == .password(of: user))
        #expect(try await links.link(invitation).purpose == .invitation(.member))
    }

    @Test func `of many links the one that ends first is forgotten`() async throws {
        let (first, _) = try await links.make(.invitation(.member), by: nil, for: .seconds(1))
        try await accounts.database.transaction { transaction in
            for number in 0..<(OneTimeLinks.maximumLinks - 1) {
                try await transaction.run(
                    """
                    INSERT INTO one_time_link (hash, kind, role, made_at, ends_at)
                    VALUES ($1, 'invitation', 'member', 0, 9000000000000000)
                    """, "\(number)".utf8.map { $0 })
            }
        }
        #expect(try await links.link(first).purpose == .invitation(.member))
        let (last, _) = try await links.make(.invitation(.member), by: nil, for: .seconds(60))
        #expect(await fault { try await links.link(first) } == .unknown)
        #expect(try await links.link(last).purpose == .invitation(.member))
    }

    @Test func `a token has one spelling, and the database does not hold it`() async throws {
        let (token, _) = try await links.make(.invitation(.member), by: nil, for: .seconds(60))
        #expect(LinkToken(token.revealed) == token)
        for wrong in ["", "x", token.revealed + "A", String(token.revealed.dropLast()), token.revealed + "="] {
            #expect(LinkToken(wrong) == nil)
        }
        let stored = try await accounts.database.rows("SELECT hash FROM one_time_link") { $0.blob(0) }
        #expect(stored == [token.hash] && stored != [Array(token.revealed.utf8)])
    }
}
