import HTTP

/// All routes, found by method and target.
struct RouteTable: Sendable {
    /// The rows with the same pattern.
    private struct Resource {
        let pattern: RoutePattern
        var rows: [any RouteRow]

        /// The methods that the rows accept.
        var methods: [Method] { rows.flatMap(\.methods) }
    }

    enum Match: Sendable {
        case row(any RouteRow, RouteAction)
        /// The path matches, but none of its rows accepts the method.
        case otherMethod([Method], any RouteRow)
        case none

        var row: (any RouteRow)? {
            switch self {
            case .row(let row, _), .otherMethod(_, let row): row
            case .none: nil
            }
        }

        var name: RouteName { row?.name ?? .unknown }
    }

    /// In the order of the table: the first pattern that matches is used.
    let rows: [any RouteRow]
    /// By the first segment of their paths, which is empty for the root.
    private let resources: [String: [Resource]]

    init(_ rows: [any RouteRow]) {
        self.rows = rows
        var resources: [String: [Resource]] = [:]
        for row in rows {
            var siblings = resources[row.pattern.firstSegment ?? "", default: []]
            if let index = siblings.firstIndex(where: { $0.pattern.description == row.pattern.description }) {
                siblings[index].rows.append(row)
            } else {
                siblings.append(Resource(pattern: row.pattern, rows: [row]))
            }
            resources[row.pattern.firstSegment ?? ""] = siblings
        }
        self.resources = resources
    }

    func match(_ method: Method, _ target: RequestTarget) -> Match {
        let method = method == .head ? .get : method
        for resource in resources[target.segments.first ?? ""] ?? [] where resource.pattern.matches(target.segments) {
            let row = resource.rows.first { $0.method == method }
            guard let action = (row ?? resource.rows[0]).action(for: target) else { continue }
            return row.map { .row($0, action) } ?? .otherMethod(resource.methods, resource.rows[0])
        }
        return .none
    }
}
