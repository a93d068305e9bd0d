/// Extracts the text from HTML, with the numbers of lists and the targets of links. By bytes, because a Swift character
/// may be a bracket with a combining mark.
public struct TakenApart {
    public private(set) var text = ""
    public private(set) var isBalanced = true
    public private(set) var targets: [String] = []
    public private(set) var tags: Set<String> = []
    /// The names of all attributes, behind the names of their tags: `a href`.
    public private(set) var attributes: Set<String> = []
    private var open: [(name: String, suffix: String)] = []
    private var counters: [Int?] = []

    public init(_ html: String) {
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
        for attribute in Self.attributeNames(tag) { attributes.insert("\(name) \(attribute)") }
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

    private static func attributeNames(_ tag: ArraySlice<UInt8>) -> [String] {
        var names: [String] = []
        var rest = tag.drop { $0 != UInt8(ascii: " ") }
        while let start = rest.firstIndex(where: { $0 != UInt8(ascii: " ") }) {
            rest = rest[start...]
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: " ") }
            names.append(String(decoding: name, as: UTF8.self))
            rest = rest[name.endIndex...]
            guard rest.first == UInt8(ascii: "=") else { continue }
            // Behind the value's second quote.
            rest = rest.dropFirst(2).drop { $0 != UInt8(ascii: "\"") }.dropFirst()
        }
        return names
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var bytes = Array(bytes)
        for (name, sign) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
            bytes.replace(Array(name.utf8), with: Array(sign.utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
