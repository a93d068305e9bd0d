import Concurrency
import Foundation
import HTTP
import Synchronization
import LyingWeb
import Testing

@testable import Pictures

private let good = TestImages.png(200, 200)

@Suite struct KeepingTests {
    @Test func `a picture is fetched once a day`() async throws {
        try await withStore({ _ in .ok(good) }) { subject async throws in
            let first = try await subject.answer("/a")
            subject.clock.advance(by: .seconds(24 * 3_600 - 1))
            #expect(try await subject.answer("/a") == first)
            #expect(await subject.store.cached(try subject.url("/a").key) == first)
            #expect(subject.server.paths.count == 1)
            subject.clock.advance(by: .seconds(1))
            #expect(await subject.store.cached(try subject.url("/a").key) == nil)
            #expect(try await subject.answer("/a") == first)
            #expect(subject.server.paths.count == 2)
        }
    }

    @Test func `a URL without a picture is not fetched again for ten minutes`() async throws {
        try await withStore({ _ in .status("404 Not Found") }) { subject async throws in
            for _ in 0..<5 { #expect(try await subject.answer("/a") == .missing) }
            subject.clock.advance(by: .seconds(599))
            #expect(try await subject.answer("/a") == .missing)
            #expect(subject.server.paths.count == 1)
            subject.clock.advance(by: .seconds(1))
            #expect(try await subject.answer("/a") == .missing)
            #expect(subject.server.paths.count == 2)
        }
    }

    @Test func `cached files survive a restart, and unfinished ones are deleted`() async throws {
        try await withStore({ $0 == "/none" ? .status("404 Not Found") : .ok(good) }) { subject async throws in
            let picture = try await subject.answer("/a")
            _ = try await subject.answer("/none")
            let unfinished = "\(subject.folder)/x.part"
            #expect(FileManager.default.createFile(atPath: unfinished, contents: Data(good)))
            let other = try subject.restarted()
            #expect(try await other.picture(at: subject.url("/a")) == picture)
            #expect(try await other.picture(at: subject.url("/none")) == .missing)
            #expect(subject.server.paths.count == 2)
            _ = await other.picture(at: try subject.url("/b"))
            #expect(!FileManager.default.fileExists(atPath: unfinished))
        }
    }

    @Test func `a stale picture is shown while its server is down, and removed when its server says so`() async throws {
        let replies = Mutex<LyingServer.Reply>(.ok(good))
        try await withStore({ _ in replies.withLock { $0 } }) { subject async throws in
            let picture = try await subject.answer("/a")
            for reply in [LyingServer.Reply.status("503 Unavailable"), .bytes([])] {
                replies.withLock { $0 = reply }
                subject.clock.advance(by: .seconds(24 * 3_600))
                #expect(try await subject.answer("/a") == picture)
                let asked = subject.server.paths.count
                subject.clock.advance(by: .seconds(599))
                #expect(try await subject.answer("/a") == picture)
                #expect(subject.server.paths.count == asked)
            }
            replies.withLock { $0 = .status("410 Gone") }
            subject.clock.advance(by: .seconds(1))
            #expect(try await subject.answer("/a") == .missing)
        }
    }

    @Test func `the least recently used file is evicted when the folder is full`() async throws {
        var limits = PictureLimits()
        limits.disk = .kibibytes(4 * 4)
        try await withStore(limits: limits, { _ in .ok(good) }) { subject async throws in
            for path in ["/a", "/b", "/c", "/d"] {
                _ = try await subject.answer(path)
                subject.clock.advance(by: .seconds(1))
            }
            // Using a picture protects it. One more file exceeds the limit, and eviction frees a tenth.
            _ = try await subject.answer("/a")
            subject.clock.advance(by: .seconds(1))
            _ = try await subject.answer("/e")
            var kept: [String] = []
            for path in ["/a", "/b", "/c", "/d", "/e"]
            where await subject.store.cached(try subject.url(path).key) != nil { kept.append(path) }
            #expect(kept == ["/a", "/d", "/e"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: subject.folder).count == 3)
            // A new process counts existing files.
            let other = try subject.restarted(limits)
            for path in ["/f", "/g"] { _ = await other.picture(at: try subject.url(path)) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: subject.folder).count == 3)
        }
    }

    @Test func `concurrent requests for a picture share one fetch`() async throws {
        try await withStore({ _ in .late(.milliseconds(100), bytes(.ok(good))) }) { subject async throws in
            let url = try subject.url("/a")
            let gone = Task { await subject.store.picture(at: url) }
            gone.cancel()
            let answers = await withTaskGroup(of: PictureStore.Entry.self) { group in
                for _ in 0..<50 { group.addTask { await subject.store.picture(at: url) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count == 50)
            for answer in answers { #expect(answer != .missing) }
            #expect(subject.server.paths == ["/a"])
        }
    }

    @Test func `the cache folder is read and written by the blocking pool`() async throws {
        try await withStore({ _ in .ok(good) }) { subject async throws in
            func worksBegun(_ body: () async throws -> Void) async rethrows -> Int {
                let before = BlockingPool.shared.snapshot.begun
                try await body()
                return BlockingPool.shared.snapshot.begun - before
            }
            let url = try subject.url("/a")
            #expect(await worksBegun { _ = await subject.store.cached(url.key) } == 1)
            // Two looks for the file, decoding, and writing the file.
            #expect(await worksBegun { _ = await subject.store.picture(at: url) } == 4)
            #expect(await worksBegun { _ = await subject.store.picture(at: url) } == 1)
        }
    }

    @Test func `the number of concurrent fetches is limited`() async throws {
        var limits = PictureLimits()
        limits.fetchesAtOnce = 2
        try await withStore(limits: limits, { _ in .late(.milliseconds(20), bytes(.ok(good))) }) {
            subject async throws in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<10 { group.addTask { _ = try? await subject.answer("/\(number)") } }
            }
            #expect(subject.server.paths.count == 10)
            #expect(subject.server.mostUnderWay == 2)
        }
    }

    private func bytes(_ reply: LyingServer.Reply) -> [UInt8] {
        if case .bytes(let bytes) = reply { bytes } else { [] }
    }
}
