import Chat
import HTTP

/// An invitation. It is in the query, because queries are not logged.
struct InviteParameters: RouteParameters {
    static let segmentCount = 0
    static let field = "code"

    /// `nil` where the text has not the form of an invitation.
    let invite: InviteID?

    init(_ invite: InviteID) { self.invite = invite }
    init?(_ target: MatchedTarget) { invite = target.query[Self.field].flatMap { InviteID($0) } }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        guard let invite else { return }
        sink.add("?code=")
        sink.add(invite)
    }
}

extension Route<InviteParameters> {
    func callAsFunction(_ invite: InviteID) -> Path { self(InviteParameters(invite)) }
}
