public import HTTP

/// Why a request was not sent.
public enum UpstreamRefusal: String, Error, Sendable, Hashable, CaseIterable {
    /// As many wait as may.
    case queueFull = "queue full"
    /// Its turn did not come in time.
    case waitedTooLong = "waited too long"
    /// The backend has been failing: the breaker is open.
    case backendFailing = "backend failing"
}

/// What became of one request.
public struct UpstreamReport: Sendable {
    public enum Outcome: Sendable, Hashable {
        case answered(Status)
        case failed(TransportError.Reason)
        case refused(UpstreamRefusal)
    }

    public let method: Method
    /// The pattern of the path; empty where the request does not say.
    public let route: String
    public let outcome: Outcome
    /// How long it waited for its turn.
    public let waited: Duration
    /// From its turn until the answer was whole; `nil` where it was not sent.
    public let took: Duration?
}

/// How things stand at one moment.
public struct UpstreamSnapshot: Sendable, Equatable {
    public let inFlight: Int
    public let queued: Int
    public let breaker: Breaker.State
    /// How often the breaker has opened.
    public let openings: Int
}

/// Who is told what happens. Called from any thread, and not to wait.
public struct UpstreamObserver: Sendable {
    /// A request has come to its end.
    public var finished: @Sendable (UpstreamReport) -> Void = { _ in }
    /// The breaker's state has changed.
    public var breakerChanged: @Sendable (_ old: Breaker.State, _ new: Breaker.State) -> Void = { _, _ in }

    public init() {}
}
