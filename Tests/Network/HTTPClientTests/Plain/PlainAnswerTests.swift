import HTTP
import Testing

@testable import HTTPClient

@Suite struct PlainAnswerTests {
    /// What is made of the parts of an answer, as they come.
    private func progress(_ parts: [[UInt8]]) -> PlainAnswer.Progress {
        var configuration = CurlClient.Configuration()
        configuration.maximumHeadSize = .kibibytes(1)
        configuration.maximumBodySize = .bytes(100)
        var answer = PlainAnswer(configuration)
        var progress = PlainAnswer.Progress.incomplete
        for part in parts where progress == .incomplete {
            progress = part.withUnsafeBufferPointer { answer.receive($0) }
        }
        return progress
    }

    private func progress(_ text: String) -> PlainAnswer.Progress { progress([Array(text.utf8)]) }

    @Test func `an answer is the same wherever it is cut`() {
        let text = Array("HTTP/1.1 200 OK\r\nX: 縁側\r\nContent-Length: 6\r\n\r\nhe\r\nlo".utf8)
        let whole = PlainAnswer.Progress.complete(
            ClientResponse(.ok, headers: ["X": "縁側", .contentLength: "6"], body: Array("he\r\nlo".utf8)),
            keepsConnection: true)
        #expect(progress([text]) == whole)
        #expect(progress(text.map { [$0] }) == whole)
        for first in text.indices {
            #expect(progress([Array(text[..<first])]) == .incomplete)
            for second in first..<text.count {
                #expect(
                    progress([Array(text[..<first]), Array(text[first..<second]), Array(text[second...])]) == whole)
            }
        }
    }

    @Test(arguments: ["", "Connection: keep-alive\r\n", "Connection: Keep-Alive\r\nKeep-Alive: timeout=5\r\n"])
    func `a connection is kept`(fields: String) {
        #expect(
            progress("HTTP/1.1 404 Not Found\r\n\(fields)Content-Length: 0\r\n\r\n").keepsConnection == true)
    }

    @Test(arguments: [
        "Connection: close\r\nContent-Length: 2\r\n\r\nok", "Connection: keep-alive, X\r\nContent-Length: 2\r\n\r\nok",
        "Connection: keep-alive\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
        "Content-Length: 2\r\n\r\nok!", "Content-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n",
    ])
    func `an answer after which nothing can follow is one, but its connection is not kept`(rest: String) {
        let progress = progress("HTTP/1.1 200 OK\r\n\(rest)")
        #expect(progress.keepsConnection == false)
        #expect(progress.body == Array("ok".utf8))
    }

    @Test(arguments: [
        "Content-Length: 5 OK\r\n", "Content-Length: 5\r\nContent-Length: 6\r\n", "Content-Length: -1\r\n",
    ])
    func `the connection is not kept behind a 304 whose length other programs read differently`(fields: String) {
        #expect(progress("HTTP/1.1 304 Not Modified\r\n\(fields)\r\n").keepsConnection == false)
    }

    @Test(arguments: ["204 No Content", "304 Not Modified"], ["", "Content-Length: 0\r\n", "Content-Length: 5\r\n"])
    func `a status that has no body has none, whatever length it tells`(status: String, fields: String) {
        let progress = progress("HTTP/1.1 \(status)\r\n\(fields)\r\n")
        // 304 tells the length of another answer (RFC 9110 §8.6). With 204, what is announced may follow.
        #expect(progress.keepsConnection == (status.hasPrefix("304") || !fields.contains("5")))
        #expect(progress.body == [])
    }

    @Test(arguments: [
        "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/2 200\r\n\r\n",
        "HTTP/1.1 999 What\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 abc\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 \r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\n\r\nok", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
        "HTTP/1.1 200 OK\r\nX: 1\r\n Content-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\t3\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok", "HTTP/1.1 200 OK\r\nnothing\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding : chunked\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nX: \0\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nX: a\rb\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok", "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nok", "HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: ２\r\n\r\nok", "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\nok",
    ])
    func `what is not plain is left to libcurl`(text: String) {
        #expect(progress(text) == .unexpected)
    }

    @Test func `a head over the limit is left to libcurl, with line ends and without`() {
        #expect(progress("HTTP/1.1 200 OK\r\n" + String(repeating: "X: 1\r\n", count: 200)) == .unexpected)
        #expect(progress("HTTP/1.1 200 OK\r\nX: " + String(repeating: "1", count: 1_100)) == .unexpected)
        #expect(
            progress([Array("HTTP/1.1 200 OK\r\nX: ".utf8)] + .init(repeating: [0x31], count: 1_100)) == .unexpected)
    }
}

extension PlainAnswer.Progress {
    fileprivate var keepsConnection: Bool? {
        if case .complete(_, let keepsConnection) = self { keepsConnection } else { nil }
    }

    fileprivate var body: [UInt8]? { if case .complete(let response, _) = self { response.body } else { nil } }
}
