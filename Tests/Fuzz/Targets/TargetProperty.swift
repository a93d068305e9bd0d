import Chat
import HTML
import HTTP

@testable import Gateway

/// A target is read again from its own parts, and so is the path that a route prints of it.
enum TargetProperty {
    static func check(_ input: [UInt8]) throws(Violation) {
        guard let text = String(validating: input, as: UTF8.self) else { return }
        if let cursor = MessageCursor(text: text) {
            try require(MessageCursor(text: cursor.text) == cursor, "a cursor changes")
        }
        guard let target = RequestTarget(text) else {
            return try require(Path(text) == nil, "a path that is no target")
        }
        let path = "/" + target.segments.map { PercentEncoding.encode($0) }.joined(separator: "/")
        let again = RequestTarget("\(path)?\(target.query.serialized)")
        try require(
            again?.segments.map { Array($0.utf8) } == target.segments.map { Array($0.utf8) }
                && again?.query == target.query, "a target changes")
        if let path = Path(text) {
            try require(!text.utf8.dropFirst().starts(with: "/".utf8) && path.url.description == text, "another host")
        }
        _ = Routes.table.match(.post, target)
        // Links to assets are printed for the site's own files only.
        for row in Routes.table.rows where row !== routes.asset {
            guard let route = row as? any PrintingRoute, let printed = route.printed(target) else { continue }
            let printedAgain = RequestTarget(printed).flatMap { route.printed($0) }
            try require(printedAgain == printed, "\(printed) becomes \(printedAgain ?? "nothing")")
        }
    }
}

private protocol PrintingRoute {
    /// The link to where a target leads; `nil` if it does not lead here.
    func printed(_ target: RequestTarget) -> String?
}

extension Route: PrintingRoute {
    fileprivate func printed(_ target: RequestTarget) -> String? { parameters(of: target).map { self($0).text } }
}
