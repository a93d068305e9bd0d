import Accounts
import Chat
import Gateway
import HTTP
import HTTPServer

// Links that are good once.
extension Admin {
    func invite(_ role: SiteRole, days: Int) async throws -> String {
        _ = try people()
        return try await link(.invitation(role), days: days, "by the operator, an invitation as \(role)")
    }

    func makeResetLink(of user: UserID, withFactors: Bool, days: Int) async throws -> String {
        let people = try people()
        _ = try await people.users.user(user)
        guard people.passwords != nil || withFactors else {
            throw ConfigurationError("nobody signs in with a password here; --factors removes the second factors alone")
        }
        return try await link(
            withFactors ? .passwordAndFactors(of: user) : .password(of: user), days: days,
            "by the operator, for a new password\(withFactors ? " and factors" : "")")
    }

    private func link(_ purpose: OneTimeLink.Purpose, days: Int, _ detail: String) async throws -> String {
        let (token, end) = try await links.make(purpose, by: nil, for: .seconds(days * 24 * 3_600))
        try await record(.linkMade, purpose.user, detail)
        let site = configuration.siteURL(port: configuration.listen.port)
        return "\(site)\(OneTimeLinkPath.path(of: token))\ngood once, until \(end.iso8601)\n"
    }
}
