import Synchronization

/// A response body that stays open: what is sent into it reaches the client as it comes.
///
/// Any thread may send. The same array sent into many streams is kept once. A client that reads so slowly that more
/// than `limit` waits for it is dropped; it is the only one to notice.
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

    /// How much may wait for one client where nothing else is said.
    public static let defaultLimit = ByteCount.kibibytes(256)

    private struct State {
        var waiting = ByteQueue()
        var sentBytes = 0
        /// Set once; nothing is sent into a stream from then on.
        var ending: Ending?
        /// Who carries the bytes to the client, from `open` to `close`.
        var carrier: (any EventStreamCarrier)?
        /// Whether the carrier waits to be woken.
        var isAsleep = false
        /// What the carrier has begun to write itself and could not end; it comes before what is waiting.
        var rest: [UInt8] = []
        var onClose: (@Sendable (Ending) -> Void)?
    }

    private let limit: ByteCount
    private let state: Mutex<State>

    /// - Parameters:
    ///   - limit: how much may wait for the client.
    ///   - onClose: called once, when the server is done with the stream, whatever the reason. Never called inside
    ///     `send` or `end`, so it may take locks that their callers hold.
    public init(limit: ByteCount = defaultLimit, onClose: @escaping @Sendable (Ending) -> Void = { _ in }) {
        self.limit = limit
        state = Mutex(State(onClose: onClose))
    }

    /// Sends bytes to the client after those that were sent before.
    ///
    /// - Returns: whether the stream took them; `false` where it has ended, or ends now because the client is too slow.
    @discardableResult public func send(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard state.ending == nil else { return false }
            guard state.rest.count + state.waiting.byteCount + bytes.count <= limit.bytes else {
                Self.drop(&state, .tooSlow)
                return false
            }
            // Nothing waits where the carrier sleeps and has no rest: what can be written at once need not wake it.
            if state.isAsleep, state.rest.isEmpty, let rest = state.carrier?.write(bytes) {
                state.sentBytes += bytes.count
                state.rest = rest
            } else {
                state.waiting.append(bytes)
                Self.wake(&state)
            }
            return true
        }
    }

    /// Ends the stream once the client has what was sent until now. Ending it again does nothing.
    public func end() { end(.ended) }

    /// Whether what is sent still counts.
    public var isOpen: Bool { state.withLock { $0.ending == nil } }

    private static func wake(_ state: inout State) {
        guard state.isAsleep, state.rest.isEmpty else { return }
        state.isAsleep = false
        state.carrier?.wake()
    }

    private static func drop(_ state: inout State, _ ending: Ending) {
        state.ending = ending
        state.waiting = ByteQueue()
        state.rest = []
        wake(&state)
        state.carrier?.cut()
    }
}

/// The connection that a stream's bytes travel on. It is called under the stream's lock, and only from `open` to `close`.
package protocol EventStreamCarrier: AnyObject, Sendable {
    /// Lets the connection read again. Called once for each time that it went to sleep.
    func wake()
    /// Breaks the connection off, whatever it is waiting for.
    func cut()
    /// Writes bytes on a connection that sleeps, as far as that is possible without waiting.
    ///
    /// - Returns: what is still to be written before anything else, `EventStream.goOn` being called when that is
    ///   possible; `nil` where nothing was written, and the connection has to be woken to read the bytes.
    func write(_ bytes: [UInt8]) -> [UInt8]?
    /// Writes on what `write` or this has left over; returns what is left now.
    func writeOn(_ rest: [UInt8]) -> [UInt8]
}

/// What the server does with a stream.
extension EventStream {
    /// What a connection that reads gets.
    package enum Reading: Equatable {
        case bytes(Int)
        /// Nothing now: the connection is asleep, and will be woken.
        case asleep
        /// Everything was read.
        case end
        /// The connection is to be broken off.
        case broken
    }

    /// Gives the stream its connection. A stream has one in its life.
    package func open(_ carrier: any EventStreamCarrier, greeting: [UInt8]) {
        state.withLock { state in
            precondition(state.carrier == nil && state.onClose != nil, "a stream answers one request")
            state.carrier = carrier
            state.waiting.prepend(greeting)
        }
    }

    /// Moves the oldest waiting bytes to `buffer`, as many as fit.
    ///
    /// - Parameter sleep: called under the stream's lock where there is nothing to read, before anyone can wake.
    package func read(into buffer: UnsafeMutableRawBufferPointer, sleep: () -> Void) -> Reading {
        state.withLock { state in
            let count = state.waiting.move(into: buffer)
            state.sentBytes += count
            guard count == 0 else { return .bytes(count) }
            switch state.ending {
            case .ended, .stopping: return .end
            case .clientGone, .tooSlow: return .broken
            case nil:
                state.isAsleep = true
                sleep()
                return .asleep
            }
        }
    }

    /// The connection takes bytes again: goes on with what was begun.
    package func goOn() {
        state.withLock { state in
            guard !state.rest.isEmpty, let carrier = state.carrier else { return }
            state.rest = carrier.writeOn(state.rest)
            if state.waiting.byteCount > 0 || state.ending != nil { Self.wake(&state) }
        }
    }

    package func end(_ ending: Ending) {
        state.withLock { state in
            guard state.ending == nil else { return }
            state.ending = ending
            Self.wake(&state)
        }
    }

    /// Ends the stream at once, without what is waiting.
    package func drop(_ ending: Ending) {
        state.withLock { state in if state.ending == nil { Self.drop(&state, ending) } }
    }

    /// Takes the connection away and tells who waits for it; `ending` counts where the stream had not ended before.
    /// Closing again does nothing.
    ///
    /// - Returns: how it ended, and how much was read.
    @discardableResult package func close(_ ending: Ending) -> (ending: Ending, sentBytes: Int) {
        let (ending, sentBytes, onClose) = state.withLock { state in
            let ended = state.ending ?? ending
            state.ending = ended
            state.carrier = nil
            state.isAsleep = false
            state.waiting = ByteQueue()
            state.rest = []
            defer { state.onClose = nil }
            return (ended, state.sentBytes, state.onClose)
        }
        onClose?(ending)
        return (ending, sentBytes)
    }
}

extension EventStream: Equatable {
    public static func == (left: EventStream, right: EventStream) -> Bool { left === right }
}
