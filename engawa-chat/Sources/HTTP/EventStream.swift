import Concurrency

/// A response body that stays open: bytes that are sent to it reach the client at once.
///
/// Any thread may send. The same array sent to many streams is kept once. A client that reads so slowly that more than
/// `limit` waits for it is dropped; other clients are not affected.
public final class EventStream: Sendable {
    /// Why a stream has closed.
    public enum Ending: Sendable, Equatable {
        /// `end` was called.
        case ended
        /// The client went away.
        case clientGone
        /// More than the limit was waiting for the client.
        case tooSlow
        /// The server is stopping.
        case stopping
    }

    /// How much may wait for one client by default.
    public static let defaultLimit = ByteCount.kibibytes(256)

    private struct Shared {
        var state: EventStreamState
        /// What carries the bytes to the client, from `open` to `close`.
        var connection: (any EventStreamConnection)?
        var onClose: (@Sendable (Ending) -> Void)?

        /// Performs the actions of a transition.
        func perform(_ actions: EventStreamState.Actions) {
            if actions.contains(.resume) { connection?.resume() }
            if actions.contains(.cut) { connection?.cut() }
        }
    }

    private let shared: Lock<Shared>

    /// - Parameters:
    ///   - limit: how much may wait for the client.
    ///   - onClose: called once, when the server is done with the stream, whatever the reason. Never called inside
    ///     `send` or `end`, so it may take locks that their callers hold.
    public init(limit: ByteCount = defaultLimit, onClose: @escaping @Sendable (Ending) -> Void = { _ in }) {
        shared = Lock(Shared(state: EventStreamState(limit: limit), onClose: onClose))
    }

    /// Sends bytes to the client after those that were sent before.
    ///
    /// - Returns: whether the stream took them; `false` where it has ended, or ends now because the client is too slow.
    @discardableResult public func send(_ bytes: [UInt8]) -> Bool {
        shared.withLock { shared in
            switch shared.state.send(bytes) {
            case .refused: return false
            case .dropped(let actions):
                shared.perform(actions)
                return false
            case .queued: return true
            case .write:
                let actions = shared.state.wrote(bytes, rest: shared.connection?.write(bytes))
                shared.perform(actions)
                return true
            }
        }
    }

    /// Ends the stream once the client has what was sent until now. Ending it again does nothing.
    public func end() { end(.ended) }

    /// Whether bytes can still be sent.
    public var isOpen: Bool { shared.withLock { $0.state.ending == nil } }
}

/// The connection that a stream's bytes travel on. It is called under the stream's lock, and only from `open` to `close`.
public protocol EventStreamConnection: AnyObject, Sendable {
    /// Lets the connection read again. Called once for each time that it was suspended.
    func resume()
    /// Breaks the connection off, whatever it waits for.
    func cut()
    /// Writes bytes on a suspended connection, as far as that is possible without waiting.
    ///
    /// - Returns: what is still to be written before anything else, `EventStream.writeRest` being called when that is
    ///   possible; `nil` where nothing was written, and the connection has to be resumed to read the bytes.
    func write(_ bytes: [UInt8]) -> [UInt8]?
    /// Writes on what `write` or this has left over; returns what is left now.
    func writeOn(_ rest: [UInt8]) -> [UInt8]
}

/// For the server.
extension EventStream {
    /// What a connection that reads gets.
    public enum Reading: Sendable, Equatable {
        case bytes(Int)
        /// Nothing now: the connection is suspended, and will be resumed.
        case suspended
        /// Everything was read.
        case end
        /// The connection is to be broken off.
        case broken
    }

    /// Sets the stream's connection. A stream has only one.
    public func open(_ connection: any EventStreamConnection, greeting: [UInt8]) {
        shared.withLock { shared in
            precondition(shared.connection == nil && shared.onClose != nil, "a stream answers one request")
            shared.connection = connection
            shared.state.prepend(greeting)
        }
    }

    /// Moves the oldest waiting bytes to `buffer`, as many as fit.
    ///
    /// - Parameter suspend: called under the stream's lock where there is nothing to read, before anyone can resume.
    public func read(into buffer: UnsafeMutableRawBufferPointer, suspend: () -> Void) -> Reading {
        shared.withLock { shared in
            let reading = shared.state.read(into: buffer)
            if reading == .suspended { suspend() }
            return reading
        }
    }

    /// The connection takes bytes again: writes the rest of a chunk.
    public func writeRest() {
        shared.withLock { shared in
            let rest = shared.state.rest
            guard !rest.isEmpty, let connection = shared.connection else { return }
            let actions = shared.state.wroteOn(rest: connection.writeOn(rest))
            shared.perform(actions)
        }
    }

    /// Ends the stream when what waits is delivered.
    public func end(_ ending: Ending) {
        shared.withLock { shared in
            let actions = shared.state.end(ending)
            shared.perform(actions)
        }
    }

    /// Ends the stream at once, without what waits, also where it was to end later.
    public func drop(_ ending: Ending) {
        shared.withLock { shared in
            let actions = shared.state.drop(ending)
            shared.perform(actions)
        }
    }

    /// Removes the connection and calls `onClose`; `ending` is used if the stream has not ended before.
    /// Closing again does nothing.
    ///
    /// - Returns: how it ended, and how much was read.
    @discardableResult public func close(_ ending: Ending) -> (ending: Ending, sentBytes: Int) {
        let (ending, sentBytes, onClose) = shared.withLock { shared in
            shared.connection = nil
            _ = shared.state.drop(ending)
            defer { shared.onClose = nil }
            return (shared.state.ending ?? ending, shared.state.sentBytes, shared.onClose)
        }
        onClose?(ending)
        return (ending, sentBytes)
    }
}

extension EventStream: Equatable {
    public static func == (left: EventStream, right: EventStream) -> Bool { left === right }
}
