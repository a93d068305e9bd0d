import HTML
import Accounts
import Chat
import HTTP

// What a person chooses for one conversation.
extension NotificationsFeature {
    /// The page with what is chosen.
    func level(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        let access = try await repositories.enter(id, session)
        return Page(
            visit, title: visit.say(NotificationsWording.title), back: routes.thread(id), conversation: id
        ) {
            ConversationLevelPage(
                say: visit.say, time: visit.time, conversation: access.conversation,
                chosen: visit.level(of: id))
        }.response(.ok)
    }

    func changeLevel(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        _ = try await repositories.enter(id, session)
        let form = visit.request.form
        guard let time = ConversationLevelPage.Time(rawValue: form[ConversationLevelPage.time] ?? "always"),
            let name = form[ConversationLevelPage.level]
        else { throw Failure.badRequest }
        var level: ConversationLevel?
        if name != ConversationLevelPage.asUsual {
            guard let chosen = ConversationLevel.Level(rawValue: name) else { throw Failure.badRequest }
            level = ConversationLevel(chosen, until: time.duration.map { visit.time.now.adding($0) })
        }
        try await keeper.keep(level, in: id, for: session)
        return .seeOther(routes.thread(id).text)
    }
}

extension Visit {
    /// What the user has chosen for a conversation, if it is in force.
    func level(of conversation: ConversationID) -> ConversationLevel? {
        session?.preferences.levels[conversation].flatMap { $0.isInForce(at: time.now) ? $0 : nil }
    }
}
