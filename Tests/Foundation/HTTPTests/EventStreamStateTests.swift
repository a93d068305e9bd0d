import Testing

@testable import HTTP

@Suite struct EventStreamStateTests {
    private typealias Actions = EventStreamState.Actions

    /// Reads so many bytes at most.
    private func read(_ state: inout EventStreamState, _ count: Int = 100) -> EventStream.Reading {
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { state.read(into: $0) }
    }

    /// A stream whose connection is suspended.
    private func suspended(limit: Int = 10) -> EventStreamState {
        var state = EventStreamState(limit: .bytes(limit))
        #expect(read(&state) == .suspended)
        return state
    }

    /// A stream whose socket has taken one of three bytes.
    private func partlyWritten(limit: Int = 10) -> EventStreamState {
        var state = suspended(limit: limit)
        #expect(state.send([1, 2, 3]) == .write)
        #expect(state.wrote([1, 2, 3], rest: [2, 3]) == [])
        return state
    }

    @Test func `bytes wait for a connection that reads, and are written to one that is suspended`() {
        var state = EventStreamState(limit: .bytes(10))
        #expect(state.send([1, 2]) == .queued)
        state.prepend([0])
        #expect(read(&state, 2) == .bytes(2))
        #expect(read(&state) == .bytes(1))
        #expect(read(&state) == .suspended)
        #expect(state.send([3]) == .write)
        #expect(state.wrote([3], rest: []) == [])
        #expect(state.send([4]) == .write)
        #expect(state.sentBytes == 4)
    }

    @Test func `a socket that takes nothing has the connection resumed, once`() {
        var state = suspended()
        #expect(state.send([1]) == .write)
        #expect(state.wrote([1], rest: nil) == .resume)
        #expect(state.send([2]) == .queued)
        #expect(state.end(.ended) == [])
        #expect(read(&state) == .bytes(2))
        #expect(read(&state) == .end)
    }

    @Test func `the rest of a chunk comes before everything else, and keeps the connection suspended`() {
        var state = partlyWritten()
        #expect(state.rest == [2, 3])
        #expect(state.send([4]) == .queued)
        #expect(state.wroteOn(rest: [3]) == [])
        #expect(state.rest == [3])
        #expect(state.wroteOn(rest: []) == .resume)
        #expect(read(&state) == .bytes(1))
    }

    @Test func `a connection with nothing to read after the rest stays suspended`() {
        var state = partlyWritten()
        #expect(state.wroteOn(rest: []) == [])
        #expect(state.wroteOn(rest: []) == [])
        #expect(state.send([4]) == .write)
    }

    @Test func `a stream ends after what waits, the rest of a chunk included`() {
        var state = partlyWritten()
        #expect(state.end(.ended) == [])
        #expect(state.send([4]) == .refused)
        #expect(state.wroteOn(rest: []) == .resume)
        #expect(read(&state) == .end)
        #expect(state.ending == .ended)
    }

    @Test func `what waits, the rest of a chunk included, is limited`() {
        var state = partlyWritten(limit: 4)
        #expect(state.send([4, 5]) == .queued)
        #expect(state.send([6]) == .dropped([.resume, .cut]))
        #expect(state.ending == .tooSlow)
        #expect(state.rest == [])
        #expect(read(&state) == .broken)
    }

    @Test func `dropping breaks off what waits, also in a stream that was to end later`() {
        var state = partlyWritten()
        #expect(state.end(.ended) == [])
        #expect(state.drop(.clientGone) == [.resume, .cut])
        #expect(state.drop(.stopping) == [])
        #expect(state.ending == .ended, "the first reason counts")
        #expect(read(&state) == .broken)
    }

    @Test func `a connection that reads is cut and not resumed`() {
        var state = EventStreamState(limit: .bytes(10))
        #expect(state.drop(.clientGone) == .cut)
        #expect(state.end(.ended) == [])
        #expect(state.ending == .clientGone)
    }

    @Test func `ending a suspended stream resumes it once`() {
        var state = suspended()
        #expect(state.end(.stopping) == .resume)
        #expect(state.end(.ended) == [])
        #expect(state.ending == .stopping)
        #expect(read(&state) == .end)
    }
}
