import Foundation
import HTTP
import HTTPClient
import Logging
import Synchronization
import Testing

@testable import Pictures

/// A store with a `LyingServer` and a manual clock.
struct StoreUnderTest {
    let store: PictureStore
    let server: LyingServer
    let clock: TestClock
    let log: Lines
    let folder: String

    /// A URL on the server.
    func url(_ path: String) throws -> PictureURL {
        try #require(PictureURL("http://127.0.0.1:\(server.port)\(path)"))
    }

    func answer(_ path: String) async throws -> PictureStore.Entry { await store.picture(at: try url(path)) }

    func hasPicture(_ path: String) async throws -> Bool {
        if case .picture = try await answer(path) { true } else { false }
    }

    /// Another store on the same folder, as after a restart.
    func restarted(_ limits: PictureLimits = PictureLimits()) throws -> PictureStore {
        try PictureStore(
            folder: folder, transport: try Web(limits), limits: limits, now: { [clock] in clock.now }, log: log.logger)
    }
}

func withStore(
    limits: PictureLimits = PictureLimits(), _ reply: @escaping @Sendable (String) -> LyingServer.Reply,
    _ body: (StoreUnderTest) async throws -> Void
) async throws {
    let server = LyingServer(reply)
    let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID())").path
    defer {
        server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }
    let clock = TestClock()
    let log = Lines()
    let store = try PictureStore(
        folder: folder, transport: try Web(limits), limits: limits, now: { clock.now }, log: log.logger)
    try await body(StoreUnderTest(store: store, server: server, clock: clock, log: log, folder: folder))
}

/// A transport in which one loopback address counts as public, and all others follow the real rule.
struct Web: Transport {
    private let standIn: CurlClient
    private let truth: CurlClient

    init(_ limits: PictureLimits) throws {
        var configuration = CurlClient.Configuration()
        configuration.maximumBodySize = limits.file
        standIn = CurlClient(configuration)
        configuration.addresses = .publicOnly
        truth = CurlClient(configuration)
    }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        try await (request.url.hasPrefix("http://127.0.0.1:") ? standIn : truth).send(request)
    }
}

final class TestClock: Sendable {
    private let time = Mutex(Duration.seconds(1_800_000_000))
    var now: Duration { time.withLock { $0 } }
    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var last: String { lines.withLock { $0.last ?? "" } }
    var count: Int { lines.withLock { $0.count } }
    var logger: Logger {
        Logger(
            level: .debug, format: .text, timestamp: { "now" },
            sink: { line in self.lines.withLock { $0.append(line) } }
        )
    }
}
