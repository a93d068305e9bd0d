import Foundation
import Logging
import Synchronization
import Testing

@Suite struct LoggerTests {
    private func lines(_ level: Logger.Level, _ format: Logger.Format, _ body: (Logger) -> Void) -> [String] {
        let lines = Lines()
        body(Logger(level: level, format: format, timestamp: { "T" }, sink: { lines.append($0) }))
        return lines.all
    }

    @Test func `lines below the level are not written`() {
        let said = lines(.warning, .text) { log in
            log.debug("a")
            log.info("b")
            log.warning("c")
            log.error("d", ["n": 1])
        }
        #expect(said == ["T warning c\n", "T error d n=1\n"])
    }

    @Test func `logged text can't start a new line`() throws {
        let hostile = "a\r\nT error forged\u{1B}[31m\"\\\0"
        let text = lines(.info, .text) { $0.info(hostile, ["path": .text(hostile)]) }
        #expect(text.count == 1 && text[0].filter(\.isNewline).count == 1 && !text[0].contains("\u{1B}"))
        let json = lines(.info, .json) { $0.info(hostile, ["path": .text(hostile), "ms": .milliseconds(1.23456)]) }
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json[0].utf8)) as? [String: Any])
        #expect(object["path"] as? String == hostile)
        #expect(object["ms"] as? Double == 1.235)
        #expect(json[0].filter(\.isNewline).count == 1)
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }
}
