import Accounts
import Chat
import HTML
import HTTP

extension PeopleFeature {
    func members(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        let room = try await repositories.enter(id, session)
        let conversation = room.conversation
        let isGroup = conversation.kind == .group
        let active = conversation.activeParticipants.sorted { ($0.user.name, $0.id) < ($1.user.name, $1.id) }
        let others = isGroup ? try await Acquaintances(repositories).of(session.user) : []
        let mayRemove = try accounts.authorization(of: session.user).allows(.removeMembers(from: room))
        let inside = Set(active.map(\.user.id))
        return Page(
            visit, title: visit.say(ThreadWording.members), back: routes.thread(id)
        ) {
            MembersPage(
                say: visit.say, conversation: id,
                members: active.map { participant in
                    MembersPage.Member(
                        id: participant.user.id, person: Person(participant.user), alias: participant.user.alias,
                        isAdmin: participant.role == .admin, isViewer: participant.user.id == session.user,
                        canRemove: mayRemove && participant.user.id != session.user)
                }, others: others.filter { !inside.contains($0.id) }, canLeave: true)
        }.response()
    }

    func addMember(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        guard let person = visit.request.form["user"].flatMap({ UserID($0) }) else { throw Failure.badRequest }
        try await repositories.enter(id, session).add(person)
        return .seeOther(routes.members(id).text)
    }

    /// Removes a member, or lets oneself go.
    func removeMember(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        guard let person = visit.request.form["user"].flatMap({ UserID($0) }) else { throw Failure.badRequest }
        try await repositories.enter(id, session).remove(person)
        return .seeOther((person == session.user ? routes.conversations.path : routes.members(id)).text)
    }
}
