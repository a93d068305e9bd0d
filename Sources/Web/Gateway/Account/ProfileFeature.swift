import HTML
import Accounts
import Chat
import HTTP
import TimeZones

/// The signed-in person's profile and display preferences.
struct ProfileFeature: Sendable {
    let repositories: Repositories
    let accounts: AccountRegister
    let sessions: Sessions
    let policy: SitePolicy
    /// `nil` where no files can be sent.
    let uploads: Uploads?
    let pictureChoice: PictureChoiceFeature
    let emoji: PlaceEmoji

    func profile(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let user = try await visit.currentUser(in: repositories.users)
        let authorization = try await accounts.authorization(of: session.user)
        let description = try await accounts.selfDescription(of: session.user)
        let introduction =
            if let own = description.introduction { own.description } else {
                try await sessions.introduction(of: session)
            }
        let unsent = try await accounts.countOfUnsent(by: session.user)
        let reports =
            authorization.allows(.seeReports)
            ? try await accounts.countOfReports(limit: ReportWording.maximumCount + 1) : nil
        // While the database is away, the rest of the page is shown without these two.
        let files = try? await room(of: session.user)
        let showsReading = try? await showsReading(session.user)
        return Page(visit, title: visit.say(ProfileWording.title), tab: .profile) {
            ProfilePage(
                visit: visit, user: user, authorization: authorization, introduction: introduction,
                status: description.status, files: files,
                showsReading: showsReading, reports: reports, unsent: unsent,
                choosesPicture: pictureChoice.isThere,
                showsEmoji: !emoji.all.isEmpty
                    || (authorization.allows(.manageEmoji) && pictureChoice.canReceive))
        }.response()
    }

    /// `nil` where it is not told how far others have read.
    private func showsReading(_ user: UserID) async throws -> Bool? {
        guard repositories.receipts.isThere else { return nil }
        return try await repositories.receipts.showsReading(user)
    }

    /// Shows others how far the person has read, or hides it.
    func changeReceipts(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        guard let choice = visit.request.form["state"], ["on", "off"].contains(choice) else { throw Failure.badRequest }
        try await repositories.receipts.setShowsReading(choice == "on", of: session.user)
        return .seeOther("\(routes.profile.text)#\(ReceiptsForm.id)")
    }

    private func room(of user: UserID) async throws -> FileRoom? {
        guard let files = uploads?.files, files.isThere, files.limits.allowFiles else { return nil }
        return try await files.room(of: user)
    }

    /// Stores the display preferences in cookies and redirects back.
    func preferences(_ visit: Visit) -> Response {
        let form = visit.request.form
        var response = Response.seeOther(
            form["return"].flatMap { Path($0) }?.description ?? routes.home.text)
        if let language = form["language"].flatMap({ Language(rawValue: $0) }) {
            response.headers.append(
                .setCookie, PreferenceCookie.language.setting(language.rawValue, policy).serialized)
        }
        if let typing = form["typing"], ["on", "off"].contains(typing) {
            response.headers.append(.setCookie, PreferenceCookie.typing.setting(typing, policy).serialized)
        }
        if let name = form["zone"], name.isEmpty || ZoneOfTime.named(name) != nil {
            let identifier = ZoneOfTime.named(name)?.identifier ?? ""
            response.headers.append(
                .setCookie, PreferenceCookie.zone.setting(identifier, policy).serialized)
        }
        return response
    }
}
