import Chat

/// An identifier in JSON.
struct WireIdentifier<Entity>: Codable, Sendable {
    let identifier: Identifier<Entity>

    init(_ identifier: Identifier<Entity>) { self.identifier = identifier }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identifier = Identifier<Entity>(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be a UUID")
        }
        self.identifier = identifier
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier.description)
    }
}
