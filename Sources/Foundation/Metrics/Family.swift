public import Synchronization

/// How much a registry holds.
public enum MetricsLimits {
    /// Sets of labels in one family; what comes after shares one, whose every value is `other`.
    public static let labelSets = 1_000
}

/// Metrics of one name, told apart by their labels. Each is made when it is first asked for.
///
/// Inlinable where it is asked, so that each use is compiled for its labels: several are asked for each answer.
public final class Family<Labels: MetricLabels, Member: Metric>: Sendable {
    @usableFromInline struct State {
        @usableFromInline var members: [Labels: Member] = [:]
        /// Stands for whatever came after there were enough.
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
