import Chat
import HTML
import HTTP

/// A message, and a part of the list of the conversations that it can be forwarded to.
struct ForwardParameters: RouteParameters {
    static let segmentCount = MessageParameters.segmentCount

    let message: MessageParameters
    var list = ListParameters()

    init(_ message: MessageParameters, list: ListParameters = ListParameters()) {
        self.message = message
        self.list = list
    }

    init?(_ target: MatchedTarget) {
        guard let message = MessageParameters(target), let list = ListParameters(target) else { return nil }
        self.init(message, list: list)
    }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) {
        message.write(segment: number, to: &sink)
    }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        message.writeQuery(to: &sink)
        list.write(to: &sink, isFirst: message.moment == nil)
    }
}

extension Route<ForwardParameters> {
    func callAsFunction(_ message: MessageParameters) -> Path { self(ForwardParameters(message)) }
}
