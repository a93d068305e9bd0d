import HTTP
import Synchronization
import Testing

@testable import Upstream

/// A transport that takes a little while, fails at random, and counts how much is asked at once.
private final class HurriedTransport: Transport {
    private struct State {
        var underWay = 0
        var most = 0
        var sent = 0
    }

    private let state = Mutex(State())
    private let failures: ClosedRange<Int>

    /// - Parameter failures: how many requests out of a hundred are not answered.
    init(failures: ClosedRange<Int>) { self.failures = failures }

    var most: Int { state.withLock { $0.most } }
    var sent: Int { state.withLock { $0.sent } }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        state.withLock { state in
            state.underWay += 1
            state.sent += 1
            state.most = max(state.most, state.underWay)
        }
        defer { state.withLock { $0.underWay -= 1 } }
        for _ in 0..<Int.random(in: 0..<4) { await Task.yield() }
        if Int.random(in: 0..<3) == 0 { try? await Task.sleep(for: .microseconds(Int.random(in: 1...200))) }
        func error(_ reason: TransportError.Reason) -> TransportError {
            TransportError(reason, method: request.method, url: request.url, detail: "for a test")
        }
        if Task.isCancelled { throw error(.cancelled) }
        if failures.contains(Int.random(in: 1...100)) { throw error(.cannotConnect) }
        return ClientResponse(.ok)
    }
}

@Suite struct RaceTests {
    /// Sends from many tasks, of which some are cancelled at some moment.
    ///
    /// - Returns: why there was no answer, for each; `nil` where there was one.
    private func hurry(_ requests: Int, through transport: GuardedTransport) async -> [TransportError.Reason?] {
        await withTaskGroup(of: TransportError.Reason?.self) { group in
            for number in 0..<requests {
                group.addTask {
                    for _ in 0..<Int.random(in: 0..<20) { await Task.yield() }
                    let task = Task { await transport.failure("http://a/\(number)")?.reason }
                    if number % 3 == 0 {
                        for _ in 0..<Int.random(in: 0..<20) { await Task.yield() }
                        task.cancel()
                    }
                    return await task.value
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test(arguments: [1, 2, 3, 8, 32])
    func `thousands at once, some cancelled at any moment: all end, the limit holds, every place comes back`(
        limit: Int
    ) async {
        let hurried = HurriedTransport(failures: 0...0)
        var limits = UpstreamLimits()
        limits.inFlight = limit
        limits.queued = 10_000
        limits.wait = .seconds(600)
        let transport = GuardedTransport(hurried, limits: limits)
        for _ in 0..<4 {
            let reasons = await hurry(1_000, through: transport)
            #expect(reasons.count == 1_000)
            #expect(reasons.allSatisfy { $0 == nil || $0 == .cancelled })
            #expect(reasons.count { $0 == nil } >= 666)
            #expect(transport.snapshot.isIdle)
        }
        #expect(hurried.most <= limit)
        #expect(limit == 1 || hurried.most > 1)
        // Every place is still there: as many are under way at once as before.
        let held = await withTaskGroup(of: TransportError.Reason?.self) { group in
            for number in 0..<limit { group.addTask { await transport.failure("http://a/\(number)")?.reason } }
            return await group.reduce(into: 0) { $0 += $1 == nil ? 1 : 0 }
        }
        #expect(held == limit)
    }

    @Test(
        arguments: [
            (0...0, [.queueFull, .waitedTooLong]),
            (1...50, [.queueFull, .backendFailing]),
        ] as [(ClosedRange<Int>, Set<UpstreamRefusal>)])
    func `with a short queue, little patience and an ailing backend as well, nobody hangs and nothing is lost`(
        failures: ClosedRange<Int>, expected: Set<UpstreamRefusal>
    ) async {
        let hurried = HurriedTransport(failures: failures)
        var limits = UpstreamLimits()
        limits.inFlight = 3
        limits.queued = 10
        limits.wait = .microseconds(500)
        limits.breaker.failuresInARow = 2
        limits.breaker.firstDelay = .milliseconds(1)
        limits.breaker.longestDelay = .milliseconds(4)
        let notes = Notes()
        let transport = GuardedTransport(hurried, limits: limits, observer: notes.observer)
        var all: [TransportError.Reason?] = []
        for _ in 0..<5 {
            all += await hurry(1_000, through: transport)
            #expect(transport.snapshot.isIdle)
        }
        #expect(all.count == 5_000)
        #expect(all.allSatisfy { [nil, .cancelled, .heldBack, .cannotConnect].contains($0) })
        #expect(hurried.most <= 3)
        #expect(notes.reports.count == 5_000)
        #expect(notes.reports.count { $0.took != nil } == hurried.sent)
        let refusals = Set(
            notes.reports.compactMap { report in
                if case .refused(let refusal) = report.outcome { refusal } else { nil }
            })
        #expect(refusals.isSuperset(of: expected))
    }
}
