import CJOSE

extension JSON {
    /// How deep arrays and objects may lie in each other.
    public static let maximumDepth = 32

    /// Reads a value by jansson; fails for what is not JSON, for a member that comes twice, for the character U+0000,
    /// and for numbers that fit into neither 64 bits nor a double.
    public init?(parsing bytes: [UInt8]) {
        let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY
        let parsed = bytes.withUnsafeBytes { buffer in
            json_loadb(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, Int(flags), nil)
        }
        guard let parsed else { return nil }
        defer { json_decref(parsed) }
        self.init(parsed, depth: 0)
    }

    private init?(_ value: UnsafeMutablePointer<json_t>, depth: Int) {
        guard depth <= Self.maximumDepth else { return nil }
        switch engawa_json_type(value) {
        case JSON_NULL: self = .null
        case JSON_TRUE: self = true
        case JSON_FALSE: self = false
        case JSON_INTEGER: self = .number(Double(json_integer_value(value)))
        case JSON_REAL: self = .number(json_real_value(value))
        case JSON_STRING: self = .string(String(cString: json_string_value(value)))
        case JSON_ARRAY:
            var elements: [JSON] = []
            for index in 0..<json_array_size(value) {
                guard let element = json_array_get(value, index).flatMap({ JSON($0, depth: depth + 1) }) else {
                    return nil
                }
                elements.append(element)
            }
            self = .array(elements)
        default:
            var members: [String: JSON] = [:]
            var place = json_object_iter(value)
            while let here = place {
                guard let member = json_object_iter_value(here).flatMap({ JSON($0, depth: depth + 1) }) else {
                    return nil
                }
                members[String(cString: json_object_iter_key(here))] = member
                place = json_object_iter_next(value, here)
            }
            self = .object(members)
        }
    }

    /// The value as bytes, without white space, and with the members of objects in the order of their names.
    ///
    /// Strings end at U+0000, and numbers are finite: whoever makes such a value by hand makes a mistake.
    public var bytes: [UInt8] {
        let value = made
        defer { json_decref(value) }
        guard let text = json_dumps(value, Int(JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY)) else {
            preconditionFailure("no memory")
        }
        defer { free(text) }
        return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    /// The value as jansson's, to be given back by the caller.
    private var made: UnsafeMutablePointer<json_t> {
        let value: UnsafeMutablePointer<json_t>? =
            switch self {
            case .null: json_null()
            case .bool(let value): value ? json_true() : json_false()
            case .number(let number):
                Int64(exactly: number).map { json_integer($0) } ?? json_real(number)
            case .string(let text): json_string(text)
            case .array(let elements): Self.made(elements)
            case .object(let members): Self.made(members)
            }
        guard let value else { preconditionFailure("not a JSON value") }
        return value
    }

    private static func made(_ elements: [JSON]) -> UnsafeMutablePointer<json_t>? {
        let array = json_array()
        for element in elements { json_array_append_new(array, element.made) }
        return array
    }

    private static func made(_ members: [String: JSON]) -> UnsafeMutablePointer<json_t>? {
        let object = json_object()
        for (name, member) in members { json_object_set_new(object, name, member.made) }
        return object
    }
}
