public import HTTP
import HTTPClient
public import Logging
import Synchronization

/// A transport in which one loopback address counts as public, and all others follow the real rule.
public struct Web: Transport {
    private let standIn: CurlClient
    private let truth: CurlClient

    /// - Parameter cutsLongBodies: whether the beginning of a longer body is the answer.
    public init(maximumBody: ByteCount, cutsLongBodies: Bool = false) {
        var configuration = CurlClient.Configuration()
        configuration.maximumBodySize = maximumBody
        configuration.cutsLongBodies = cutsLongBodies
        standIn = CurlClient(configuration)
        configuration.addresses = .publicOnly
        truth = CurlClient(configuration)
    }

    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        try await (request.url.hasPrefix("http://127.0.0.1:") ? standIn : truth).send(request)
    }
}

public final class TestClock: Sendable {
    private let time = Mutex(Duration.seconds(1_800_000_000))

    public init() {}

    public var now: Duration { time.withLock { $0 } }
    public func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

/// The lines of a log.
public final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    public init() {}

    public var last: String { lines.withLock { $0.last ?? "" } }
    public var count: Int { lines.withLock { $0.count } }
    public var logger: Logger {
        Logger(
            level: .debug, format: .text, timestamp: { "now" },
            sink: { line in self.lines.withLock { $0.append(line) } }
        )
    }
}
