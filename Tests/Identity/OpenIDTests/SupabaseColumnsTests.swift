import Testing

@testable import OpenID

@Suite struct SupabaseColumnsTests {
    @Test func `columns are those of a known table, or named one by one`() throws {
        #expect(SupabaseColumns("chat") == .chat)
        #expect(SupabaseColumns("profile") == .profile)
        #expect(SupabaseColumns("subject=apple_id,email=email,name=display_name,settings=settings") == .profile)
        let own = try #require(SupabaseColumns("id=user_id,name=nick"))
        #expect(own[.id] == "user_id" && own[.name] == "nick" && own[.alias] == nil)
    }

    @Test(arguments: [
        "", "Chat", "name", "name=", "=name", "colour=red", "name=a,name=b", "name=a,alias=a", "name=id", "name=a=b",
        "name=display name", "name=a,", "name=ä", "id=select", "name=a\u{301}",
        "name=" + String(repeating: "n", count: 64),
    ]) func `anything else is refused`(text: String) {
        #expect(SupabaseColumns(text) == nil)
    }
}
