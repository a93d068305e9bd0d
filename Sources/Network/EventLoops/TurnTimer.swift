/// A turn of a loop that kept its sockets waiting, because something in it blocked or took long.
public struct LongTurn: Sendable {
    /// How long it took.
    public let time: Duration
    /// What took longest in it: a member's type, `task` or `call`.
    public let longestPart: String
    public let longestPartTime: Duration
}

/// Measures the turns of a loop, in debug builds only.
struct TurnTimer {
    #if DEBUG
        private let limit: Duration
        private var start = ContinuousClock.now
        private var longest = (part: "", time: Duration.zero)
    #endif

    /// - Parameter limit: the time over which a turn is long.
    init(limit: Duration) {
        #if DEBUG
            self.limit = limit
        #endif
    }

    /// A turn begins.
    mutating func begin() {
        #if DEBUG
            start = .now
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

    /// The turn that ends, where it was long; always `nil` in release builds.
    func end() -> LongTurn? {
        #if DEBUG
            let time = ContinuousClock.now - start
            if time > limit { return LongTurn(time: time, longestPart: longest.part, longestPartTime: longest.time) }
        #endif
        return nil
    }
}
