import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Response {
    /// `value` as JSON: the same value gives the same bytes.
    static func json(_ status: Status, _ value: some Encodable) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("strings, numbers and arrays of them can always be written")
        }
        return Response(status, .json, Array(data))
    }

    /// The same without `JSONEncoder`, for what pages wait for.
    static func json<Value: JSONWritable>(_ status: Status, _ value: Value) -> Response {
        var writer = JSONWriter()
        value.write(to: &writer)
        return Response(status, .json, writer.bytes)
    }

    static func json<Value: JSONWritable>(_ status: Status, _ values: [Value]) -> Response {
        var writer = JSONWriter()
        writer.write(values)
        return Response(status, .json, writer.bytes)
    }
}
