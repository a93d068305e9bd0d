import Accounts
import Chat
import Live
import Logging
import OpenID

/// Keeps people's notification settings: in the accounts database, and for a session of a sign-in service that has a
/// place for settings also there.
struct NotificationKeeper: Sendable {
    /// Whether the sign-in service has the settings.
    enum ServiceState: Sendable, Equatable {
        /// The session's service keeps no settings.
        case none
        case same
        /// The service has others, because it could not be written to.
        case notWritten
        /// The service could not be read from, and may have others.
        case notRead
    }

    let accounts: AccountRegister
    let sessions: Sessions
    let methods: SignInMethods
    let credentialMonitor: CredentialMonitor
    let live: Live
    let log: Logger

    /// The settings as they are kept here; `nil` for a person who has chosen none yet.
    func settings(of user: UserID) async throws -> NotificationSettings? {
        try await accounts.notifications(of: user)?.settings
    }

    /// Keeps the settings that a person has chosen, and tells their open pages.
    func keep(_ settings: NotificationSettings, for session: Session) async throws -> ServiceState {
        // First here: a service that does not answer must not lose them.
        let chosen = AccountRegister.KeptNotifications(settings, areAtService: false)
        try await accounts.set(chosen, of: session.user)
        try await tell(session.user, settings)
        return try await write(chosen, for: session)
    }

    /// Keeps what a person has chosen for one conversation, and tells their open pages.
    func keep(_ level: NotificationLevel?, in conversation: ConversationID, for session: Session) async throws {
        try await accounts.set(level, of: session.user, in: conversation)
        live.invalidatePages(of: session.user, showing: conversation)
        try await tell(session.user, try await settings(of: session.user))
    }

    /// Whether the service of this session keeps settings.
    func hasService(_ session: Session) -> Bool { project(of: session) != nil }

    /// Reads the settings that the session's service has, or writes those that it does not have yet.
    func synchronize(_ session: Session) async throws -> ServiceState {
        guard let project = project(of: session) else { return .none }
        let kept = try await accounts.notifications(of: session.user)
        if let kept, !kept.areAtService { return try await write(kept, for: session) }
        let found: NotificationSettings?
        do {
            guard let holder = try await holder(session) else { return .notRead }
            found = try await project.notifications(of: holder)
        } catch let error as ProviderError {
            report("notification settings can't be read from their service", error)
            return .notRead
        }
        guard let found, found != kept?.settings else { return .same }
        let now = try await accounts.replace(
            kept, by: AccountRegister.KeptNotifications(found, areAtService: true), of: session.user)
        try await tell(session.user, now.settings)
        return .same
    }

    private func write(
        _ kept: AccountRegister.KeptNotifications, for session: Session
    ) async throws -> ServiceState {
        guard let project = project(of: session) else { return .none }
        do {
            guard let holder = try await holder(session) else { return .notWritten }
            try await project.keep(kept.settings, of: holder)
        } catch let error as ProviderError {
            report("notification settings can't be written to their service", error)
            return .notWritten
        }
        _ = try await accounts.replace(
            kept, by: AccountRegister.KeptNotifications(kept.settings, areAtService: true), of: session.user)
        return .same
    }

    private func project(of session: Session) -> SupabaseProject? {
        guard session.identity != nil, let project = methods.provider(session.method)?.supabase,
            project.keepsSettings
        else { return nil }
        return project
    }

    /// The session with an access token that has not expired; `nil` if there is none.
    private func holder(_ session: Session) async throws -> Sessions.Holder? {
        guard case .good = await credentialMonitor.verdict(on: session) else { return nil }
        return try await sessions.holder(id: session.id)
    }

    private func tell(_ user: UserID, _ settings: NotificationSettings?) async throws {
        sessions.notePreferences()
        live.send(EventWriter.notifications(settings, try await accounts.levels(of: user)), toAllOf: user)
    }

    private func report(_ what: String, _ error: ProviderError) {
        log.warning(what, ["why": .text(error.description)])
    }
}
