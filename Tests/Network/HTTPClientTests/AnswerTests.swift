import HTTP
import HTTPClient
import Testing

@Suite struct AnswerTests {
    /// What the client makes of `bytes`, after which the server closes the connection.
    private func answer(_ bytes: [UInt8], to method: HTTP.Method = .get, _ way: Way) async throws -> ClientResponse {
        try await RawServer.run { _, connection in
            connection.write(bytes)
            connection.close()
        } body: { server in
            try await way.client().send(ClientRequest(method, server.url))
        }
    }

    private func answer(_ text: String, to method: HTTP.Method = .get, _ way: Way) async throws -> ClientResponse {
        try await answer(Array(text.utf8), to: method, way)
    }

    @Test(
        "an answer arrives with status, fields and body", arguments: ["200 OK", "404 Not Found", "503 Busy"],
        Way.allCases)
    func plain(status: String, way: Way) async throws {
        let answer = try await answer("HTTP/1.1 \(status)\r\nX-One:  1 \r\nContent-Length: 5\r\n\r\nhello", way)
        #expect(answer.status.description == status.prefix(3))
        #expect(answer.headers == ["X-One": "1", .contentLength: "5"])
        #expect(answer.body == Array("hello".utf8))
    }

    @Test(
        "a field that comes twice is there twice, in order, and a line that is no field is skipped",
        arguments: Way.allCases)
    func fields(way: Way) async throws {
        let answer = try await answer(
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nBad Name: x\r\nset-cookie: b=2\r\nX: a:b\r\nContent-Length: 0\r\n\r\n",
            way)
        #expect(
            answer.headers == [.setCookie: "a=1", .setCookie: "b=2", "X": "a:b", .contentLength: "0"])
    }

    @Test("interim answers are passed over, with their fields", arguments: Way.allCases)
    func interim(way: Way) async throws {
        let answer = try await answer(
            "HTTP/1.1 100 Continue\r\nX-Interim: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                + "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok", way)
        #expect(answer == ClientResponse(.created, headers: [.contentLength: "2"], body: Array("ok".utf8)))
    }

    @Test("chunks are joined, and trailers left out", arguments: Way.allCases)
    func chunks(way: Way) async throws {
        let answer = try await answer(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\nX-Trailer: 1\r\n\r\n", way
        )
        #expect(answer.body == Array("hello".utf8))
        #expect(answer.headers == ["Transfer-Encoding": "chunked"])
    }

    @Test("a body without a length ends with the connection", arguments: Way.allCases)
    func untilClose(way: Way) async throws {
        #expect(try await answer("HTTP/1.0 200 OK\r\n\r\nhello", way).body == Array("hello".utf8))
    }

    @Test("a compressed body arrives decoded, without the fields that told of the compression", arguments: Way.allCases)
    func gzip(way: Way) async throws {
        let packed: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 215, 81, 200, 64, 162, 0, 159, 161, 202, 9, 19, 0,
            0, 0,
        ]
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\nX: 1\r\n\r\n"
        let answer = try await answer(Array(head.utf8) + packed, way)
        #expect(answer == ClientResponse(.ok, headers: ["X": "1"], body: Array("hello, hello, hello".utf8)))
    }

    @Test("the answer to HEAD has no body, whatever length it tells", arguments: Way.allCases)
    func head(way: Way) async throws {
        let answer = try await answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", to: .head, way)
        #expect(answer == ClientResponse(.ok, headers: [.contentLength: "5"]))
    }

    @Test("a redirect is an answer like any other", arguments: Way.allCases)
    func redirect(way: Way) async throws {
        let answer = try await answer("HTTP/1.1 303 See Other\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n", way)
        #expect(answer.status == .seeOther)
        #expect(answer.headers[.location] == "/next")
    }
}
