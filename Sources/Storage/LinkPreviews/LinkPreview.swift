import Bytes
public import Pictures

/// What a page says about itself, as the card of a link shows it. All texts are single lines without control characters.
public struct LinkPreview: Sendable, Hashable {
    /// Never empty.
    public let title: String
    /// A short description; may be empty.
    public let text: String
    /// The name of the site, or its host. Never empty.
    public let site: String
    /// The picture, as it was found in the page; `nil` if there is none that can be shown.
    public let picture: WebURL?
}

extension LinkPreview {
    /// Reads what `json` wrote; fails for anything else.
    init?(_ bytes: [UInt8]) {
        guard let json = JSON(parsing: bytes), let title = json["title"]?.string, let text = json["text"]?.string,
            let site = json["site"]?.string
        else { return nil }
        self.init(
            title: title, text: text, site: site, picture: json["picture"]?.string.flatMap { WebURL($0) })
    }

    var json: [UInt8] {
        JSON([
            "title": .string(title), "text": .string(text), "site": .string(site),
            "picture": picture.map { .string($0.description) },
        ]).bytes
    }
}
