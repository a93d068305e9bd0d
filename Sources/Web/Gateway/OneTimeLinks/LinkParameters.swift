public import Accounts
import HTTP

/// The token of a one-time link. It is in the query, because queries are not logged.
struct LinkParameters: RouteParameters {
    static let segmentCount = 0
    static let field = "token"

    /// `nil` where the text has not the form of a token.
    let token: LinkToken?

    init(_ token: LinkToken) { self.token = token }
    init?(_ target: MatchedTarget) { token = target.query[Self.field].flatMap { LinkToken($0) } }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        guard let token else { return }
        sink.add("?token=")
        sink.add(text: token.revealed)
    }
}

/// Where a one-time link leads, for a command that prints one.
public enum OneTimeLinkPath {
    public static func path(of token: LinkToken) -> String { routes.oneTimeLink(LinkParameters(token)).text }
}
