import Accounts
import Bytes
import Chat
import HTML
import HTTP
import Live

/// The appearance that people choose: kept in the accounts database, for all their devices.
struct AppearanceFeature: Sendable {
    let accounts: AccountRegister
    let sessions: Sessions
    let live: Live
    let policy: SitePolicy
    /// Whether links have previews, which people may hide.
    let hasLinkPreviews: Bool

    func settings(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let kept = try await accounts.appearance(of: session.user)
        return page(visit, kept ?? AppearanceSettings())
    }

    /// Keeps the settings of the form, and tells the person's open pages.
    func change(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        guard var settings = AppearanceSettings(visit.request.form) else { throw Failure.badRequest }
        // A form without the choice leaves it as it is.
        if visit.request.form["previews"] == nil, let kept = try await accounts.appearance(of: session.user) {
            settings.linkPreviews = kept.linkPreviews
        }
        try await accounts.set(settings, of: session.user)
        sessions.notePreferences()
        live.send(EventWriter.appearance(settings), toAllOf: session.user)
        var response = Response.seeOther(routes.appearance.text + "?saved")
        response.headers.append(.setCookie, settings.cookie(policy).serialized)
        return response
    }

    /// The visit with the appearance that is kept, where the browser does not know it yet.
    ///
    /// - Returns: the cookie that tells it to the browser, too.
    func update(_ visit: inout Visit, _ session: Session) -> SetCookie? {
        guard let kept = session.preferences.appearance, kept != visit.appearance else { return nil }
        visit.appearance = kept
        return kept.cookie(policy)
    }

    private func page(_ visit: Visit, _ settings: AppearanceSettings) -> Response {
        var visit = visit
        visit.appearance = settings
        let isSaved = visit.request.target.query["saved"] != nil
        var response = Page(visit, title: visit.say(AppearanceWording.title), back: routes.profile.path) {
            AppearancePage(
                say: visit.say, settings: settings, hasLinkPreviews: hasLinkPreviews, isSaved: isSaved)
        }.response()
        response.headers.append(.setCookie, settings.cookie(policy).serialized)
        return response
    }
}

extension AppearanceSettings {
    /// Fails for a form that no page of this site has.
    init?(_ form: Form) {
        guard let theme = form["theme"].flatMap({ Theme(rawValue: $0) }),
            let textSize = form["size"].flatMap({ TextSize(rawValue: $0) }),
            let density = form["density"].flatMap({ Density(rawValue: $0) }),
            let enterKey = form["enter"].flatMap({ EnterKey(rawValue: $0) })
        else { return nil }
        self.init()
        if let text = form["previews"] {
            guard let choice = LinkPreviews(rawValue: text) else { return nil }
            linkPreviews = choice
        }
        (self.theme, self.textSize, self.density, self.enterKey) = (theme, textSize, density, enterKey)
    }
}

extension EventWriter {
    /// The event with a person's appearance. It has no id, because each such event replaces the one before.
    static func appearance(_ settings: AppearanceSettings) -> [UInt8] {
        bytes(
            id: nil,
            EventPayload(name: "appearance") { json in
                json.member("theme", settings.theme.rawValue)
                json.member("size", settings.textSize.rawValue)
                json.member("density", settings.density.rawValue)
                json.member("enter", settings.enterKey.rawValue)
                json.member("previews", settings.linkPreviews.rawValue)
            })
    }
}
