import Foundation
import HTTP
import Logging
import LyingWeb
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
    func url(_ path: String) throws -> WebURL {
        try #require(WebURL("http://127.0.0.1:\(server.port)\(path)"))
    }

    func answer(_ path: String) async throws -> PictureStore.Entry { await store.picture(at: try url(path)) }

    func hasPicture(_ path: String) async throws -> Bool {
        if case .picture = try await answer(path) { true } else { false }
    }

    /// Another store on the same folder, as after a restart.
    func restarted(_ limits: PictureLimits = PictureLimits()) throws -> PictureStore {
        try PictureStore(
            folder: folder, transport: Web(maximumBody: limits.file), limits: limits, now: { [clock] in clock.now },
            log: log.logger)
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
        folder: folder, transport: Web(maximumBody: limits.file), limits: limits, now: { clock.now }, log: log.logger)
    try await body(StoreUnderTest(store: store, server: server, clock: clock, log: log, folder: folder))
}
