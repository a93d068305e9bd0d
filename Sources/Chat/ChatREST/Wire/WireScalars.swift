import Chat

/// An identifier in JSON: a string.
struct WireIdentifier<Entity>: Codable, Sendable {
    let identifier: Identifier<Entity>

    init(_ identifier: Identifier<Entity>) { self.identifier = identifier }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identifier = Identifier<Entity>(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
        }
        self.identifier = identifier
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier.description)
    }
}

/// A timestamp in JSON: a string, with or without a fraction.
struct WireTimestamp: Decodable, Sendable {
    let timestamp: Timestamp

    init(_ timestamp: Timestamp) { self.timestamp = timestamp }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let timestamp = Timestamp(iso8601: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
        }
        self.timestamp = timestamp
    }
}
