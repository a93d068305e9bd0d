import Accounts
import Chat
import HTML
import HTTP

/// The page of a person's notification settings.
struct NotificationsFeature: Sendable {
    let keeper: NotificationKeeper
    let repositories: Repositories

    func settings(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let state = try await keeper.synchronize(session)
        return try await page(visit, session, state, isSaved: visit.request.target.query["saved"] != nil)
    }

    /// Keeps the settings of the form. They are kept here though the person's sign-in service does not take them, which
    /// the page says.
    func change(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        guard let settings = NotificationSettings(visit.request.form) else { throw Failure.badRequest }
        let state = try await keeper.keep(settings, for: session)
        guard state == .notWritten else { return .seeOther(routes.notifications.text + "?saved") }
        return try await page(visit, session, state, isSaved: true)
    }

    private func page(
        _ visit: Visit, _ session: Session, _ state: NotificationKeeper.ServiceState, isSaved: Bool
    ) async throws -> Response {
        let settings = try await keeper.settings(of: session.user)
        return Page(
            visit, title: visit.say(NotificationsWording.title), back: routes.profile.path, scripts: "permission.js"
        ) {
            NotificationsPage(say: visit.say, settings: settings, state: state, isSaved: isSaved)
        }.response()
    }
}
