import Bytes

extension MarkdownSource {
    /// Characters before which a backslash escapes.
    private static let escapable = "*`~[]<>#".utf8
    private static let listSigns = "-+".utf8

    /// Appends a line's content, with a `joint` or `gap` inserted wherever cmark would find syntax that chat messages
    /// do not support.
    mutating func appendInline(_ text: [UInt8], _ range: Range<Int>) {
        var address: AddressScanner?
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = text[index]
            let next = index + 1 < range.upperBound ? text[index + 1] : UInt8(ascii: "\n")
            if var open = address {
                switch open.step(text, index) {
                case .continues: address = open
                case .ends: address = nil
                case .cut:
                    append(UInt8(ascii: " "))
                    append(Self.afterSpace)
                    address = nil
                }
            } else if let start = AddressScanner.start(in: text, at: index, line: range) {
                if start.needsSpace {
                    append(Self.beforeSpace)
                    append(UInt8(ascii: " "))
                }
                address = AddressScanner()
            }
            append(byte)
            switch byte {
            case UInt8(ascii: "\\"): appendJoint(afterBackslashBefore: next, isFirst: index == range.lowerBound)
            // cmark would drop a link reference definition from the text.
            case UInt8(ascii: "]") where next == UInt8(ascii: ":"): append(Self.joint)
            // Entities are shown as they were typed.
            case UInt8(ascii: "&") where next == UInt8(ascii: "#") || next.isASCIILetter: append(Self.joint)
            // Only safe URLs may stand between `<` and `>`.
            case UInt8(ascii: "<") where next.isASCIILetter && isUnsafeAddress(text[(index + 1)..<range.upperBound]):
                append(Self.joint)
            default: break
            }
            if byte == UInt8(ascii: "\\"), Self.escapable.contains(next) {
                append(next)
                index += 1
            }
            index += 1
        }
    }

    private mutating func appendJoint(afterBackslashBefore next: UInt8, isFirst: Bool) {
        if Self.escapable.contains(next) || isFirst && Self.listSigns.contains(next) { return }
        append(Self.joint)
    }

    /// Whether `<` is followed by a URL with an unsafe scheme.
    private func isUnsafeAddress(_ text: ArraySlice<UInt8>) -> Bool {
        let scheme = text.prefix { $0.isASCIIAlphanumeric || "+.-".utf8.contains($0) }
        guard text.dropFirst(scheme.count).first == UInt8(ascii: ":") else { return false }
        return !["http", "https", "mailto"].contains(String(decoding: scheme, as: UTF8.self).lowercased())
    }
}
