/// The picture of a person or of a group, as the backend keeps it: square, and small enough to be sent whole.
public struct StoredPicture: Hashable, Sendable {
    /// The most bytes of a picture.
    public static let maximumBytes = 128 << 10

    /// The encoded picture, usually WebP; not validated.
    public let content: [UInt8]

    /// Fails for none, and for more than `maximumBytes`.
    public init?(_ content: [UInt8]) {
        guard (1...Self.maximumBytes).contains(content.count) else { return nil }
        self.content = content
    }
}

public typealias PictureID = Identifier<StoredPicture>

extension PictureID {
    /// The picture's URL, relative to the API of the backend that keeps it (RFC 3986 §4.2).
    public var avatarURL: String { Self.path + description }

    /// Fails for the URL of any other picture.
    public init?(avatarURL: String) {
        guard avatarURL.utf8.starts(with: Self.path.utf8) else { return nil }
        self.init(String(decoding: avatarURL.utf8.dropFirst(Self.path.utf8.count), as: UTF8.self))
    }

    private static var path: String { "/pictures/" }
}

extension User {
    /// The picture that the backend keeps; `nil` for none, and for one that is elsewhere on the web.
    public var picture: PictureID? { avatarURL.flatMap { PictureID(avatarURL: $0) } }
}
