import HTTP
import Testing

@testable import HTTPClient

@Suite struct ResponseHeadTests {
    private func head(_ lines: String..., limit: ByteCount = .kibibytes(4)) -> ResponseHead {
        var head = ResponseHead(limit: limit)
        for line in lines { _ = head.receive("\(line)\r\n") }
        return head
    }

    @Test("the last block of lines counts, and nothing after its end")
    func blocks() {
        let head = head(
            "HTTP/1.1 100 Continue", "A: 1", "", "HTTP/2 404 ", "B: 2", "", "C: 3", "HTTP/1.1 200 OK", "D: 4")
        #expect(head.finalStatus == .notFound)
        #expect(head.headers == ["B": "2"])
    }

    @Test(
        "a status that HTTP does not have is none",
        arguments: ["HTTP/1.1", "HTTP/1.1 abc", "HTTP/1.1 999 X", "HTTP/1.1 +20 X", "HTTP/1.1 0200 OK"])
    func status(line: String) {
        #expect(head(line, "").finalStatus == nil)
    }

    @Test("a head without its end has no status")
    func cut() {
        #expect(head("HTTP/1.1 200 OK", "A: 1").finalStatus == nil)
        #expect(head("HTTP/1.1 200 OK", "A: 1", "").finalStatus == .ok)
    }

    @Test("the limit counts every byte of every line")
    func limit() {
        var head = ResponseHead(limit: .bytes(20))
        let taken = ["HTTP/1.1 200 OK\r\n", "\r\n\r", "\n"].map { head.receive($0) }
        #expect(taken == [true, true, false])
    }
}

extension ResponseHead {
    fileprivate mutating func receive(_ line: String) -> Bool {
        Array(line.utf8).withUnsafeBufferPointer { receive($0) }
    }
}
