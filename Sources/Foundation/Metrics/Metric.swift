/// Something that is measured, for one set of labels. Every method may be called from any thread.
public protocol Metric: AnyObject, Sendable {
    func write(_ name: String, _ labels: LabelSet, to text: inout Exposition)
}

/// What tells the metrics of one family apart: a few values out of few.
///
/// No value may be something that people make up (an id, a path, a header): each set of values is kept for ever.
public protocol MetricLabels: Hashable, Sendable {
    /// The labels' names: `[a-zA-Z_][a-zA-Z0-9_]*`, not `le`.
    static var names: [String] { get }
    /// One for each name.
    var values: [String] { get }
}

/// Names of labels with their values, as they are written.
public struct LabelSet: Sendable {
    let pairs: [(name: String, value: String)]

    static let none = LabelSet(pairs: [])

    func adding(_ name: String, _ value: String) -> LabelSet { LabelSet(pairs: pairs + [(name, value)]) }
}
