import HTTP
import Synchronization

@testable import Upstream

/// A clock that moves only when told to.
final class ManualClock: Sendable {
    private let moment = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { moment.withLock { $0 } }

    func advance(by duration: Duration) { moment.withLock { $0 += duration } }
}

/// Random numbers that are the same each time (SplitMix64, Steele, Lea and Flood 2014).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension Transport {
    /// Why there is no answer; `nil` where there is one.
    func failure(_ url: String) async -> TransportError? {
        do throws(TransportError) {
            _ = try await send(ClientRequest(.get, url))
            return nil
        } catch {
            return error
        }
    }
}

/// Keeps what a transport tells.
final class Notes: Sendable {
    private struct State {
        var reports: [UpstreamReport] = []
        var changes: [(old: Breaker.State, new: Breaker.State)] = []
    }

    private let state = Mutex(State())

    var reports: [UpstreamReport] { state.withLock { $0.reports } }
    var changes: [(old: Breaker.State, new: Breaker.State)] { state.withLock { $0.changes } }

    var observer: UpstreamObserver {
        var observer = UpstreamObserver()
        observer.finished = { report in self.state.withLock { $0.reports.append(report) } }
        observer.breakerChanged = { old, new in self.state.withLock { $0.changes.append((old, new)) } }
        return observer
    }
}
