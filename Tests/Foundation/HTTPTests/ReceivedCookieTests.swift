import HTTP
import Testing

@Suite("A cookie that a server set")
struct ReceivedCookieTests {
    @Test("its name, its value as it was sent and its age are read")
    func reading() throws {
        let cookie = try #require(
            ReceivedCookie("__Secure-a.b=x%2By.z%3D; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax"))
        #expect(cookie.name == "__Secure-a.b")
        #expect(cookie.value == "x%2By.z%3D")
        #expect(cookie.maxAge == .seconds(604_800))
        #expect(ReceivedCookie("a=b; Path=/")?.maxAge == nil)
        #expect(ReceivedCookie(" a = b = c ;max-age=1; MAX-AGE=7")?.value == nil)
        #expect(ReceivedCookie("a=b;max-age=1; MAX-AGE=7")?.maxAge == .seconds(7))
    }

    @Test("one that is taken away has no age left", arguments: ["a=; Max-Age=0", "a=b; Max-Age=-5"])
    func removal(field: String) throws { #expect(try #require(ReceivedCookie(field)).maxAge == .zero) }

    @Test("a huge age is a year's", arguments: ["a=b; Max-Age=9223372036854775807"])
    func hugeAge(field: String) throws {
        #expect(try #require(ReceivedCookie(field)).maxAge == .seconds(366 * 24 * 3_600))
    }

    @Test("a mark that joins a sign does not hide the sign", arguments: ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{600}"])
    func marks(mark: String) throws {
        let cookie = try #require(ReceivedCookie("a=b;\(mark)x=y; Max-Age=7"))
        #expect(cookie.value == "b")
        #expect(cookie.maxAge == .seconds(7))
        #expect(ReceivedCookie("a=\(mark)b") == nil)
        #expect(ReceivedCookie("a\u{37E}b=c") == nil, "U+037E is canonically a semicolon, and none")
    }

    @Test("what could break a header is no cookie", arguments: ["", "a", "=b", "a b=c", "a=b\r\nX: y", "a=é", "a=b c"])
    func malformed(field: String) { #expect(ReceivedCookie(field) == nil) }
}
