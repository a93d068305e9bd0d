import Eventually
import Foundation
import HTTP
import HTTPServer
import Synchronization
import Testing

/// Responses whose body is a file.
@Suite struct FileResponseTests {
    private final class File: Sendable {
        let path = NSTemporaryDirectory() + "file-\(UInt64.random(in: .min ... .max))"
        let size: Int

        init(_ bytes: [UInt8]) {
            size = bytes.count
            _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var response: Response {
            Response(
                .ok, headers: [.eTag: "\"v1\"", .contentType: "text/plain"], file: FileBody(path: path, size: size))
        }
    }

    private let file = File(Array("0123456789".utf8))

    private func get(
        _ file: File, _ fields: String = "", method: String = "GET", log: LogLines = LogLines()
    ) async throws -> RawResponse {
        var answer: RawResponse?
        try await withServer(log: log.logger, handler: { _ in file.response }) { port in
            let client = try RawClient(port: port)
            // The second request shows that the first one left nothing on the connection.
            for _ in 0..<2 {
                client.send("\(method) /x HTTP/1.1\r\nHost: x\r\n\(fields)\r\n")
                answer = await client.response(isHead: method == "HEAD")
            }
            _ = try await log.wait(for: "path=/x")
        }
        return try #require(answer)
    }

    @Test func `a file is sent whole, with its length`() async throws {
        let lines = LogLines()
        let answer = try await get(file, log: lines)
        #expect(answer.status == 200)
        #expect(answer.body == "0123456789")
        #expect(answer.header("content-length") == "10")
        #expect(answer.header("accept-ranges") == "bytes")
        #expect(answer.header("content-type") == "text/plain")
        #expect(lines.all.first?.contains("status=200 bytes=10") == true, "\(lines.all)")
    }

    @Test(arguments: [("0-3", "0123", "0-3"), ("8-", "89", "8-9"), ("-1", "9", "9-9"), ("5-99", "56789", "5-9")])
    func `a range is sent with where it stands`(range: String, body: String, stands: String) async throws {
        let lines = LogLines()
        let answer = try await get(file, "Range: bytes=\(range)\r\n", log: lines)
        #expect(answer.status == 206)
        #expect(answer.body == body)
        #expect(answer.header("content-range") == "bytes \(stands)/10")
        #expect(answer.header("content-length") == "\(body.count)")
        #expect(answer.header("etag") == "\"v1\"")
        #expect(lines.all.first?.contains("status=206 bytes=\(body.count)") == true, "\(lines.all)")
    }

    @Test func `a range beyond the end is 416, with the size`() async throws {
        let answer = try await get(file, "Range: bytes=10-\r\n")
        #expect(answer.status == 416)
        #expect(answer.header("content-range") == "bytes */10")
        #expect(answer.body == "")
    }

    @Test(arguments: ["bytes=0-1,3-4", "lines=1-2", "bytes=x"]) func `another range is the whole file`(
        range: String
    ) async throws {
        let answer = try await get(file, "Range: \(range)\r\n")
        #expect(answer.status == 200)
        #expect(answer.body == "0123456789")
    }

    @Test(arguments: [("\"v1\"", 206), ("\"v0\"", 200), ("W/\"v1\"", 200), ("Wed, 21 Oct 2026 07:28:00 GMT", 200)])
    func `a range of another version is the whole file`(tag: String, status: Int) async throws {
        let answer = try await get(file, "Range: bytes=0-1\r\nIf-Range: \(tag)\r\n")
        #expect(answer.status == status)
        #expect(answer.body == (status == 206 ? "01" : "0123456789"))
    }

    @Test func `who already has it gets 304, a range or not`() async throws {
        let answer = try await get(file, "Range: bytes=0-1\r\nIf-None-Match: \"v1\"\r\n")
        #expect(answer.status == 304)
        #expect(answer.body == "")
    }

    @Test func `HEAD has the length and no body, and no ranges`() async throws {
        let answer = try await get(file, "Range: bytes=0-1\r\n", method: "HEAD")
        #expect(answer.status == 200)
        #expect(answer.header("content-length") == "10")
    }

    @Test func `an empty file is an empty body`() async throws {
        let answer = try await get(File([]))
        #expect(answer.status == 200)
        #expect(answer.header("content-length") == "0")
        #expect(try await get(File([]), "Range: bytes=0-\r\n").status == 416)
    }

    @Test func `a file that is gone is 404, and one that has changed or is a link is 500`() async throws {
        let link = NSTemporaryDirectory() + "link-\(UInt64.random(in: .min ... .max))"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
        defer { try? FileManager.default.removeItem(atPath: link) }
        for (path, size, status) in [("/no/such", 1, 404), (file.path, 11, 500), (link, 10, 500), ("/tmp", 10, 500)] {
            try await withServer(handler: { _ in Response(.ok, file: FileBody(path: path, size: size)) }) { port in
                let client = try RawClient(port: port)
                client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.response()?.status == status)
            }
        }
    }

    /// More than the buffers of two sockets take.
    private static let largeBytes = noise(24 << 20)
    private static let large = File(largeBytes)

    @Test func `a large file arrives as it is, and its lease is held meanwhile`() async throws {
        let isOver = Mutex(false)
        try await withServer(handler: { _ in
            var response = Self.large.response
            response.lease = Lease { isOver.withLock { $0 = true } }
            return response
        }) { port in
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(client.hasAnswer(within: .seconds(10)))
            #expect(!isOver.withLock { $0 })
            let bytes = await onThread {
                var bytes: [UInt8] = []
                while let part = client.read() { bytes += part }
                return bytes
            }
            #expect(bytes.suffix(24 << 20).elementsEqual(Self.largeBytes))
            try await eventually { isOver.withLock { $0 } }
        }
    }

    @Test func `a slow client gets the whole file, and one that stalls is cut off`() async throws {
        var limits = ServerLimits()
        limits.answerTime = .milliseconds(300)
        limits.transferTime = .milliseconds(300)
        limits.transferProgress = .kibibytes(64)
        let lines = LogLines()
        try await withServer(limits: limits, log: lines.logger, handler: { _ in Self.large.response }) { port in
            let client = try RawClient(port: port)
            client.send("GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let start = ContinuousClock.now
            let count = await onThread {
                var count = 0
                while let part = client.read() {
                    count += part.count
                    // Reads on after a while, as a slow line would.
                    if count % (1 << 20) < part.count { poll(nil, 0, 50) }
                }
                return count
            }
            #expect(count > 24 << 20)
            #expect(ContinuousClock.now - start > limits.answerTime)

            let stalled = try RawClient(port: port)
            stalled.send("GET /stalled HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await lines.wait(for: "path=/stalled")?.contains("cut off") == true)
        }
    }
}
