import Chat
import Concurrency
import Cryptography
import Eventually
import Files
import Foundation
import HTTP
import HTTPServer
import Logging
import Testing

@testable import S3

/// Against a server that says what it is told to.
@Suite("A store that refuses, stalls, loses and lies")
struct LyingStoreTests {
    private let folder = TemporaryFolder()
    private let content = [UInt8]("a content".utf8)
    private var hash: ContentHash { ContentHash(SHA256.hash(content))! }

    /// Runs `body` with contents in a bucket of a server that answers with `answer`, which gets the number of the request
    /// too, from 1.
    private func withStore(
        limits: S3Bucket.Limits = .impatient, _ answer: @escaping @Sendable (Request, Int) async -> Response,
        body: (S3Contents, _ requests: () -> [String]) async throws -> Void
    ) async throws {
        let requests = Lock<[String]>([])
        let server = try Server(
            ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0)), log: .silent,
            handler: { request in
                let number = requests.withLock { requests in
                    requests.append("\(request.method) \(request.target.rawPath)")
                    return requests.count
                }
                return await answer(request, number)
            })
        do {
            let endpoint = try #require(BaseURL("http://127.0.0.1:\(server.address.port)"))
            let (location, key) = (
                try #require(S3Location("s3://files/p")), try #require(S3Key(id: "id", secret: "hidden"))
            )
            try await body(
                S3Contents(S3Bucket(location, at: endpoint, .standard, key, limits: limits)),
                { requests.withLock { $0 } })
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private static func error(_ status: Status, _ code: String) -> Response {
        xml("<Error><Code>\(code)</Code><Message>said so</Message></Error>", status)
    }

    private static func xml(_ text: String, _ status: Status = .ok) -> Response {
        Response(status, headers: [.contentType: "application/xml"], body: Array(text.utf8))
    }

    private func file() throws -> String {
        let path = folder.file("file")
        try Data(content).write(to: URL(filePath: path))
        return path
    }

    private func put(_ contents: S3Contents) async throws {
        try await contents.put(try file(), as: hash, bytes: Int64(content.count))
    }

    private func fetch(_ contents: S3Contents) async throws {
        try await contents.fetch(hash, bytes: Int64(content.count), to: folder.file("copy-\(UUID())"))
    }

    @Test(
        "what fails for a moment is tried again",
        arguments: [(503, "SlowDown"), (500, "InternalError"), (429, ""), (400, "RequestTimeout")])
    func temporary(_ status: Int, _ code: String) async throws {
        try await withStore { _, number in
            number < 3 ? Self.error(Status(rawValue: status)!, code) : Response(.ok)
        } body: { contents, requests in
            try await put(contents)
            #expect(requests() == [String](repeating: "PUT /files/p/\(S3Contents.key(hash))", count: 3))
        }
    }

    @Test func `what goes on failing is given up, and said without the secret`() async throws {
        try await withStore { _, _ in
            Self.error(.serviceUnavailable, "SlowDown")
        } body: { contents, requests in
            let error = await #expect(throws: NotStored.self) { try await put(contents) }
            #expect(error == .notWritable("s3://files/p/: the store answered 503 SlowDown: said so"))
            #expect(requests().count == S3Bucket.Limits.impatient.attempts)
        }
    }

    @Test func `what is refused is not tried again`() async throws {
        try await withStore { _, _ in
            Self.error(.forbidden, "AccessDenied")
        } body: { contents, requests in
            let error = await #expect(throws: NotStored.self) { try await put(contents) }
            #expect(error?.description.contains("the key may not read, write, list and delete in the bucket") == true)
            await #expect(throws: StoreOutage.self) { try await contents.size(of: hash) }
            await #expect(throws: NotStored.self) { try await contents.delete(hash) }
            #expect(requests().count == 3)
        }
    }

    @Test("a store without room says so", arguments: [(507, ""), (403, "QuotaExceeded")])
    func full(_ status: Int, _ code: String) async throws {
        try await withStore { _, _ in
            Self.error(Status(rawValue: status)!, code)
        } body: { contents, _ in
            let error = await #expect(throws: NotStored.self) { try await put(contents) }
            guard case .diskFull = error else {
                Issue.record("\(error as Any)")
                return
            }
        }
    }

    @Test func `a store that stalls is given up`() async throws {
        let gate = Gate()
        var limits = S3Bucket.Limits.impatient
        (limits.stallTimeout, limits.attempts) = (.seconds(1), 1)
        try await withStore(limits: limits) { _, _ in
            await gate.wait()
            return Response(.ok)
        } body: { contents, _ in
            let error = await #expect(throws: NotStored.self) { try await put(contents) }
            #expect(error?.description.contains("too slow") == true, "\(error as Any)")
            gate.open()
        }
    }

    @Test func `a store that is not there can't be reached`() async throws {
        let location = try #require(S3Location("s3://files"))
        let (endpoint, key) = (try #require(BaseURL("http://127.0.0.1:1")), try #require(S3Key(id: "id", secret: "s")))
        let contents = S3Contents(S3Bucket(location, at: endpoint, .standard, key, limits: .impatient))
        let error = await #expect(throws: NotStored.self) { try await contents.checkWritable() }
        #expect(error?.description.contains("is the endpoint right, and the store running?") == true, "\(error as Any)")
    }

    @Test(
        "a content that comes too short, too long or changed is refused",
        arguments: ["a conten", "a content, and more", "A content", ""])
    func changed(_ text: String) async throws {
        try await withStore { _, _ in
            Response(.partialContent, body: Array(text.utf8))
        } body: { contents, _ in
            await #expect(throws: StoreOutage.self) { try await fetch(contents) }
        }
    }

    @Test func `an answer to a range with all of the object is refused, and a page in place of a content too`()
        async throws
    {
        for status in [Status.ok, .notFound] {
            try await withStore { [content] _, _ in
                Response(status, body: content)
            } body: { contents, _ in
                await #expect(throws: StoreOutage.self) { try await fetch(contents) }
            }
        }
    }

    /// Answers as a store does that takes parts of 4 bytes.
    private func takesParts(
        _ request: Request, _ log: Lock<[String]>, size: Int64?, completed: String
    ) -> Response {
        let query = request.target.query
        switch (request.method, query["uploads"], query["partNumber"]) {
        case (.post, _?, _): return Self.xml("<R><UploadId>u&amp;1</UploadId></R>")
        case (.put, _, let number?):
            if case .bytes(let bytes) = request.body {
                log.withLock { $0.append("\(number): \(String(decoding: bytes, as: UTF8.self))") }
            }
            return Response(.ok, headers: [.eTag: "\"<\(number)>\""])
        case (.post, _, _):
            if case .bytes(let bytes) = request.body {
                log.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
            }
            return Self.xml(completed)
        case (.delete, _, _):
            log.withLock { $0.append("aborted \(query["uploadId"] ?? "")") }
            return Response(.noContent)
        default:
            return size.map { Response(.ok, body: [UInt8](repeating: 0, count: Int($0))) } ?? Response(.notFound)
        }
    }

    private func withParts(
        size: Int64?, completed: String, _ body: (S3Contents, _ log: () -> [String]) async throws -> Void
    ) async throws {
        var limits = S3Bucket.Limits.impatient
        limits.partBytes = 4
        let log = Lock<[String]>([])
        try await withStore(limits: limits) { request, _ in
            takesParts(request, log, size: size, completed: completed)
        } body: { contents, _ in
            try await body(contents) { log.withLock { $0 } }
        }
    }

    @Test func `parts are sent in their order, and put together with their tags`() async throws {
        try await withParts(size: 9, completed: "\n<CompleteMultipartUploadResult/>") { contents, log in
            try await put(contents)
            #expect(log().prefix(3) == ["1: a co", "2: nten", "3: t"])
            #expect(
                log().dropFirst(3) == [
                    """
                    <CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\
                    <Part><PartNumber>1</PartNumber><ETag>"&lt;1>"</ETag></Part>\
                    <Part><PartNumber>2</PartNumber><ETag>"&lt;2>"</ETag></Part>\
                    <Part><PartNumber>3</PartNumber><ETag>"&lt;3>"</ETag></Part></CompleteMultipartUpload>
                    """
                ])
        }
    }

    @Test func `a store that loses parts has not kept the content`() async throws {
        for size in [nil, 8] as [Int64?] {
            try await withParts(size: size, completed: "<CompleteMultipartUploadResult/>") { contents, _ in
                let error = await #expect(throws: NotStored.self) { try await put(contents) }
                #expect(error?.description.contains("is not all parts of an object") == true, "\(error as Any)")
            }
        }
    }

    @Test func `an upload that fails at its end, with a success, is broken off`() async throws {
        try await withParts(size: nil, completed: "<Error><Code>InternalError</Code></Error>") { contents, log in
            let error = await #expect(throws: NotStored.self) { try await put(contents) }
            #expect(error?.description.contains("InternalError") == true)
            #expect(log().last == "aborted u&1")
        }
        // What was lost is the answer.
        try await withParts(size: 9, completed: "<Error><Code>NoSuchUpload</Code></Error>") { contents, log in
            try await put(contents)
            #expect(!log().contains { $0.hasPrefix("aborted") })
        }
    }

    @Test func `contents that come after an answer without any are found`() async throws {
        let name = String(repeating: "ab", count: 31)
        try await withStore { request, number in
            let after = request.target.query["start-after"]
            #expect(after == (number == 1 ? nil : "p/0/x"))
            let (key, goesOn) = number == 1 ? ("p/0/x", true) : ("p/ab/\(name)", false)
            return Self.xml(
                """
                <ListBucketResult><IsTruncated>\(goesOn)</IsTruncated><Contents><Key>\(key)</Key><Size>7</Size>\
                </Contents></ListBucketResult>
                """)
        } body: { contents, requests in
            let hash = try #require(ContentHash(hexadecimal: "ab" + name))
            #expect(try await contents.contents(after: nil) == [ListedContent(hash: hash, bytes: 7)])
            #expect(requests().count == 2)
        }
    }

    @Test(
        "a list that is none, is of something else, goes on behind nothing, or is in another order is refused",
        arguments: [
            "", "<html/>", "<ListBucketResult><Contents><Key>p/ab/x</Key></Contents></ListBucketResult>",
            "<ListBucketResult><Contents><Key>q/ab/x</Key><Size>1</Size></Contents></ListBucketResult>",
            "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
            "<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>p/x</Key><Size>1</Size></Contents></ListBucketResult>",
            """
            <ListBucketResult><Contents><Key>p/b</Key><Size>1</Size></Contents><Contents><Key>p/a</Key><Size>1</Size>\
            </Contents></ListBucketResult>
            """,
        ])
    func lists(_ text: String) async throws {
        try await withStore { _, _ in
            Self.xml(text)
        } body: { contents, requests in
            await #expect(throws: StoreOutage.self) { try await contents.contents(after: nil) }
            #expect(requests().count <= 2)
        }
    }
}

extension S3Bucket.Limits {
    fileprivate static var impatient: S3Bucket.Limits {
        var limits = S3Bucket.Limits()
        limits.pause = .milliseconds(1)
        return limits
    }
}
