public import HTTP

/// Why a request was not sent.
public enum UpstreamRefusal: String, Error, Sendable, Hashable, CaseIterable {
    /// The queue is full.
    case queueFull = "queue full"
    /// It waited longer than `UpstreamLimits.wait`.
    case waitedTooLong = "waited too long"
    /// The backend has been failing: the breaker is open.
    case backendFailing = "backend failing"
}

/// The outcome of one request.
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
    /// How long it waited in the queue.
    public let waited: Duration
    /// From sending until the response was complete; `nil` if it was not sent.
    public let took: Duration?
}

/// The figures at one moment.
public struct UpstreamSnapshot: Sendable, Equatable {
    public let inFlight: Int
    public let queued: Int
    public let breaker: Breaker.State
    /// How often the breaker has opened.
    public let openings: Int
}

/// Functions that are called with what happens, from any thread. They must not block.
public struct UpstreamObserver: Sendable {
    /// A request has ended.
    public var finished: @Sendable (UpstreamReport) -> Void = { _ in }
    /// The breaker's state has changed.
    public var breakerChanged: @Sendable (_ old: Breaker.State, _ new: Breaker.State) -> Void = { _, _ in }

    public init() {}
}
