import HTML
import RichText
import Testing

/// The HTML of `text`, without the links' `rel`, which has a test of its own.
func rendered(_ text: String, mentions: RichText.Mentions = .none) -> String {
    String(decoding: RichText(text, mentions: mentions).bytes, as: UTF8.self)
        .replacing(#" rel="noopener noreferrer nofollow ugc""#, with: "")
}

/// Extracts the text from HTML, with the numbers of lists and the targets of links. By bytes, because a Swift character
/// may be a bracket with a combining mark.
struct TakenApart {
    private(set) var text = ""
    private(set) var isBalanced = true
    private(set) var targets: [String] = []
    private(set) var tags: Set<String> = []
    private var open: [(name: String, suffix: String)] = []
    private var counters: [Int?] = []

    init(_ html: String) {
        var rest = Array(html.utf8)[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")),
            let end = rest[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            text += Self.unescaped(rest[..<start])
            take(rest[(start + 1)..<end])
            rest = rest[(end + 1)...]
        }
        text += Self.unescaped(rest)
        if !open.isEmpty || rest.contains(UInt8(ascii: "<")) { isBalanced = false }
    }

    private mutating func take(_ tag: ArraySlice<UInt8>) {
        let name = String(decoding: tag.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
        if name.hasPrefix("/") {
            let last = open.popLast()
            if last?.name != String(name.dropFirst()) { isBalanced = false }
            text += last?.suffix ?? ""
            if name == "/ol" || name == "/ul" { _ = counters.popLast() }
            return
        }
        tags.insert(name)
        var suffix = ""
        switch name {
        case "br":
            text += "\n"
            return
        case "ol": counters.append(Int(Self.attribute("start", tag) ?? "1"))
        case "ul": counters.append(nil)
        case "li": if let next = counters.popLast() { counters.append(number(Self.attribute("value", tag), next)) }
        case "a":
            if open.contains(where: { $0.name == "a" }) { isBalanced = false }
            targets.append(Self.attribute("href", tag) ?? "")
            suffix = (targets.last ?? "") + (Self.attribute("title", tag) ?? "")
        default: break
        }
        open.append((name, suffix))
    }

    private mutating func number(_ value: String?, _ next: Int?) -> Int? {
        guard let number = value.flatMap({ Int($0) }) ?? next else { return nil }
        text += "\(number)"
        return number + 1
    }

    private static func attribute(_ name: String, _ tag: ArraySlice<UInt8>) -> String? {
        tag.firstRange(of: Array(" \(name)=\"".utf8)).map {
            unescaped(tag[$0.upperBound...].prefix { $0 != UInt8(ascii: "\"") })
        }
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = Array(bytes)
        for (name, sign) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
            bytes.replace(Array(name.utf8), with: Array(sign.utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
