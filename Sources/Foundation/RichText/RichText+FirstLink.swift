import Bytes
import HTML

extension RichText {
    /// The URL of the first link to a web page that the text shows, as it was typed; `nil` if there is none. What stands in
    /// code is no link.
    public static func firstLink(in text: String) -> String? {
        guard text.utf8.contains("://".utf8) || text.utf8.contains("www.".utf8) else { return nil }
        let survey = TextSurvey(text)
        guard survey.isWorthParsing else { return nil }
        return MarkdownSource(Array((survey.normalized ?? text).utf8)).withDocument { document, _ in
            document.depth(isAtMost: maximumDepth) ? firstLink(in: document) : nil
        }
    }

    private static func firstLink(in parent: Node) -> String? {
        for node in parent.children {
            if node.kind == .link || node.kind == .image {
                let (url, lowercased) = (node.url, node.url.lowercased())
                if ["http://", "https://"].contains(where: { lowercased.utf8.starts(with: $0.utf8) && $0 != lowercased }
                ),
                    SafeURL(url) != nil
                {
                    return url
                }
            }
            if let url = firstLink(in: node) { return url }
        }
        return nil
    }
}
