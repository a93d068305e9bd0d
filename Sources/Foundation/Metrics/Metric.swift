/// A metric with one set of labels. Every method may be called from any thread.
public protocol Metric: AnyObject, Sendable {
    func write(_ name: String, _ labels: LabelSet, to text: inout Exposition)
}

/// The labels of a family's metrics: a few values from a small set.
///
/// Never use values from outside (an id, a path, a header): each label set is kept forever.
public protocol MetricLabels: Hashable, Sendable {
    /// The labels' names: `[a-zA-Z_][a-zA-Z0-9_]*`, not `le`.
    static var names: [String] { get }
    /// One for each name.
    var values: [String] { get }
}

/// Label names with their values, as they are written.
public struct LabelSet: Sendable {
    let pairs: [(name: String, value: String)]

    static let none = LabelSet(pairs: [])

    func adding(_ name: String, _ value: String) -> LabelSet { LabelSet(pairs: pairs + [(name, value)]) }
}
