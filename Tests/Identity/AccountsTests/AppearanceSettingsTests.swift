import Bytes
import Chat
import SQLite
import Testing

@testable import Accounts

/// The appearance that a person has chosen.
struct AppearanceSettingsTests {
    @Test func `what is kept comes back, and replaces what was kept`() async throws {
        let register = AccountRegister(try AccountsDatabase(.memory), clock: .system)
        let (user, other) = (UserID.random(), UserID.random())
        #expect(try await register.appearance(of: user) == nil)
        var settings = AppearanceSettings()
        settings.theme = .dark
        try await register.set(settings, of: user)
        (settings.textSize, settings.density, settings.enterKey) = (.largest, .compact, .lineBreak)
        settings.linkPreviews = .hidden
        try await register.set(settings, of: user)
        #expect(try await register.appearance(of: user) == settings)
        #expect(try await register.appearance(of: other) == nil)
    }

    @Test func `what is missing or unknown has its default`() throws {
        let json = try #require(JSON(parsing: Array(#"{"theme": "dark", "size": "huge", "density": 1}"#.utf8)))
        var expected = AppearanceSettings()
        expected.theme = .dark
        #expect(AppearanceSettings(json) == expected)
        #expect(AppearanceSettings(.array([])) == nil)
    }
}
