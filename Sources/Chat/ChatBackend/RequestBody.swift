import Bytes
import Chat

/// The members of the object in a body. Errors name the invalid member.
///
/// Each is as `openapi.yaml` says; what it holds is checked when it becomes a value of `Chat`.
struct RequestBody {
    private let members: [String: JSON]

    /// - Parameter bytes: of the body.
    init(_ bytes: [UInt8]) throws(ErrorResponse) {
        guard !bytes.isEmpty else { throw .badRequest("A JSON body is required", at: "") }
        guard let json = JSON(parsing: bytes, isStrict: false) else {
            throw .badRequest("The body is not JSON", at: "")
        }
        guard json != .null else { throw .badRequest("The body must not be null", at: "") }
        guard let members = json.object else { throw .badRequest("The body must be an object", at: "") }
        self.members = members
    }

    func string(_ name: String) throws(ErrorResponse) -> String { try Self.string(try required(name), at: name) }

    func bool(_ name: String) throws(ErrorResponse) -> Bool {
        guard let value = try required(name).bool else {
            throw .badRequest("\(name) must be true or false", at: name)
        }
        return value
    }

    /// `nil` where the member is missing or null.
    func optionalBool(_ name: String) throws(ErrorResponse) -> Bool? { try optional(name) == nil ? nil : bool(name) }

    func identifier<Entity>(_ name: String) throws(ErrorResponse) -> Identifier<Entity> {
        try Self.identifier(try required(name), at: name)
    }

    func identifiers<Entity>(_ name: String) throws(ErrorResponse) -> [Identifier<Entity>] {
        guard let elements = try required(name).array else { throw .badRequest("\(name) must be an array", at: name) }
        var identifiers: [Identifier<Entity>] = []
        for (index, element) in elements.enumerated() {
            identifiers.append(try Self.identifier(element, at: "\(name).[\(index)]"))
        }
        return identifiers
    }

    /// `nil` where the member is missing or null.
    func optionalString(_ name: String) throws(ErrorResponse) -> String? {
        guard let value = optional(name) else { return nil }
        return try Self.string(value, at: name)
    }

    func optionalIdentifier<Entity>(_ name: String) throws(ErrorResponse) -> Identifier<Entity>? {
        guard let value = optional(name) else { return nil }
        return try Self.identifier(value, at: name)
    }

    /// `nil` where the member is missing or null.
    func optionalStrings(_ name: String) throws(ErrorResponse) -> [String]? {
        guard let value = optional(name) else { return nil }
        guard let elements = value.array else { throw .badRequest("\(name) must be an array", at: name) }
        var strings: [String] = []
        for (index, element) in elements.enumerated() {
            strings.append(try Self.string(element, at: "\(name).[\(index)]"))
        }
        return strings
    }

    func integer(_ name: String) throws(ErrorResponse) -> Int { try Self.integer(try required(name), at: name) }

    /// `nil` where the member is missing or null.
    func optionalInteger(_ name: String) throws(ErrorResponse) -> Int? {
        guard let value = optional(name) else { return nil }
        return try Self.integer(value, at: name)
    }

    private static func integer(_ value: JSON, at place: String) throws(ErrorResponse) -> Int {
        guard let number = value.number.flatMap({ Int(exactly: $0) }) else {
            throw .badRequest("\(place) must be an integer", at: place)
        }
        return number
    }

    func has(_ name: String) -> Bool { members[name] != nil }

    /// None where the member is missing.
    func optionalIdentifiers<Entity>(_ name: String) throws(ErrorResponse) -> [Identifier<Entity>] {
        has(name) ? try identifiers(name) : []
    }

    private func required(_ name: String) throws(ErrorResponse) -> JSON {
        guard let value = members[name] else { throw .badRequest("\(name) is required", at: name) }
        return value
    }

    private func optional(_ name: String) -> JSON? { members[name].flatMap { $0 == .null ? nil : $0 } }

    private static func string(_ value: JSON, at place: String) throws(ErrorResponse) -> String {
        guard value != .null else { throw .badRequest("\(place) must not be null", at: place) }
        guard let text = value.string else { throw .badRequest("\(place) must be a string", at: place) }
        return text
    }

    private static func identifier<Entity>(_ value: JSON, at place: String) throws(ErrorResponse) -> Identifier<Entity>
    {
        guard let identifier = Identifier<Entity>(try string(value, at: place)) else {
            throw .badRequest("\(place) must be a UUID", at: place)
        }
        return identifier
    }
}
