import Chat
import Testing

@Suite("Names, addresses and passwords")
struct PasswordValueTests {
    @Test("a name is trimmed and contains no white space")
    func usernames() {
        #expect(Username("  Alice\n")?.description == "Alice")
        for text in ["", " ", "a b", "a\u{0}b", String(repeating: "a", count: 65)] { #expect(Username(text) == nil) }
        #expect(Username(String(repeating: "縁", count: 64)) != nil)
    }

    @Test("the chat's alias is the name in lower case, if that is valid")
    func aliases() {
        #expect(Username("New_User")?.alias == Alias("new_user"))
        #expect(Username("_dash_")?.alias == nil)
        #expect(Username("縁側")?.alias == nil)
        // U+212A KELVIN SIGN becomes `k` in lower case: that would be another person's name.
        #expect(Username("\u{212A}enji")?.alias == nil)
    }

    @Test(
        "an e-mail address is one that a browser would take",
        arguments: ["a@b", "new.user+chat@mail.example.com", "o'neil@example.co.jp", "a@xn--p8j9a0d9c9a.xn--q9jyb4c"])
    func addresses(text: String) { #expect(EmailAddress(text)?.description == text) }

    @Test(
        "others are none",
        arguments: [
            "", "a", "@", "a@", "@b", "a@b@c", "a b@c", "a@b c", "a@-b", "a@b-", "a@b..c", "a@.b", "é@b", "a@é",
            "a\r\n@b", "a@\(String(repeating: "b", count: 64))", "\(String(repeating: "a", count: 65))@b",
        ])
    func nonsense(text: String) { #expect(EmailAddress(text) == nil) }

    @Test("a password keeps every character, and its description shows none")
    func passwords() throws {
        let password = try #require(Password("  spaces, 縁側 \t"))
        #expect(password.revealed == "  spaces, 縁側 \t")
        #expect(Password("") == nil)
        #expect(Password(String(repeating: "é", count: 128)) != nil)
        #expect(Password(String(repeating: "a", count: 129)) == nil)
        let account = NewAccount(
            username: try #require(Username("a")), email: try #require(EmailAddress("a@b")), password: password,
            name: try #require(DisplayName("A")))
        var dumped = ""
        dump([account], to: &dumped)
        dump(BackendCredential("spaces"), to: &dumped)
        #expect(!dumped.contains("spaces") && !"\(account) \(BackendCredential("spaces"))".contains("spaces"))
    }
}
