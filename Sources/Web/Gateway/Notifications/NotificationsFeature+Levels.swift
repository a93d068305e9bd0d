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
            NotificationLevelPage(
                say: visit.say, time: visit.time, conversation: access.conversation,
                chosen: visit.level(of: id), isPinned: session.preferences.pinned.contains(id))
        }.response(.ok)
    }

    func changeLevel(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        _ = try await repositories.enter(id, session)
        let form = visit.request.form
        guard let time = ChosenDuration(rawValue: form[ChosenDuration.field] ?? ChosenDuration.always.rawValue),
            let name = form[NotificationLevelPage.level]
        else { throw Failure.badRequest }
        var level: NotificationLevel?
        if name != NotificationLevelPage.asUsual {
            guard let chosen = NotificationLevel.Level(rawValue: name) else { throw Failure.badRequest }
            level = NotificationLevel(chosen, until: time.duration.map { visit.time.now.adding($0) })
        }
        try await keeper.keep(level, in: id, for: session)
        return .seeOther(routes.thread(id).text)
    }
}

extension Visit {
    /// What the user has chosen for a conversation, if it is in force.
    func level(of conversation: ConversationID) -> NotificationLevel? {
        session?.preferences.levels[conversation].flatMap { $0.isInForce(at: time.now) ? $0 : nil }
    }
}
