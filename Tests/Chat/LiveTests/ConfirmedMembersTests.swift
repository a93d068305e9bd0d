import Chat
import ChatStore
import RepositoryBehaviour
import Testing

@testable import Live

/// The members of a conversation whose messages are read anyway.
@Suite struct ConfirmedMembersTests {
    private func enter(_ person: Int, _ site: Neighbourhood) async throws -> ConversationAccess {
        let access = try await ConversationAccess.enter(site.room, as: site.people[person], site.live.repositories)
        _ = try await access.page()
        return access
    }

    @Test func `a page that is opened again reads the messages only, for a minute`() async throws {
        let site = try await Neighbourhood()
        _ = try await enter(0, site)
        #expect(site.line.memberReads == 1)
        for _ in 0..<5 {
            site.clock.advance(by: LiveLimits().pageAge + .seconds(1))
            _ = try await enter(0, site)
        }
        #expect(site.line.memberReads == 1)
        site.clock.advance(by: LiveLimits().confirmedMembersAge)
        _ = try await enter(0, site)
        #expect(site.line.memberReads == 2)
    }

    @Test func `who was removed elsewhere enters no more, and who was added is there`() async throws {
        let site = try await Neighbourhood()
        _ = try await enter(1, site)
        site.clock.advance(by: LiveLimits().pageAge + .seconds(1))
        _ = try await site.store.remove(site.people[1], from: site.room, by: site.people[0])
        await #expect(throws: ChatError.self) { try await enter(1, site) }
        #expect(try await enter(0, site).conversation.activeParticipant(site.people[1]) == nil)
        site.clock.advance(by: LiveLimits().pageAge + .seconds(1))
        _ = try await site.store.add(site.people[1], as: .member, to: site.room, by: site.people[0])
        #expect(try await enter(0, site).conversation.activeParticipant(site.people[1]) != nil)
        _ = try await enter(1, site)
    }
}
