import Accounts
import Chat
import HTML
import HTTP

extension PeopleFeature {
    /// The members, and for the first page of a group the people who can be added.
    func members(_ visit: Visit, _ parameters: MembersParameters) async throws -> Response {
        let session = try visit.requireSession()
        let id = parameters.conversation
        try await visit.catchUp(in: id)
        let access = try await repositories.enter(id, session)
        let query = SearchQuery(filter: parameters.query)
        let count = access.conversation.participants.lazy.filter(\.isActive).count
        let members = try await access.members(matching: query, from: parameters.page - 1, size: PeopleLimits.shown)
        var others: (people: [User], hasMore: Bool) = ([], false)
        if access.mayAdd, parameters.page == 1 {
            others = try await Acquaintances(repositories).of(
                session.user, matching: query,
                without: Set(access.conversation.participants.lazy.filter(\.isActive).map(\.user.id)),
                limit: PeopleLimits.addable)
        }
        let statuses = try await accounts.statusTexts(of: members.people.map(\.user.id))
        let canRemove = try await accounts.authorization(of: session.user).allows(.removeMembers(from: access))
        let isThread = access.conversation.thread != nil
        let title = visit.say(isThread ? RepliesWording.followers : ThreadWording.members)
        return Page(visit, title: title, back: routes.thread(id), conversation: id) {
            MembersPage(
                say: visit.say, parameters: parameters, members: members.people,
                statuses: statuses, hasMore: members.hasMore,
                hasFilter: count >= FilterField.minimumPeople || query != nil || others.hasMore, viewer: session.user,
                canRemove: canRemove, canSetRoles: access.mayAdminister,
                canInvite: access.mayInvite,
                isThread: isThread,
                group: access.conversation.isGroup && repositories.groups.isThere && parameters.page == 1
                    ? access.conversation : nil, hasPictures: pictureChoice.isThere, others: others.people,
                hasMoreOthers: others.hasMore)
        }.response()
    }

    func addMember(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        guard let person = visit.request.form["user"].flatMap({ UserID($0) }) else { throw Failure.badRequest }
        try await repositories.enter(id, session).add(person)
        return .seeOther(routes.members(id).text)
    }

    /// Removes another member, or leaves the group.
    func removeMember(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        guard let person = visit.request.form["user"].flatMap({ UserID($0) }) else { throw Failure.badRequest }
        try await repositories.enter(id, session).remove(person)
        return .seeOther((person == session.user ? routes.conversations.path : routes.members(id)).text)
    }
}
