import Foundation
import HTTP
import HTTPClient
import Synchronization
import Testing

/// Bodies that lie in files.
struct FileTransferTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "transfer-\(UUID())").path

    private func withFile(_ bytes: [UInt8], _ body: () async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(filePath: path))
        try await body()
    }

    private func written() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    /// More than any buffer holds.
    private var content: [UInt8] { (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 / 7) } }

    @Test func `a part of a file is sent as it is`() async throws {
        try await withFile(content) {
            try await RawServer.run {
                $1.answer()
            } body: { server in
                let client = CurlClient()
                let parts = [(0, content.count), (5, 2_000_000), (content.count - 1, 1), (7, 0)]
                for (offset, count) in parts {
                    let part = FileTransfer.Part(path, offset: Int64(offset), count: Int64(count))
                    let answer = try await client.send(ClientRequest(.put, server.url), .sending(part))
                    #expect(answer.status == .ok)
                }
                #expect(server.requests.map(\.body) == parts.map { Array(content[$0..<($0 + $1)]) })
                #expect(server.requests.allSatisfy { $0.method == "PUT" && $0.value(of: "Expect") == nil })
                #expect(server.requests.map { $0.value(of: "Content-Length") } == parts.map { "\($1)" })
                #expect(server.connections == 1)
            }
        }
    }

    @Test func `a body is written to its part of a file, and no other`() async throws {
        try await withFile([UInt8](repeating: 1, count: 10)) {
            try await RawServer.run {
                $1.answer("206 Partial Content", body: [7, 8, 9])
            } body: { server in
                let part = FileTransfer.Part(path, offset: 4, count: 3)
                let answer = try await CurlClient().send(ClientRequest(.get, server.url), .receiving(part))
                #expect(answer.body.isEmpty)
                #expect(try written() == [1, 1, 1, 1, 7, 8, 9, 1, 1, 1])
            }
        }
    }

    @Test func `a large body is in no memory`() async throws {
        try await withFile([]) {
            let content = content
            try await RawServer.run {
                $1.answer(body: content)
            } body: { server in
                let client = CurlClient.with { $0.maximumBodySize = .kibibytes(1) }
                let part = FileTransfer.Part(path, offset: 0, count: Int64(content.count))
                _ = try await client.send(ClientRequest(.get, server.url), .receiving(part))
                #expect(try written() == content)
            }
        }
    }

    @Test func `the body of an error does not get into the file`() async throws {
        try await withFile([1, 2]) {
            try await RawServer.run {
                $1.answer("404 Not Found", body: [9])
            } body: { server in
                let part = FileTransfer.Part(path, offset: 0, count: 2)
                let answer = try await CurlClient().send(ClientRequest(.get, server.url), .receiving(part))
                #expect(answer.status == .notFound && answer.body == [9])
                #expect(try written() == [1, 2])
            }
        }
    }

    @Test func `a body that is longer than its part is refused, and not written beyond it`() async throws {
        try await withFile([1, 2, 3, 4]) {
            try await RawServer.run {
                $1.answer(body: [5, 6, 7])
            } body: { server in
                let part = FileTransfer.Part(path, offset: 1, count: 2)
                await #expect(throws: TransportError.self) {
                    try await CurlClient().send(ClientRequest(.get, server.url), .receiving(part))
                }
                let bytes = try written()
                #expect(bytes == [1, 2, 3, 4])
            }
        }
    }

    @Test func `a file that is missing, or shorter than its part, is an error`() async throws {
        try await RawServer.run {
            $1.answer()
        } body: { server in
            let client = CurlClient()
            let part = FileTransfer.Part(path, offset: 0, count: 3)
            for files in [FileTransfer.sending(part), .receiving(part)] {
                let error = await #expect(throws: TransportError.self) {
                    try await client.send(ClientRequest(.put, server.url), files)
                }
                #expect(error?.reason == .cannotConnect)
            }
            #expect(server.connections == 0)
            try await withFile([1]) {
                await #expect(throws: TransportError.self) {
                    try await client.send(ClientRequest(.put, server.url), .sending(part))
                }
            }
            // The client goes on.
            #expect(try await client.send(ClientRequest(.get, server.url)).status == .ok)
        }
    }

    @Test func `a body goes out again, from its beginning, where a kept connection was dead`() async throws {
        try await withFile(Array("hello".utf8)) {
            let isCut = Mutex(true)
            try await RawServer.run { request, connection in
                // The second request of the first connection gets no answer.
                if request.number == 2,
                    isCut.withLock({
                        let cut = $0; $0 = false; return cut
                    })
                {
                    return connection.close()
                }
                connection.answer()
            } body: { server in
                let client = CurlClient()
                let part = FileTransfer.Part(path, offset: 1, count: 4)
                for _ in 0..<2 {
                    let answer = try await client.send(ClientRequest(.put, server.url), .sending(part))
                    #expect(answer.status == .ok)
                }
                #expect(server.requests.map(\.body) == [[UInt8]](repeating: Array("ello".utf8), count: 3))
            }
        }
    }

    @Test func `a request that stands still is given up`() async throws {
        try await RawServer.run { _, _ in
        } body: { server in
            let client = CurlClient.with { $0.stallTimeout = .seconds(1) }
            let failure = await client.failure(ClientRequest(.get, server.url))
            #expect(failure?.reason == .timedOut && failure?.detail.contains("too slow") == true)
        }
    }
}
