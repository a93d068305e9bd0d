import Eventually
import Foundation
import HTTP
import Logging
import LyingWeb
import Pictures
import Testing

@testable import LinkPreviews

/// A store with a server on loopback that stands for the internet.
private struct Subject {
    let store: LinkPreviewStore
    let server: LyingServer
    let clock: TestClock
    let log: Lines
    let folder: String
    let limits: LinkPreviewLimits

    func url(_ path: String) throws -> WebURL { try #require(WebURL("http://127.0.0.1:\(server.port)\(path)")) }

    func title(_ path: String) async throws -> String? { await store.preview(of: try url(path))?.title }

    /// Another store on the same folder, as after a restart.
    func restarted() throws -> LinkPreviewStore { try makeStore(folder, limits, clock, log) }
}

private func makeStore(
    _ folder: String, _ limits: LinkPreviewLimits, _ clock: TestClock, _ log: Lines
) throws -> LinkPreviewStore {
    let pictures = try PictureStore(
        folder: "\(folder)/pictures", transport: Web(maximumBody: limits.pictures.file), limits: limits.pictures,
        now: { clock.now }, log: log.logger)
    return try LinkPreviewStore(
        folder: "\(folder)/previews", pages: Web(maximumBody: limits.page, cutsLongBodies: true), pictures: pictures,
        limits: limits, now: { clock.now }, log: log.logger)
}

private let anyPort = {
    var limits = LinkPreviewLimits()
    limits.ports = nil
    return limits
}()

private func withStore(
    limits: LinkPreviewLimits = anyPort, _ reply: @escaping @Sendable (String) -> LyingServer.Reply,
    _ body: (Subject) async throws -> Void
) async throws {
    let server = LyingServer(reply)
    let folder = FileManager.default.temporaryDirectory.appending(path: "previews-\(UUID())").path
    defer {
        server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }
    let (clock, log) = (TestClock(), Lines())
    try await body(
        Subject(
            store: try makeStore(folder, limits, clock, log), server: server, clock: clock, log: log, folder: folder,
            limits: limits))
}

private func page(_ text: String, type: String = "text/html; charset=utf-8") -> LyingServer.Reply {
    .ok(Array(text.utf8), type: type)
}

/// One red pixel.
private let pixel = Array(
    Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
        ?? Data())

/// Responses of servers, and the resulting log messages.
private let refused: [(LyingServer.Reply, String)] = [
    (.redirect("http://10.0.0.1/"), "the address is not allowed"),
    (.redirect("http://169.254.169.254/latest/meta-data/"), "the address is not allowed"),
    (.redirect("http://[::1]/"), "the address is not allowed"),
    (.redirect("http://[::ffff:192.168.0.1]/"), "the address is not allowed"),
    (.redirect("file:///etc/passwd"), "a redirect to a forbidden URL"),
    (.redirect("http://user:secret@127.0.0.1/"), "a redirect to a forbidden URL"),
    (page("<title>a</title>", type: "text/plain"), "not HTML"), (page("<title>a</title>", type: ""), "not HTML"),
    (.ok(pixel), "not HTML"), (page("no title"), "no title"), (.status("404 Not Found"), "status 404"),
    (.bytes([]), "unreachable"),
]

@Suite struct LinkPreviewStoreTests {
    @Test func `a page is fetched once for all who ask, with its picture, and nothing is told but the purpose`()
        async throws
    {
        try await withStore({
            $0 == "/p.png" ? .ok(pixel) : page("<title>A title</title><meta property=og:image content=/p.png>")
        }) { subject async throws in
            let url = try subject.url("/page?a=b#top")
            let found = await withTaskGroup(of: LinkPreview?.self) { group in
                for _ in 0..<100 { group.addTask { await subject.store.preview(of: url) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(found.map { $0?.title }) == ["A title"])
            #expect(found.count == 100)
            #expect(subject.server.paths == ["/page?a=b", "/p.png"])
            let picture = await subject.store.picture(of: try #require(found[0]))
            #expect(picture?.bytes.starts(with: "RIFF".utf8) == true)
            for head in subject.server.heads {
                let names = head.split(separator: "\r\n").dropFirst().compactMap {
                    $0.split(separator: ":").first?.lowercased()
                }
                #expect(Set(names) == ["host", "accept", "accept-encoding", "user-agent"])
                #expect(head.lowercased().contains("user-agent: engawa (link previews)"))
            }
            // After a restart it is on the disk.
            let again = try subject.restarted()
            #expect(again.known(url) == nil)
            #expect(await again.cached([url])[url]?.title == "A title")
            #expect(again.known(url)?.title == "A title")
            #expect(await again.preview(of: url) == found[0])
            #expect(subject.server.paths.count == 2)
        }
    }

    @Test(arguments: refused)
    func `what may not be fetched, or is no page, has no preview, and the log says why`(
        reply: LyingServer.Reply, why: String
    ) async throws {
        try await withStore({ _ in reply }) { subject async throws in
            #expect(try await subject.title("/") == nil)
            #expect(subject.log.last.contains(why))
            #expect(subject.server.paths.count == 1)
            // It is not asked again for an hour, also after a restart.
            #expect(try await subject.title("/") == nil)
            #expect(await (try subject.restarted()).preview(of: try subject.url("/")) == nil)
            #expect(subject.server.paths.count == 1)
            subject.clock.advance(by: .seconds(3_600))
            #expect(await subject.store.isDue(try subject.url("/")))
            #expect(try await subject.title("/") == nil)
            #expect(subject.server.paths.count == 2)
        }
    }

    @Test func `a name of a private address is not reached, also by a redirect`() async throws {
        try await withStore({
            $0 == "/away" ? page("<title>a</title>") : .redirect("http://localhost:\($0.dropFirst())/away")
        }) { subject async throws in
            #expect(try await subject.title("/\(subject.server.port)") == nil)
            #expect(subject.log.last.contains("the address is not allowed"))
            let direct = try #require(WebURL("http://localhost:\(subject.server.port)/away"))
            #expect(await subject.store.preview(of: direct) == nil)
            #expect(subject.log.last.contains("the address is not allowed"))
            #expect(subject.server.paths == ["/\(subject.server.port)"])
        }
    }

    @Test func `other ports than those of the web are not asked, also by a redirect`() async throws {
        try await withStore(limits: LinkPreviewLimits(), { _ in page("<title>a</title>") }) { subject async throws in
            #expect(try await subject.title("/") == nil)
            #expect(subject.log.last.contains("port \(subject.server.port) is not allowed"))
            #expect(subject.server.paths.isEmpty)
        }
        let other = LyingServer { _ in page("<title>a</title>") }
        defer { other.stop() }
        try await withStore({ _ in .redirect("http://127.0.0.1:\(other.port)/") }) { subject async throws in
            var limits = anyPort
            limits.ports = [subject.server.port]
            let store = try makeStore("\(subject.folder)-ports", limits, subject.clock, subject.log)
            defer { try? FileManager.default.removeItem(atPath: "\(subject.folder)-ports") }
            #expect(await store.preview(of: try subject.url("/")) == nil)
            #expect(subject.log.last.contains("port \(other.port) is not allowed"))
            #expect(other.paths.isEmpty)
        }
    }

    @Test func `of a large page the beginning is read`() async throws {
        let filler = String(repeating: "x", count: 1 << 20)
        try await withStore({
            page($0 == "/late" ? "\(filler)<title>a</title>" : "<title>a</title>\(filler)")
        }) { subject async throws in
            #expect(try await subject.title("/early") == "a")
            #expect(try await subject.title("/late") == nil)
            #expect(subject.log.last.contains("no title"))
        }
    }

    @Test func `a slow server times out, and its slot becomes free`() async throws {
        var limits = anyPort
        limits.fetchTime = .milliseconds(500)
        limits.fetchesAtOnce = 1
        try await withStore(limits: limits, { $0 == "/good" ? page("<title>a</title>") : .never }) {
            subject async throws in
            async let slow = subject.title("/slow")
            async let slower = subject.title("/slower")
            #expect(try await (slow, slower) == (nil, nil))
            #expect(subject.log.last.contains("no answer within"))
            #expect(try await subject.title("/good") == "a")
        }
    }

    @Test func `where too many wait, the next has no preview for now and is asked for again`() async throws {
        var limits = anyPort
        limits.fetchTime = .milliseconds(500)
        limits.fetchesAtOnce = 1
        limits.fetchesWaiting = 0
        try await withStore(limits: limits, { $0 == "/good" ? page("<title>a</title>") : .never }) {
            subject async throws in
            async let slow = subject.title("/slow")
            try await eventually { !subject.server.paths.isEmpty }
            #expect(try await subject.title("/good") == nil)
            #expect(subject.log.last.contains("too many others wait"))
            _ = try await slow
            #expect(try await subject.title("/good") == "a")
        }
    }

    @Test func `a picture that can't be had is left out`() async throws {
        try await withStore({
            $0 == "/p.png"
                ? .redirect("http://10.0.0.1/")
                : page("<title>a</title><meta property=og:image content=/p.png>")
        }) { subject async throws in
            let found = await subject.store.preview(of: try subject.url("/"))
            #expect(found?.title == "a")
            #expect(found?.picture == nil)
        }
    }

    @Test func `an old preview is fetched again, and stays if that fails`() async throws {
        try await withStore({ _ in page("<title>a</title>") }) { subject async throws in
            #expect(try await subject.title("/") == "a")
            subject.clock.advance(by: .seconds(30 * 24 * 3_600) - .seconds(1))
            #expect(await !subject.store.isDue(try subject.url("/")))
            subject.clock.advance(by: .seconds(1))
            #expect(await subject.store.isDue(try subject.url("/")))
            subject.server.stop()
            #expect(try await subject.title("/") == "a")
            #expect(await !subject.store.isDue(try subject.url("/")))
            subject.clock.advance(by: .seconds(3_600))
            #expect(await subject.store.isDue(try subject.url("/")))
            #expect(await (try subject.restarted()).cached([try subject.url("/")]).count == 1)
        }
    }

    @Test func `memory and disk are bounded`() async throws {
        var limits = anyPort
        limits.inMemory = 4
        limits.disk = .kibibytes(40)
        try await withStore(limits: limits, { page("<title>\($0)</title>") }) { subject async throws in
            for number in 0..<20 { _ = try await subject.title("/\(number)") }
            let urls = try (0..<20).map { try subject.url("/\($0)") }
            #expect(urls.filter { subject.store.known($0) != nil }.count <= 4)
            let files = try FileManager.default.contentsOfDirectory(atPath: "\(subject.folder)/previews")
            #expect((1...10).contains(files.count))
        }
    }
}
