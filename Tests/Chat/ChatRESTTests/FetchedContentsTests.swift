import Concurrency
import Cryptography
import Foundation
import Testing

@testable import Chat
@testable import ChatREST

/// The cache of contents that were fetched.
struct FetchedContentsTests {
    private let folder = NSTemporaryDirectory() + "fetched-\(UUID())"

    private func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    }

    private func hash(_ number: Int) -> [UInt8] { SHA256.hash(Array("\(number)".utf8)) }

    /// Fetches ten bytes; says whether the backend was asked.
    private func fetch(_ number: Int, _ contents: FetchedContents) async throws -> Bool {
        let isAsked = Lock(false)
        try await contents.fetch(hash(number), inPartsOf: 10) { range throws(ChatError) in
            isAsked.withLock { $0 = true }
            return [UInt8](repeating: UInt8(number), count: range.count)
        }
        return isAsked.withLock { $0 }
    }

    @Test func `those used least recently go when they take too much`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let contents = try FetchedContents(folder, limit: 55, maximumCount: 100)
        for number in 1...5 { #expect(try await fetch(number, contents)) }
        #expect(try await !fetch(1, contents))
        #expect(try await fetch(6, contents))
        #expect(contents.bytes <= 55)
        #expect(try await !fetch(1, contents))
        #expect(try await fetch(2, contents))
        #expect(try names().count * 10 == Int(contents.bytes))
    }

    @Test func `there are no more than so many`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let contents = try FetchedContents(folder, limit: .max, maximumCount: 3)
        for number in 1...20 { _ = try await fetch(number, contents) }
        #expect(try names().count <= 3)
        #expect(try await !fetch(20, contents))
    }

    @Test func `what an earlier process has fetched is used, and what it has left unfinished goes`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try await fetch(1, try FetchedContents(folder))
        let part = "\(folder)/x.part"
        try Data([1]).write(to: URL(filePath: part))
        let again = try FetchedContents(folder)
        #expect(again.bytes == 10)
        #expect(try await !fetch(1, again))
        #expect(!FileManager.default.fileExists(atPath: part))
    }

    @Test func `who wait for the same content ask once`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let contents = try FetchedContents(folder)
        let asked = Lock(0)
        let hash = hash(1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    try await contents.fetch(hash, inPartsOf: 1) { _ throws(ChatError) in
                        asked.withLock { $0 += 1 }
                        for _ in 0..<100 { await Task.yield() }
                        return [1]
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func `a content that is too short, or fails, leaves nothing`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let contents = try FetchedContents(folder)
        await #expect(throws: ChatError.self) {
            try await contents.fetch(hash(1), inPartsOf: 10) { _ throws(ChatError) in [1] }
        }
        await #expect(throws: ChatError.self) {
            try await contents.fetch(hash(1), inPartsOf: 10) { _ throws(ChatError) in
                throw ChatError(.notFound, during: "test")
            }
        }
        #expect(try names().isEmpty)
        #expect(contents.bytes == 0)
    }
}
