public import Synchronization

/// The limits of a metrics registry.
public enum MetricsLimits {
    /// The maximum number of label sets in a family; further ones share a set whose values are all `other`.
    public static let labelSets = 1_000
}

/// Metrics with the same name and different labels. Each is created on its first use.
///
/// Inlinable, so that the subscript is specialised for its labels: each response uses several.
public final class Family<Labels: MetricLabels, Member: Metric>: Sendable {
    @usableFromInline struct State {
        @usableFromInline var members: [Labels: Member] = [:]
        /// Shared by all label sets beyond the limit.
        @usableFromInline var other: Member?

        init() {}
    }

    @usableFromInline let make: @Sendable () -> Member
    @usableFromInline let state = Mutex(State())

    init(_ make: @escaping @Sendable () -> Member) { self.make = make }

    @inlinable public subscript(_ labels: Labels) -> Member {
        state.withLock { state in
            if let member = state.members[labels] { return member }
            guard state.members.count < MetricsLimits.labelSets else {
                let other = state.other ?? make()
                state.other = other
                return other
            }
            let member = make()
            state.members[labels] = member
            return member
        }
    }

    func write(_ name: String, to text: inout Exposition) {
        let (known, other) = state.withLock { ($0.members, $0.other) }
        let members = known.map { (values: $0.key.values, member: $0.value) }
        for (values, member) in members.sorted(by: { $0.values.lexicographicallyPrecedes($1.values) }) {
            member.write(name, Self.labels(values), to: &text)
        }
        if let other {
            other.write(name, Self.labels(Labels.names.map { _ in "other" }), to: &text)
        }
    }

    private static func labels(_ values: [String]) -> LabelSet {
        precondition(values.count == Labels.names.count, "one value for each label")
        return LabelSet(pairs: zip(Labels.names, values).map { ($0, $1) })
    }
}
