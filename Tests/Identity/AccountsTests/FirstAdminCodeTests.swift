import Chat
import Testing

@testable import Accounts

@Suite struct FirstAdminCodeTests {
    @Test func `a code is read as people type it`() throws {
        let code = try #require(FirstAdminCode("01AB-CDEF-GHJK-MN90"))
        #expect(code.revealed == "01AB-CDEF-GHJK-MN90")
        for typed in ["01abcdefghjkmn90", " OIab cdef\tghjk-mn9o ", "0lAB--CDEF-GHJK-MN90", "01AB\u{3000}CDEFGHJKMN90"]
        {
            #expect(FirstAdminCode(typed)?.hash == code.hash, "\(typed)")
        }
    }

    @Test(arguments: [
        "", "01AB-CDEF-GHJK-MN9", "01AB-CDEF-GHJK-MN900", "01AB-CDEF-GHJK-MN9U", "０1AB-CDEF-GHJK-MN90",
        "01AB_CDEF_GHJK_MN90", "01AB-CDEF-GHJK-MN90\u{301}", String(repeating: "-", count: 100),
        "01AB-CDEF-GHJK-MN90" + String(repeating: " ", count: 64),
    ])
    func `another text is no code`(text: String) { #expect(FirstAdminCode(text) == nil) }

    @Test func `codes are random, and can be read again`() throws {
        let codes = (0..<100).map { _ in FirstAdminCode.random() }
        #expect(Set(codes.map(\.revealed)).count == 100)
        for code in codes { #expect(FirstAdminCode(code.revealed)?.hash == code.hash) }
        // Each character is used.
        #expect(Set(codes.flatMap { $0.revealed.utf8 }).count == 33)
    }
}
