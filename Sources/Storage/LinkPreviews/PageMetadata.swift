import Bytes
import HTTP
package import Pictures
import RichText

/// What a page says about itself in its title and in `meta` elements: the Open Graph protocol (ogp.me), Twitter's cards,
/// and the `description` of HTML.
package struct PageMetadata {
    private var title = ""
    private var values: [String: [UInt8]] = [:]

    private static let names: Set = [
        "og:title", "twitter:title", "og:description", "twitter:description", "description", "og:site_name", "og:image",
        "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src",
    ]

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - bytes: HTML, which may be broken or cut off.
    ///   - contentType: the value of its `Content-Type` field.
    package init(_ bytes: [UInt8], contentType: String) {
        var tags = TagScanner(PageText.decode(bytes, contentType: contentType))
        var hasTitle = false
        while let tag = tags.next() {
            if tag.name == "title", !hasTitle {
                title = PlainLine.decode(tag.content)
                hasTitle = true
            }
            guard tag.name == "meta", let content = tag["content"], !content.isEmpty,
                let name = tag["property"] ?? tag["name"]
            else { continue }
            let key = String(decoding: name.map(\.asciiLowercased), as: UTF8.self)
            if Self.names.contains(key), values[key] == nil { values[key] = content }
        }
    }

    /// The preview; `nil` without a title.
    ///
    /// - Parameter url: that of the page, which references are relative to.
    package func preview(of url: WebURL, _ limits: LinkPreviewLimits = LinkPreviewLimits()) -> LinkPreview? {
        let title = first("og:title", "twitter:title") ?? self.title
        guard !title.isEmpty else { return nil }
        let text = first("og:description", "twitter:description", "description") ?? ""
        let site = first("og:site_name") ?? ""
        return LinkPreview(
            title: PlainLine.cut(title, to: limits.title),
            text: text == title ? "" : PlainLine.cut(text, to: limits.text),
            site: site.isEmpty ? url.origin.host : PlainLine.cut(site, to: limits.site), picture: picture(url, limits))
    }

    /// The first of these that is not empty.
    private func first(_ names: String...) -> String? {
        for name in names {
            guard let line = values[name].map({ PlainLine.decode($0[...]) }), !line.isEmpty else { continue }
            return line
        }
        return nil
    }

    private func picture(_ url: WebURL, _ limits: LinkPreviewLimits) -> WebURL? {
        let reference = first("og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src")
        guard let picture = reference.flatMap({ url.redirected(to: WebURL.escaping($0)) }),
            limits.ports?.contains(picture.origin.port) != false
        else { return nil }
        return picture
    }
}

/// The text of an element or attribute as one line.
enum PlainLine {
    /// How many bytes are read; the longest text that is shown is shorter.
    private static let maximumBytes = 8_192
    /// The longest name of a character reference, with `&` and `;`.
    private static let maximumReference = 36

    /// Decodes character references, replaces each run of white space by one space, and removes invisible characters.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        var text = ""
        var needsSpace = false
        for scalar in references(in: String(decoding: bytes.prefix(maximumBytes), as: UTF8.self)) {
            if scalar.properties.isWhitespace {
                needsSpace = !text.isEmpty
            } else if isShown(scalar) {
                if needsSpace { text.append(" ") }
                text.unicodeScalars.append(scalar)
                needsSpace = false
            }
        }
        return text
    }

    static func cut(_ text: String, to limit: Int) -> String {
        guard text.unicodeScalars.count > limit else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit - 1))) + "…"
    }

    /// Neither controls, which include those of the direction of text, nor private or unassigned characters.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .privateUse, .surrogate, .unassigned: false
        // Joiners are parts of emoji and of words of some languages.
        case .format: scalar.value == 0x200C || scalar.value == 0x200D
        default: true
        }
    }

    /// The text with its character references decoded (WHATWG HTML §13.2.5.72); unknown ones stay.
    private static func references(in text: String) -> [Unicode.Scalar] {
        let typed = Array(text.unicodeScalars)
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(typed.count)
        var index = 0
        while index < typed.count {
            if typed[index] == "&",
                let end = typed[index...].prefix(maximumReference).firstIndex(of: ";"),
                let character = CharacterReference.text(
                    String(String.UnicodeScalarView(typed[index...end])))
            {
                scalars.append(contentsOf: character.unicodeScalars)
                index = end + 1
            } else {
                scalars.append(typed[index])
                index += 1
            }
        }
        return scalars
    }
}
