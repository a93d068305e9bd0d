import Bytes
import Chat

/// A value that writes itself as JSON, its members in the order of their names, as a `JSON` does.
protocol JSONWritable {
    func write(to json: inout JSONWriter)
}

extension JSONWriter {
    mutating func write<Value: JSONWritable>(_ values: [Value]) { array(values) { $0.write(to: &$1) } }

    mutating func member<Value: JSONWritable>(_ name: StaticString, _ value: Value) {
        begin(name)
        value.write(to: &self)
    }

    mutating func member<Value: JSONWritable>(_ name: StaticString, _ values: [Value]) {
        begin(name)
        write(values)
    }

    mutating func member<Entity>(_ name: StaticString, _ identifier: Identifier<Entity>?) {
        guard let identifier else { return }
        member(name, plainBytes: Identifier<Entity>.descriptionBytes) { identifier.writeDescription(to: $0) }
    }

    mutating func member(_ name: StaticString, _ moment: Timestamp?) {
        guard let moment else { return }
        member(name, plainBytes: Timestamp.iso8601Bytes) { moment.writeISO8601(to: $0) }
    }
}

extension Identifier {
    /// As it stands in a body.
    var json: JSON { .string(description) }
}

extension Timestamp {
    /// As it stands in a body.
    var json: JSON { .string(iso8601) }
}
