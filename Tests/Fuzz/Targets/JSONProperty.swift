import Bytes
import Foundation

/// The reader comes to the same verdict and the same value as `JSONDecoder`.
///
/// It refuses by intention: a member that comes twice, depth, and numbers beyond a double. Foundation also takes a comma
/// behind the last element, UTF-16 and UTF-32, and a byte order mark, does not look at the value of a member that comes
/// again, and refuses numbers that are rounded to zero; such texts are not compared.
enum JSONProperty {
    private enum Member: String, JSONMember {
        case id, name, text, createdAt
        static let members = JSONMembers<Member>()
    }

    static func check(_ input: [UInt8]) throws(Violation) {
        let value = JSON(parsing: input, isStrict: false)
        let isSkipped = (try? JSONReader.read(input) { (json) throws(JSONReader.Stop) in try json.skip() }) != nil
        if JSON(parsing: input) != nil {
            try require(JSON(parsing: input) == value, "strict reading gives another value")
        }
        guard let value else {
            if isSkipped {
                let walk = Walk(input)
                return try require(walk.isRepeated || walk.isBeyondDouble, "a text is passed over that can't be read")
            }
            guard isPlain(input), !mayBeDeep(input), !mayEndWithComma(input) else { return }
            guard let other = decoded(input), other.members == colons(input) else { return }
            throw Violation(description: "JSONDecoder reads what is refused")
        }
        try require(isSkipped, "a value can't be passed over")
        try require(JSON(parsing: value.bytes, isStrict: false) == value, "a value changes when it is written")
        try checkMembers(of: value, input)
        guard isPlain(input) else { return }
        guard let other = decoded(input) else {
            return try require(Walk(input).isBelowDouble, "JSONDecoder refuses what was read")
        }
        try require(other == value, "JSONDecoder reads \(other), not \(value)")
    }

    private static func decoded(_ input: [UInt8]) -> JSON? {
        try? JSONDecoder().decode(Decoded.self, from: Data(input)).value
    }

    /// Whether Foundation takes a text for UTF-8 without a mark, too.
    private static func isPlain(_ input: [UInt8]) -> Bool {
        !input.contains(0) && !input.starts(with: [0xEF, 0xBB, 0xBF]) && !input.starts(with: [0xFE])
            && !input.starts(with: [0xFF])
    }

    /// Whether a text may be deeper than is read.
    private static func mayBeDeep(_ input: [UInt8]) -> Bool {
        input.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") } > JSONReader.maximumDepth
    }

    private static func mayEndWithComma(_ input: [UInt8]) -> Bool {
        let signs = input.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return zip(signs, signs.dropFirst()).contains { $0 == UInt8(ascii: ",") && "]}".utf8.contains($1) }
    }

    /// The colons outside of strings: as many as there are members, those that come again included.
    private static func colons(_ input: [UInt8]) -> Int {
        var colons = 0
        var isString = false
        var isEscaped = false
        for byte in input {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isString
            case UInt8(ascii: "\""): isString.toggle()
            case UInt8(ascii: ":") where !isString: colons += 1
            default: break
            }
        }
        return colons
    }

    /// Members with names that are known are found in whatever order, and also where their names have escapes.
    private static func checkMembers(of value: JSON, _ input: [UInt8]) throws(Violation) {
        guard let object = value.object else { return }
        var found: [String: JSON] = [:]
        let isRead: Void? = try? JSONReader.read(input) { (json) throws(JSONReader.Stop) in
            try json.object(Member.members) { (member, json) throws(JSONReader.Stop) in
                try json.skip()
                if let member { found[member.rawValue] = object[member.rawValue] }
            }
        }
        try require(isRead != nil, "an object can't be read by its members")
        let expected = object.filter { Member(rawValue: $0.key) != nil }
        try require(found == expected, "members are missing")
    }

    /// Why a text is refused that is JSON.
    private struct Walk {
        var isRepeated = false
        var isBeyondDouble = false
        var isBelowDouble = false

        init(_ input: [UInt8]) {
            _ = try? JSONReader.read(input) { (json) throws(JSONReader.Stop) in try take(&json) }
        }

        private mutating func take(_ json: inout JSONReader) throws(JSONReader.Stop) {
            switch try json.next() {
            case UInt8(ascii: "{"):
                var names: Set<String> = []
                try json.object { (name, json) throws(JSONReader.Stop) in
                    if !names.insert(name).inserted { isRepeated = true }
                    try take(&json)
                }
            case UInt8(ascii: "["): try json.array { (json) throws(JSONReader.Stop) in try take(&json) }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                var number = json
                if let value = try? number.number() {
                    if value.magnitude < .leastNormalMagnitude { isBelowDouble = true }
                } else {
                    isBeyondDouble = true
                }
                try json.skip()
            default: try json.skip()
            }
        }
    }

    /// A value that `JSONDecoder` reads.
    private struct Decoded: Decodable {
        let value: JSON

        init(from decoder: any Decoder) throws {
            if let members = try? decoder.container(keyedBy: Key.self) {
                value = .object(
                    try Dictionary(
                        members.allKeys.map { ($0.stringValue, try members.decode(Decoded.self, forKey: $0).value) },
                        uniquingKeysWith: { $1 }))
            } else if var elements = try? decoder.unkeyedContainer() {
                var values: [JSON] = []
                while !elements.isAtEnd { values.append(try elements.decode(Decoded.self).value) }
                value = .array(values)
            } else {
                let single = try decoder.singleValueContainer()
                if single.decodeNil() {
                    value = .null
                } else if let bool = try? single.decode(Bool.self) {
                    value = .bool(bool)
                } else if let number = try? single.decode(Double.self) {
                    value = .number(number)
                } else {
                    value = .string(try single.decode(String.self))
                }
            }
        }

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
    }
}

extension JSON {
    /// The members of all objects in it.
    fileprivate var members: Int {
        switch self {
        case .object(let object): object.count + object.values.reduce(0) { $0 + $1.members }
        case .array(let elements): elements.reduce(0) { $0 + $1.members }
        default: 0
        }
    }
}
