import Chat

/// A type of the wire that `JSONReader` reads.
protocol JSONReadable: Decodable {
    init(from json: inout JSONReader) throws(JSONReader.Stop)
}

/// A type of the wire that stands for one of the chat's.
protocol WireEntity: Decodable {
    associatedtype Entity
    var entity: Entity { get }
}

extension Array: JSONReadable where Element: JSONReadable {
    init(from json: inout JSONReader) throws(JSONReader.Stop) {
        self = []
        try json.array { (json) throws(JSONReader.Stop) in append(try Element(from: &json)) }
    }
}

extension JSONReader {
    mutating func identifier<Entity>() throws(Stop) -> WireIdentifier<Entity> {
        let length = Identifier<Entity>.descriptionBytes
        if let identifier = plainText(bytes: length).flatMap({ Identifier<Entity>(utf8: $0) }) {
            pass(bytes: length)
            return WireIdentifier(identifier)
        }
        guard let identifier = Identifier<Entity>(utf8: try plainText()) else { throw Stop() }
        return WireIdentifier(identifier)
    }

    mutating func timestamp() throws(Stop) -> WireTimestamp {
        let length = Timestamp.iso8601Bytes
        if let timestamp = plainText(bytes: length).flatMap({ minutes.read($0) }) {
            pass(bytes: length)
            return WireTimestamp(timestamp)
        }
        guard let timestamp = Timestamp(iso8601: try plainText()) else { throw Stop() }
        return WireTimestamp(timestamp)
    }

    /// A member that has to be there.
    static func required<Value>(_ value: Value?) throws(Stop) -> Value {
        guard let value else { throw Stop() }
        return value
    }
}
