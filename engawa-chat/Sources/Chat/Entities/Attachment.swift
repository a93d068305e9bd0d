import Bytes

/// A file of a message, or one that was uploaded for a message that has not been sent yet.
public struct Attachment: Hashable, Sendable, Codable, Identifiable {
    public let id: FileID
    public let name: FileName
    /// What the content is, as the server found it (`image/webp`, `text/plain`); never what a browser said.
    public let type: FileType
    /// The size in bytes.
    public let bytes: Int64
    /// What the picture looks like; `nil` for anything else than a picture that can be shown.
    public let picture: PictureShape?

    public init(id: FileID, name: FileName, type: FileType, bytes: Int64, picture: PictureShape? = nil) {
        self.id = id
        self.name = name
        self.type = type
        self.bytes = bytes
        self.picture = picture
    }

    /// The same content for another message.
    public func copy(as id: FileID) -> Attachment {
        Attachment(id: id, name: name, type: type, bytes: bytes, picture: picture)
    }
}

/// How much place a picture takes on a page, and what fills it until the picture is there.
public struct PictureShape: Hashable, Sendable, Codable {
    /// In pixels, turned upright.
    public let width: Int
    public let height: Int
    /// A very small picture (WebP, at most `maximumFirstLook` bytes); empty where there is none.
    public let firstLook: [UInt8]

    /// The most bytes of a first look.
    public static let maximumFirstLook = 100
    /// The most pixels in one direction.
    public static let maximumSide = 16_384

    /// Fails where a side is not 1 to `maximumSide` pixels; a first look that is too long is left out.
    public init?(width: Int, height: Int, firstLook: [UInt8] = []) {
        guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else { return nil }
        self.width = width
        self.height = height
        self.firstLook = firstLook.count <= Self.maximumFirstLook ? firstLook : []
    }
}

/// A media type without parameters, in lower case (RFC 6838 §4.2), as in `image/png`.
public struct FileType: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// For content that nothing is known of.
    public static let unknown = FileType(known: "application/octet-stream")
    public static let jpeg = FileType(known: "image/jpeg")
    /// The most bytes of a type.
    public static let maximumBytes = 127

    private init(known text: String) { description = text }

    /// Fails unless `text` is two names of RFC 6838 around a slash.
    public init?(_ text: some StringProtocol) {
        let lower = text.lowercased()
        let parts = lower.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard lower.utf8.count <= Self.maximumBytes, parts.count == 2,
            parts.allSatisfy({ part in
                part.first?.isASCIIAlphanumeric == true
                    && part.allSatisfy { $0.isASCIIAlphanumeric || "!#$&-^_.+".utf8.contains($0) }
            })
        else { return nil }
        description = lower
    }

    /// `image` of `image/png`.
    public var family: Substring { description.prefix { $0 != "/" } }
}

/// The name under which a file was sent: at most 200 bytes of UTF-8, without slashes, control characters and marks that
/// change the direction of text, neither "." nor "..".
public struct FileName: Hashable, Sendable, CustomStringConvertible {
    public static let maximumBytes = 200
    /// The longest extension that a cut leaves as it is, with its dot, in bytes.
    static let maximumExtensionBytes = 20

    public let description: String

    /// Makes a name of any text: what a name may not have is left out, of a path only the last part stays, and a long
    /// name is cut before its extension. A name of which nothing is left is "file".
    public init(_ text: some StringProtocol) {
        let last = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: last.unicodeScalars.filter { !Self.isLeftOut($0) })
        var name = String(String(kept).trimmingWhitespace)
        if name.isEmpty || name.allSatisfy({ $0 == "." }) { name = "file" }
        description = Self.cut(name)
    }

    /// The part after the last dot, in lower case; empty where there is none.
    public var pathExtension: String {
        guard let dot = description.lastIndex(of: "."), dot > description.startIndex else { return "" }
        return description[description.index(after: dot)...].lowercased()
    }

    /// The name with another extension, or one where it had none.
    public func replacingExtension(with new: String) -> FileName {
        let stem = pathExtension.isEmpty ? description[...] : description.dropLast(pathExtension.count + 1)
        return FileName("\(stem).\(new)")
    }

    private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        // Marks of direction can make "exe.txt" of "txt.exe" (Unicode TR 36). Joiners are part of words and emoji.
        case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
        default: false
        }
    }

    /// Cuts between characters (Unicode scalars): one that a person sees may be longer than a name.
    private static func cut(_ name: String) -> String {
        guard name.utf8.count > maximumBytes else { return name }
        var end = name.unicodeScalars[...]
        var tail = name.unicodeScalars[name.endIndex...]
        if let dot = name.unicodeScalars.lastIndex(of: "."), dot > name.startIndex,
            name.utf8.distance(from: dot, to: name.endIndex) <= maximumExtensionBytes
        {
            tail = name.unicodeScalars[dot...]
            end = name.unicodeScalars[..<dot]
        }
        var bytes = name.utf8.count
        while bytes > maximumBytes, let last = end.popLast() { bytes -= UTF8.width(last) }
        return String(end) + String(tail)
    }
}

extension FileType: Codable {
    /// Fails unless the value is the text of a media type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let type = FileType(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a media type")
        }
        self = type
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension FileName: Codable {
    /// Makes a name of any text.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
