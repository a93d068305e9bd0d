import Bytes

/// The `user` parameter that Apple sends only with the callback of the first consent; the only source of the name.
///
/// It is unsigned and passes through the browser, so it only provides defaults for the profile page.
struct AppleFirstConsent: Sendable, Equatable {
    private static let maximumBytes = 4_096

    let profile: Profile

    /// Parses `{"name":{"firstName":…,"lastName":…},"email":…}`; the e-mail address is taken from the ID token instead.
    init?(parsing text: String) {
        guard text.utf8.count <= Self.maximumBytes, let user = JSON(parsing: Array(text.utf8)), user.object != nil
        else { return nil }
        let parts = ["firstName", "lastName"].compactMap { user["name"]?[$0]?.string }.filter { !$0.isEmpty }
        var members: [String: JSON] = [:]
        if !parts.isEmpty { members["name"] = .string(parts.joined(separator: " ")) }
        profile = Profile(.object(members))
    }
}
