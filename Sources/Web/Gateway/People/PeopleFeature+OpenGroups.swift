import Accounts
import Chat
import HTML
import HTTP

extension PeopleFeature {
    /// The groups that everybody finds and may join.
    func openGroups(_ visit: Visit, query: String) async throws -> Response {
        try await openGroups(visit, query: query, fault: nil).response()
    }

    /// Joins an open group, and leads to it.
    func joinOpenGroup(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        do throws(ChatError) { try await repositories.openGroups.join(id, as: session.user) } catch {
            guard error.reason == .notFound else { throw error }
            return try await openGroups(visit, query: "", fault: OpenGroupsWording.over).response(.gone)
        }
        return .seeOther("\(routes.thread(id).text)#latest")
    }

    private func openGroups(_ visit: Visit, query: String, fault: Sentence?) async throws -> Page {
        let session = try visit.requireSession()
        let groups = try await repositories.openGroups.groups(
            matching: SearchQuery(filter: query), as: session.user)
        return Page(visit, title: visit.say(OpenGroupsWording.title), back: routes.newConversation()) {
            OpenGroupsPage(say: visit.say, query: query, groups: groups, fault: fault)
        }
    }
}
