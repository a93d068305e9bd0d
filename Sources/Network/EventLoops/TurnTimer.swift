/// A turn of a loop that kept its sockets waiting, because something in it blocked or took long.
public struct LongTurn: Sendable {
    /// How long it took.
    public let time: Duration
    /// What took longest in it: a member's type, `task` or `call`.
    public let longestPart: String
    public let longestPartTime: Duration
}

/// Measures the turns of a loop; their parts in debug builds only, because a turn may have hundreds. Measuring a turn costs
/// two readings of the clock, about 50 ns, where waiting for sockets costs a microsecond.
struct TurnTimer {
    private let limit: Duration
    private var start = ContinuousClock.now
    private var time = Duration.zero
    #if DEBUG
        private var longest = (part: "", time: Duration.zero)
    #endif

    /// - Parameter limit: the time over which a turn is long.
    init(limit: Duration) { self.limit = limit }

    /// A turn begins.
    mutating func begin() {
        start = .now
        #if DEBUG
            longest = ("", .zero)
        #endif
    }

    /// Runs a part of the turn.
    @inline(__always)
    mutating func measure(_ part: @autoclosure () -> String, _ body: () -> Void) {
        #if DEBUG
            let start = ContinuousClock.now
            body()
            let time = ContinuousClock.now - start
            if time > longest.time { longest = (part(), time) }
        #else
            body()
        #endif
    }

    /// The turn ends.
    ///
    /// - Returns: whether it was long.
    mutating func end() -> Bool {
        time = ContinuousClock.now - start
        return time > limit
    }

    /// The turn that has ended; `nil` in release builds.
    var longTurn: LongTurn? {
        #if DEBUG
            LongTurn(time: time, longestPart: longest.part, longestPartTime: longest.time)
        #else
            nil
        #endif
    }
}
