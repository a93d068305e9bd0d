import JOSE

/// The `user` that Apple sends with the callback of the first consent, and never again: the only place of the name.
///
/// It comes through the browser unsigned, so it is a proposal for the profile page and nothing more.
struct AppleFirstConsent: Sendable, Equatable {
    private static let maximumBytes = 4_096

    let profile: Profile

    /// Reads `{"name":{"firstName":…,"lastName":…},"email":…}`; the e-mail is left to the ID token.
    init?(parsing text: String) {
        guard text.utf8.count <= Self.maximumBytes, let user = JSON(parsing: Array(text.utf8)), user.object != nil
        else { return nil }
        let parts = ["firstName", "lastName"].compactMap { user["name"]?[$0]?.string }.filter { !$0.isEmpty }
        var members: [String: JSON] = [:]
        if !parts.isEmpty { members["name"] = .string(parts.joined(separator: " ")) }
        profile = Profile(.object(members))
    }
}
