/// Runs a closure when nobody holds it any more: with a response, when that has been sent or dropped.
public final class Lease: Sendable {
    private let end: @Sendable () -> Void

    public init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}

extension Lease: Equatable {
    public static func == (left: Lease, right: Lease) -> Bool { left === right }
}
