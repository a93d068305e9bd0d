import Foundation

/// Any JSON value: what tests compare where bytes would say too much.
public enum JSONValue: Hashable, Sendable, Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Fails where `bytes` are not JSON.
    public init?(parsing bytes: some Sequence<UInt8>) {
        guard let value = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = value
    }

    /// The member `name` of an object.
    public subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    public var string: String? { if case .string(let value) = self { value } else { nil } }

    public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}
