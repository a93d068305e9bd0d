import Chat
import Testing

@testable import ChatREST

@Suite struct MinuteReaderTests {
    private func read(_ text: String, by reader: inout MinuteReader) -> Timestamp? {
        Array(text.utf8).withUnsafeBufferPointer { reader.read($0) }
    }

    @Test func `the result does not depend on timestamps read before`() {
        let texts = [
            "2026-11-21T10:28:26.598Z", "2026-11-21T10:28:00.000Z", "2026-11-21T10:28:59.999Z",
            "2026-11-21T10:29:26.598Z", "2026-11-21T11:28:26.598Z", "2025-11-21T10:28:26.598Z",
            "1969-12-31T23:59:59.001Z", "1969-12-31T23:59:00.000Z", "2016-12-31T23:59:60.000Z",
            "2016-12-31T23:59:59.000Z", "2016-12-31T23:59:60.500Z",
            "2026-11-21T10:28:61.000Z", "2026-11-21T10:28:2 .000Z", "2026-11-21T10:28:26,598Z",
            "2026-11-21T10:28 26.598Z", "2026-11-21T10:28:26.598z", "2026-11-21T10:28:26.59/Z",
            "2026-11-21T10:28:26.59:Z", "2026-11-21T10:28:26.5980", "2026-11-21T10:28:/6.598Z",
            "2026-13-21T10:28:26.598Z", "2026-02-30T10:28:26.598Z",
        ]
        for first in texts {
            for second in texts {
                var reader = MinuteReader()
                #expect(read(first, by: &reader) == Timestamp(iso8601: first))
                #expect(read(second, by: &reader) == Timestamp(iso8601: second), "after \(first)")
                #expect(read(first, by: &reader) == Timestamp(iso8601: first), "after \(second)")
            }
        }
    }
}
