import Bytes
import HTTP

extension Response {
    /// A page of messages has about 20 kB.
    private static let usualBytes = 32 << 10

    /// `value` as JSON: the same value gives the same bytes.
    static func json(_ status: Status, _ value: JSON) -> Response { Response(status, .json, value.bytes) }

    /// The same without a tree of values, for what pages wait for.
    static func json<Value: JSONWritable>(_ status: Status, _ value: Value) -> Response {
        var writer = JSONWriter(capacity: usualBytes)
        value.write(to: &writer)
        return Response(status, .json, writer.bytes)
    }

    static func json<Value: JSONWritable>(_ status: Status, _ values: [Value]) -> Response {
        var writer = JSONWriter(capacity: usualBytes)
        writer.write(values)
        return Response(status, .json, writer.bytes)
    }
}
