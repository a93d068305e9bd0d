import Bytes
import HTTP

/// Values of header fields are read as simpler readers do, and what was read is read again from its own text.
enum FieldsProperty {
    static func check(_ input: [UInt8]) throws(Violation) {
        let field = String(decoding: input, as: UTF8.self)
        var headers = HeaderFields()
        headers.append(.cookie, field)
        for name in ["session", "a", ""] {
            let value = Cookies(headers)[name].map { Array($0.utf8) }
            // Without zeros and line ends, as a field has none.
            let other = headers[.cookie].flatMap { simplyRead(name, $0) }
            try require(value == other, "the cookie \(name) is read as \(value ?? []), not \(other ?? [])")
        }
        if let cookie = ReceivedCookie(field) {
            let again = ReceivedCookie("\(cookie.name)=\(cookie.value)")
            try require(again?.name == cookie.name && again?.value == cookie.value, "a cookie changes when it is kept")
        }
        if let tag = EntityTag(serialized: field) {
            try require(EntityTag(serialized: tag.serialized) == tag, "an entity tag changes")
            try require(tag.matches(ifNoneMatch: tag.serialized), "an entity tag does not match itself")
        }
        let qualities = Preferences(field).choices.map(\.quality)
        try require(qualities.allSatisfy { (0...1).contains($0) }, "a quality beyond 0…1")
        try require(qualities == qualities.sorted(by: >), "preferences out of order")
        if let type = MediaType(field: field) {
            try require(MediaType(field: type.description) == type, "a media type changes")
        }
        if let address = IPAddress(field) {
            try require(IPAddress(address.description) == address, "an address changes")
        }
        if let origin = Origin(serialized: field) {
            try require(Origin(serialized: origin.description) == origin, "an origin changes")
        }
    }

    /// The first cookie of this name, as RFC 6265 §5.4 writes them: in one pass over all parts.
    private static func simplyRead(_ name: String, _ field: String) -> [UInt8]? {
        for part in field.utf8.split(separator: UInt8(ascii: ";")) {
            let pair = part.drop { $0 == UInt8(ascii: " ") }
            guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<sign].elementsEqual(name.utf8) else {
                continue
            }
            return Array(pair[pair.index(after: sign)...])
        }
        return nil
    }
}
