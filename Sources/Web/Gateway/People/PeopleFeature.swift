import Accounts
import Chat
import HTML
import HTTP
import Live

/// Profiles of other people, new conversations, and the members of a group.
struct PeopleFeature: Sendable {
    let repositories: Repositories
    let accounts: AccountRegister
    let live: Live
    let start: ConversationStart
    let pictureChoice: PictureChoiceFeature

    /// Another person's profile; the viewer's own is at `routes.profile`.
    /// - Parameter fault: why they could not be blocked.
    func person(_ visit: Visit, _ id: UserID, fault: Sentence? = nil) async throws -> Response {
        let session = try visit.requireSession()
        if id == session.user { return .seeOther(routes.profile.text) }
        let user = try await repositories.users.user(id)
        let block = try await accounts.block(of: session.user, towards: id)
        let description = try await accounts.selfDescription(of: id)
        return Page(visit, title: user.name, back: routes.conversations.path) {
            PersonPage(
                say: visit.say, time: visit.time, user: user, description: description, block: block, fault: fault)
        }.response(fault == nil ? .ok : .conflict)
    }

    /// - Parameters:
    ///   - query: the names to show.
    ///   - fault: why the submitted form was refused.
    func newConversationPage(_ visit: Visit, query: String, fault: NewConversationFault? = nil) async throws -> Response
    {
        let session = try visit.requireSession()
        let form = visit.request.form
        let chosen = try await people(Set(Self.chosen(form, by: session.user)))
        let found = try await Acquaintances(repositories).of(
            session.user, matching: SearchQuery(filter: query), without: Set(chosen.map(\.id)),
            limit: PeopleLimits.shown)
        return Page(visit, title: visit.say(PeopleWording.newConversation), back: routes.conversations.path) {
            NewConversationPage(
                say: visit.say, chosen: chosen, people: found.people, hasMore: found.hasMore, query: query,
                name: form["name"] ?? "", key: form["key"].flatMap { FormKey($0) } ?? .random(),
                isGroup: form[NewConversationPage.groupName] != nil,
                hasOpenGroups: repositories.openGroups.isThere, fault: fault)
        }.response(fault == nil ? .ok : .unprocessableContent)
    }

    /// Whom the form names, each once and without the person themselves, in the form's order.
    private static func chosen(_ form: Form, by user: UserID) -> [UserID] {
        var seen: Set = [user]
        return form.values(of: "people").compactMap { UserID($0) }.filter { seen.insert($0).inserted }
    }

    /// The people with these ids, sorted by name; without those who do not exist.
    private func people(_ ids: Set<UserID>) async throws(ChatError) -> [User] {
        let users = repositories.users
        let found = try await ids.prefix(NewConversation.maximumParticipants).map(\.self)
            .concurrently(atMost: MessageLimits.maximumReadsAtOnce) { id throws(ChatError) -> User? in
                try await users.existing(id)
            }
        return found.compactMap(\.self).sorted { ($0.name, $0.alias) < ($1.name, $1.alias) }
    }

    /// Opens the direct conversation with the person who was chosen, or creates a group: with several people, or with one
    /// if it is asked for. A form that lacks something comes back with all that was chosen and typed.
    func createConversation(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let form = visit.request.form
        let people = Self.chosen(form, by: session.user)
        let query = form["q"] ?? ""
        if form[FilterField.submitName] != nil { return try await newConversationPage(visit, query: query) }
        guard let first = people.first else {
            return try await newConversationPage(visit, query: query, fault: .nobodyChosen)
        }
        let id: ConversationID
        if people.count == 1, form[NewConversationPage.groupName] == nil {
            let block = try await accounts.block(of: session.user, towards: first)
            // The conversation that they have stays to be read.
            if let refusal = block.sentence, try await start.existingDirect(with: first, as: session.user) == nil {
                return try await newConversationPage(visit, query: query, fault: .refused(refusal))
            }
            id = try await start.direct(with: first, as: session.user)
        } else {
            guard people.count < NewConversation.maximumParticipants else {
                return try await newConversationPage(visit, query: query, fault: .tooMany)
            }
            guard let name = DisplayName(form["name"] ?? "") else {
                return try await newConversationPage(visit, query: query, fault: .nameMissing)
            }
            let key = form["key"].flatMap { FormKey($0) } ?? .random()
            id = try await start.group(named: name, with: people, as: session.user, key: key)
        }
        return .seeOther("\(routes.thread(id).text)#latest")
    }
}
