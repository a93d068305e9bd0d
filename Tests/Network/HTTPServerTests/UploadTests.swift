import Cryptography
import Eventually
import Foundation
import HTTP
import HTTPServer
import Logging
import Testing

/// Files of forms, written to the disk while they arrive.
@Suite struct UploadTests {
    private let stand = UploadStand()

    private func post(_ port: UInt16, _ parts: [FormPart]) async throws -> RawResponse? {
        let body = FormPart.body(parts)
        let client = try RawClient(port: port)
        client.send(FormPart.head(bytes: body.count))
        client.send(body)
        return await client.response()
    }

    @Test func `files arrive beside the fields, with their sizes and hashes`() async throws {
        let big = noise(3 << 20)
        try await stand.withServer { port in
            let answer = try await post(
                port,
                [
                    .text("text", "縁"), .file("files", "a.png", big), .text("empty", ""),
                    .file("files", "ü \\ %22.txt", Array("\r\n--Xb\r\n--XbXbY".utf8)), .file("files", "nothing", []),
                    .text("after", "1"),
                ])
            #expect(
                answer?.body
                    == "text=縁|empty=|after=1|files/a.png=3145728|files/ü \\ %22.txt=15|files/nothing=0")
            let files = stand.files
            #expect(files.map(\.hash) == [big, Array("\r\n--Xb\r\n--XbXbY".utf8), []].map { SHA256.hash($0) })
            #expect(files.allSatisfy { $0.path.hasPrefix(stand.folder) })
            let content = FileManager.default.contents(atPath: files.first?.path ?? "")
            #expect(content.map { Array($0) == big } == true)
        }
    }

    @Test func `a file that is written in several parts is as it was sent`() async throws {
        let sizes = [(128 << 10) - 1, 128 << 10, (256 << 10) + 1]
        let contents = sizes.map { noise($0) }
        try await stand.withServer { port in
            _ = try await post(port, contents.map { .file("f", "\($0.count)", $0) })
            let files = stand.files
            #expect(files.map(\.bytes) == sizes)
            #expect(files.map(\.hash) == contents.map { SHA256.hash($0) })
            for (file, content) in zip(files, contents) {
                #expect(FileManager.default.contents(atPath: file.path).map { Array($0) == content } == true)
            }
        }
    }

    @Test func `an empty field for files brings none`() async throws {
        try await stand.withServer { port in
            let answer = try await post(port, [.file("files", "", []), .text("text", "a")])
            #expect(answer?.body == "text=a")
            #expect(stand.left.isEmpty)
        }
    }

    @Test func `a temporary file is deleted with its request, unless it was taken`() async throws {
        try await stand.withServer { port in
            _ = try await post(port, [.file("a", "a", [1]), .file("b", "b", [2])])
            #expect(stand.left.count == 2)
            let taken = try #require(stand.files.last?.take())
            stand.forget()
            try await eventually { stand.left.count == 1 }
            #expect(FileManager.default.contents(atPath: taken).map { Array($0) } == [2])
        }
    }

    @Test func `what an earlier process has left is deleted at the start, and nothing else`() async throws {
        try FileManager.default.createDirectory(atPath: stand.folder, withIntermediateDirectories: true)
        for name in ["upload-1", "upload-ff", "other"] {
            #expect(FileManager.default.createFile(atPath: "\(stand.folder)/\(name)", contents: nil))
        }
        try await stand.withServer { _ in #expect(stand.left == ["other"]) }
    }

    @Test func `a folder that can't be used is told`() throws {
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.uploads = UploadConfiguration(folder: "/dev/null/x") { _ in nil }
        #expect(throws: ServerError.unusableUploadFolder("/dev/null/x", "Not a directory")) {
            try Server(configuration, log: .silent) { _ in .text(.ok, "") }
        }
    }

    /// Every byte in a segment of its own, so that libmicrohttpd stops at each.
    @Test(arguments: [nil, "a.txt"]) func `a form that comes byte by byte is read as one that comes at once`(
        filename: String?
    ) async throws {
        let parts = [
            FormPart(name: "x", filename: filename, content: Array("\r\n--abc".utf8)), .text("y", "1"), .text("z", ""),
        ]
        try await stand.withServer { port in
            let whole = try await post(port, parts)?.body
            #expect(whole?.contains(filename == nil ? "x=\r\n--abc" : "x/a.txt=7") == true)
            let body = FormPart.body(parts)
            let client = try RawClient(port: port)
            var on: Int32 = 1
            setsockopt(client.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            client.send(FormPart.head(bytes: body.count))
            for byte in body {
                client.send([byte])
                _ = client.hasAnswer(within: .milliseconds(1))
            }
            #expect(await client.response()?.body == whole)
        }
    }

    /// A client that asks with `Expect` sends its body when it is told to go on (RFC 9110 §10.1.1).
    @Test(arguments: [false, true], [false, true]) func `files that come in chunks, or after a question, are taken`(
        waits: Bool, asks: Bool
    ) async throws {
        let content = noise(100_000)
        try await stand.withServer(admission: { request in
            if waits { for _ in 0..<20 { await Task.yield() } }
            return await UploadStand.usual(request)
        }) { port in
            let body = FormPart.body([.file("f", "a", content)])
            let client = try RawClient(port: port)
            client.send(FormPart.head(bytes: asks ? body.count : nil, asks ? "Expect: 100-continue\r\n" : ""))
            if asks {
                #expect(await client.response()?.status == 100)
                client.send(body)
            } else {
                client.send("\(String(body.count, radix: 16))\r\n")
                client.send(body)
                client.send("\r\n0\r\n\r\n")
            }
            #expect(await client.response()?.body == "f/a=100000")
            #expect(stand.files.first?.hash == SHA256.hash(content))
        }
    }

    @Test func `who goes away in the middle leaves no file`() async throws {
        try await stand.withServer { port in
            let client = try RawClient(port: port)
            client.send(FormPart.head(bytes: 3 << 20))
            client.send(FormPart.body([.file("f", "a", noise(1 << 20))]).dropLast(20))
            try await eventually { !stand.left.isEmpty }
            client.reset()
            try await eventually { stand.left.isEmpty }
        }
    }

    @Test func `a body that is no form leaves no file, and is 400`() async throws {
        try await stand.withServer { port in
            let body = Array(FormPart.body([.file("f", "a", noise(1 << 20))]).dropLast(12))
            let client = try RawClient(port: port)
            client.send(FormPart.head(bytes: body.count))
            client.send(body)
            #expect(await client.response()?.status == 400)
            try await eventually { stand.left.isEmpty }
        }
    }
}

extension RawClient {
    func send(_ bytes: ArraySlice<UInt8>) { send(Array(bytes)) }
}
