import CMicroHTTPD
import Glibc
import HTTP
import Synchronization

/// An exchange whose answer is a stream carries the stream's bytes, from the answer until the request has ended.
extension Exchange: EventStreamConnection {
    func resume() { daemon.resume(connection) }

    /// libmicrohttpd then finds the connection broken, also where it waits for a client that does not read.
    func cut() { served.shutDown() }

    func write(_ bytes: [UInt8]) -> [UInt8]? { plainSocket?.writeChunk(bytes).map(awaitingRoom) }

    func writeOn(_ rest: [UInt8]) -> [UInt8] { plainSocket.map { awaitingRoom($0.write(rest)) } ?? rest }

    /// Asks to be told when there is room for the rest of what was written.
    private func awaitingRoom(_ rest: [UInt8]) -> [UInt8] {
        if !rest.isEmpty { daemon.awaitRoom(on: served) }
        return rest
    }

    /// libmicrohttpd asks for the next part of the body.
    static let read: MHD_ContentReaderCallback = { context, _, buffer, capacity in
        guard let context, let buffer else { return engawa_end_with_error }
        let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
        guard let stream = exchange.stream else { return engawa_end_with_error }
        let space = UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
        let part = UnsafeMutableRawBufferPointer(rebasing: space.prefix(StreamLimits.part.bytes))
        return switch stream.read(into: part, suspend: { exchange.suspend(leaving: space) }) {
        case .bytes(let count): count
        case .suspended: 0
        case .end: engawa_end_of_stream
        case .broken: engawa_end_with_error
        }
    }
}

extension Exchange {
    private var stream: EventStream? {
        state.withLock { if case .streaming(let streaming) = $0.phase { streaming.stream } else { nil } }
    }

    /// Suspends the connection until it is resumed. The first time, what of `space` is whole pages goes back to the system.
    ///
    /// Requests and responses before this one have written on all of a connection's memory, which is several times as
    /// much as an open stream needs. `space` is for the reader to write in, so what it holds does not matter; and from
    /// now on only its first part is written on.
    private func suspend(leaving space: UnsafeMutableRawBufferPointer) {
        let isFirst = state.withLock { state in
            guard case .streaming(var streaming) = state.phase, !streaming.wasSuspended else { return false }
            streaming.wasSuspended = true
            state.phase = .streaming(streaming)
            return true
        }
        if isFirst { StreamLimits.giveBack(space) }
        MHD_suspend_connection(connection.pointer)
    }
}
