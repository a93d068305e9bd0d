import Accounts
import Chat
import HTML
import HTTP
import Live

extension PeopleFeature {
    /// Blocks a person in direct conversations, or unblocks them.
    func block(_ visit: Visit, _ id: UserID) async throws -> Response {
        let session = try visit.requireSession()
        guard id != session.user, let choice = visit.request.form["state"], ["on", "off"].contains(choice) else {
            throw Failure.badRequest
        }
        _ = try await repositories.users.user(id)
        guard try await accounts.set(blocked: choice == "on", id, by: session.user) else {
            return try await person(visit, id, fault: BlockWording.tooMany)
        }
        if let direct = try await start.existingDirect(with: id, as: session.user) {
            for user in [id, session.user] { live.invalidatePages(of: user, showing: direct) }
        }
        return .seeOther(routes.person(id).text)
    }

    /// Whom the viewer has blocked: the last ones, as far as they are still there.
    func blocked(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let blocked = try await accounts.blocked(by: session.user).prefix(Self.maximumShownBlocked)
        let users = repositories.users
        let people = try await Array(blocked).concurrently(atMost: MessageLimits.maximumReadsAtOnce) {
            id throws(ChatError) -> User? in try await users.existing(id)
        }
        return Page(visit, title: visit.say(BlockWording.title), back: routes.profile.path) {
            BlockedPage(say: visit.say, people: people.compactMap(\.self))
        }.response()
    }

    /// How many blocked people are shown.
    private static let maximumShownBlocked = 100
}
