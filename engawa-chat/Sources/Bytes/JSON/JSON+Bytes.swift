extension JSON {
    /// Reads a value; fails for what is not JSON, for values deeper than `JSONReader.maximumDepth`, for a member that
    /// comes twice, also in canonically equivalent spellings, which are one key of a dictionary, and for numbers beyond
    /// the range of a double.
    ///
    /// - Parameter isStrict: whether it fails for what other programs may read differently too: U+0000, at which C
    ///   strings end, and whole numbers beyond 64 bits.
    public init?(parsing bytes: [UInt8], isStrict: Bool = true) {
        let value = try? JSONReader.read(bytes) { (json) throws(JSONReader.Stop) in
            try JSON(from: &json, isStrict: isStrict)
        }
        guard let value else { return nil }
        self = value
    }

    private init(from json: inout JSONReader, isStrict: Bool) throws(JSONReader.Stop) {
        func string(_ json: inout JSONReader) throws(JSONReader.Stop) -> String {
            let string = try json.string()
            guard !isStrict || !string.utf8.contains(0) else { throw json.stop }
            return string
        }
        switch try json.next() {
        case UInt8(ascii: "n"):
            _ = try json.isNull()
            self = .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool(try json.bool())
        case UInt8(ascii: "\""): self = .string(try string(&json))
        case UInt8(ascii: "["):
            var elements: [JSON] = []
            try json.array { (json) throws(JSONReader.Stop) in
                elements.append(try JSON(from: &json, isStrict: isStrict))
            }
            self = .array(elements)
        case UInt8(ascii: "{"):
            var members: [String: JSON] = [:]
            try json.object { (name, json) throws(JSONReader.Stop) in
                guard !isStrict || !name.utf8.contains(0) else { throw json.stop }
                let value = try JSON(from: &json, isStrict: isStrict)
                guard members.updateValue(value, forKey: name) == nil else { throw json.stop }
            }
            self = .object(members)
        default: self = .number(try json.number(isStrict: isStrict))
        }
    }

    /// The value as bytes, without white space, and with the members of objects in the order of their names' bytes.
    public var bytes: [UInt8] {
        var writer = JSONWriter(capacity: Self.usualBytes)
        writer.write(self)
        return writer.bytes
    }

    private static let usualBytes = 512
}

extension JSONWriter {
    public mutating func write(_ value: JSON) {
        switch value {
        case .null: writeNull()
        case .bool(let value): write(value)
        case .number(let number): write(number)
        case .string(let text): write(text)
        case .array(let elements): array(elements) { $1.write($0) }
        case .object(let members):
            object { json in
                for (name, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                    json.begin(name)
                    json.write(value)
                }
            }
        }
    }
}
