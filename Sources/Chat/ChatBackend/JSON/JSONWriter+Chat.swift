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

    mutating func member<Entity>(_ name: StaticString, _ identifier: Identifier<Entity>) {
        member(name, plainBytes: Identifier<Entity>.descriptionBytes) { identifier.writeDescription(to: $0) }
    }

    mutating func member<Entity>(_ name: StaticString, _ identifier: Identifier<Entity>?) {
        if let identifier { member(name, identifier) }
    }

    mutating func member(_ name: StaticString, _ moment: Timestamp) {
        member(name, plainBytes: Timestamp.iso8601Bytes) { moment.writeISO8601(to: $0) }
    }

    mutating func member(_ name: StaticString, _ moment: Timestamp?) {
        if let moment { member(name, moment) }
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
