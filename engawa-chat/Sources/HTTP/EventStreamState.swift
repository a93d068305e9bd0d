/// What a stream has yet to deliver, and what its connection does: a value without lock, socket or clock.
///
/// A connection reads until nothing waits, and is suspended then. What is sent to a suspended connection is written to
/// its socket, since resuming it costs more than that. Where the socket takes only the beginning of a chunk, the rest
/// comes before everything that waits, and the connection stays suspended until it is written.
struct EventStreamState {
    /// What the connection does.
    private enum Connection {
        /// It reads what waits; it has not been opened, it will.
        case reading
        /// It is suspended, and nothing waits.
        case suspended
        /// It is suspended, and its socket has not taken the rest of a chunk.
        case partlyWritten(rest: [UInt8])
    }

    private enum Life {
        case open
        /// What waits is still delivered.
        case ending(EventStream.Ending)
        /// Nothing is delivered any more.
        case dropped(EventStream.Ending)
    }

    /// What has to be done with the connection after a transition.
    struct Actions: OptionSet {
        let rawValue: UInt8
        /// Let it read again. Asked for once for each time that it was suspended.
        static let resume = Actions(rawValue: 1)
        /// Break it off, whatever it waits for.
        static let cut = Actions(rawValue: 2)
    }

    /// What becomes of bytes that are sent.
    enum Admission: Equatable {
        /// The stream has ended.
        case refused
        /// The client is too slow: the stream has ended with this.
        case dropped(Actions)
        /// They wait to be read.
        case queued
        /// They have to be written to the socket now, and `wrote` has to be told.
        case write
    }

    private let limit: ByteCount
    private var connection = Connection.reading
    private var life = Life.open
    private var waiting = ByteQueue()
    /// How many bytes the connection has taken.
    private(set) var sentBytes = 0

    init(limit: ByteCount) { self.limit = limit }

    /// Why the stream has ended; the first reason counts.
    var ending: EventStream.Ending? {
        switch life {
        case .open: nil
        case .ending(let ending), .dropped(let ending): ending
        }
    }

    /// What has to be written before anything else.
    var rest: [UInt8] { if case .partlyWritten(let rest) = connection { rest } else { [] } }

    /// Puts bytes before those that wait, of which none must have been read.
    mutating func prepend(_ bytes: [UInt8]) { waiting.prepend(bytes) }

    mutating func send(_ bytes: [UInt8]) -> Admission {
        guard case .open = life else { return .refused }
        guard rest.count + waiting.byteCount + bytes.count <= limit.bytes else { return .dropped(drop(.tooSlow)) }
        if case .suspended = connection { return .write }
        waiting.append(bytes)
        return .queued
    }

    /// Bytes for which `send` said `write` were written but for `rest`; `nil` where none was.
    mutating func wrote(_ bytes: [UInt8], rest: [UInt8]?) -> Actions {
        guard let rest else {
            waiting.append(bytes)
            return resume()
        }
        sentBytes += bytes.count
        if !rest.isEmpty { connection = .partlyWritten(rest: rest) }
        return []
    }

    /// The rest was written but for `rest`.
    mutating func wroteOn(rest: [UInt8]) -> Actions {
        guard case .partlyWritten = connection else { return [] }
        guard rest.isEmpty else {
            connection = .partlyWritten(rest: rest)
            return []
        }
        connection = .suspended
        return waiting.byteCount > 0 || ending != nil ? resume() : []
    }

    /// Moves the oldest waiting bytes to `buffer`, as many as fit; the connection is suspended from now on where the
    /// result says so.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> EventStream.Reading {
        let count = waiting.move(into: buffer)
        sentBytes += count
        guard count == 0 else { return .bytes(count) }
        switch life {
        case .ending: return .end
        case .dropped: return .broken
        case .open:
            connection = .suspended
            return .suspended
        }
    }

    /// Ends the stream when what waits is delivered.
    mutating func end(_ ending: EventStream.Ending) -> Actions {
        guard case .open = life else { return [] }
        life = .ending(ending)
        return resume()
    }

    /// Ends the stream without what waits, also where it was to end later.
    mutating func drop(_ ending: EventStream.Ending) -> Actions {
        if case .dropped = life { return [] }
        life = .dropped(self.ending ?? ending)
        waiting = ByteQueue()
        if case .partlyWritten = connection { connection = .suspended }
        return resume().union(.cut)
    }

    private mutating func resume() -> Actions {
        guard case .suspended = connection else { return [] }
        connection = .reading
        return .resume
    }
}
