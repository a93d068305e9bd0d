import Cryptography
public import OpenID

extension SupabaseProject {
    /// The member of the settings that belongs to this site.
    private static let member = "engawa_notifications"

    /// Whether people's notification settings are kept in the project's table.
    public var keepsSettings: Bool { auth.hasSettings }

    /// The notification settings in the row of a session's person; `nil` if it has none.
    public func notifications(of holder: Sessions.Holder) async throws(ProviderError) -> NotificationSettings? {
        let (id, token) = try row(of: holder)
        return try await auth.setting(Self.member, of: id, token).flatMap { NotificationSettings($0) }
    }

    /// Writes the notification settings into the row of a session's person, and nothing else.
    public func keep(
        _ settings: NotificationSettings, of holder: Sessions.Holder
    ) async throws(ProviderError) {
        let (id, token) = try row(of: holder)
        try await auth.set(Self.member, to: settings.json, of: id, token)
    }

    private func row(of holder: Sessions.Holder) throws(ProviderError) -> (id: String, token: Secret) {
        guard let identity = holder.session.identity else {
            throw ProviderError(.unavailable("no identity"), during: .profile, at: auth.provider)
        }
        return (identity.subject, try holder.grant(.profile).accessToken)
    }
}
