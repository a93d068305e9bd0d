import Bytes
import Chat

/// What the backend answers with, and pages wait for: it is read without a tree of values.
protocol JSONReadable {
    init(from json: inout JSONReader) throws(JSONReader.Stop)
}

extension Array: JSONReadable where Element: JSONReadable {
    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        self = []
        try json.array { (json) throws(JSONReader.Stop) in append(try Element(from: &json)) }
    }
}

extension String: JSONReadable {
    init(from json: inout JSONReader) throws(JSONReader.Stop) { self = try json.string() }
}

extension JSONReader {
    mutating func identifier<Entity>() throws(Stop) -> Identifier<Entity> {
        let length = Identifier<Entity>.descriptionBytes
        if let identifier = plainText(bytes: length, { Identifier<Entity>(utf8: $0) }) { return identifier }
        return try required(Identifier(try string()))
    }

    mutating func timestamp() throws(Stop) -> Timestamp {
        if let timestamp = plainText(bytes: Timestamp.iso8601Bytes, { Timestamp(iso8601: $0) }) { return timestamp }
        return try required(Timestamp(iso8601: try string()))
    }
}

extension JSON {
    /// The identifier in a member.
    func identifier<Entity>(_ name: String) -> Identifier<Entity>? { self[name]?.string.flatMap { Identifier($0) } }

    /// The moment in a member.
    func timestamp(_ name: String) -> Timestamp? { self[name]?.string.flatMap { Timestamp(iso8601: $0) } }
}

extension Identifier {
    /// As it stands in a body.
    var json: JSON { .string(description) }
}
