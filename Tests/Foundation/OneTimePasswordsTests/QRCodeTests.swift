import Testing

@testable import OneTimePasswords

@Suite struct QRCodeTests {
    @Test func `three corners carry the finder pattern, and the fourth does not`() throws {
        let code = try #require(QRCode("otpauth://totp/Engawa:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"))
        let far = code.width - 7
        func isFinder(_ top: Int, _ left: Int) -> Bool {
            (0..<7).allSatisfy { row in
                (0..<7).allSatisfy { column in
                    let ring = max(abs(row - 3), abs(column - 3))
                    return code[top + row, left + column] == (ring != 2)
                }
            }
        }
        #expect(isFinder(0, 0))
        #expect(isFinder(0, far))
        #expect(isFinder(far, 0))
        #expect(!isFinder(far, far))
    }

    @Test func `the path covers the dark modules and nothing else`() throws {
        let code = try #require(QRCode("engawa"))
        var drawn: Set<[Int]> = []
        for match in code.path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
            let (x, y, length) = (Int(match.1)!, Int(match.2)!, Int(match.3)!)
            #expect(match.3 == match.4)
            for offset in 0..<length { drawn.insert([y - QRCode.quietZone, x + offset - QRCode.quietZone]) }
        }
        for row in 0..<code.width {
            for column in 0..<code.width { #expect(drawn.contains([row, column]) == code[row, column]) }
        }
        #expect(drawn.count == code.isDark.count { $0 })
    }

    @Test func `an empty or too long text has no code`() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "a", count: QRCode.maximumBytes)) != nil)
        #expect(QRCode(String(repeating: "a", count: QRCode.maximumBytes + 1)) == nil)
    }
}
