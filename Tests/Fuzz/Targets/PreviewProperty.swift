import HTTP
import Pictures

@testable import LinkPreviews

/// The texts of a preview are short single lines without controls, its picture has a URL that may be fetched, and it is
/// read as it was written. The first line of the input is the `Content-Type` of the page that follows.
enum PreviewProperty {
    static func check(_ input: [UInt8]) throws(Violation) {
        let end = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.endIndex
        guard let url = WebURL("https://host.example/a/b?c") else { throw Violation(description: "no URL") }
        let limits = LinkPreviewLimits()
        let contentType = String(decoding: input[..<end], as: UTF8.self)
        guard
            let preview = PageMetadata(Array(input[end...].dropFirst()), contentType: contentType)
                .preview(of: url, limits)
        else { return }
        try require(!preview.title.isEmpty && !preview.site.isEmpty, "an empty text")
        for (text, limit) in [(preview.title, limits.title), (preview.text, limits.text), (preview.site, limits.site)] {
            try require(text.unicodeScalars.count <= limit, "\(text.unicodeScalars.count) characters")
            try require(
                !text.unicodeScalars.contains(where: isControl), "a control character in \(text.debugDescription)")
            try require(text.unicodeScalars.first != " ", "a space at the start of \(text.debugDescription)")
        }
        if let picture = preview.picture {
            try require(WebURL(picture.description) == picture, "\(picture) is not the URL it says")
            try require([80, 443].contains(picture.origin.port), "port \(picture.origin.port)")
        }
        try require(LinkPreview(preview.json) == preview, "it is not read as it was written")
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: scalar.value != 0x200C && scalar.value != 0x200D
        default: false
        }
    }
}
