/// Metrics as text for Prometheus.
///
/// Source: "Exposition formats", text-based format, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
public struct Exposition: Sendable {
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    private(set) var text = ""

    /// Writes the header of a family; its samples follow.
    mutating func begin(_ name: String, _ kind: Kind, help: String) {
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(_ name: String, _ labels: LabelSet, _ value: Double) {
        text += name
        if !labels.pairs.isEmpty {
            let pairs = labels.pairs.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(Self.number(value))\n"
    }

    /// A number as Go's `ParseFloat` reads it; whole numbers without a decimal point.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: value).map(String.init) ?? "\(value)"
    }

    /// Escapes `\` and line feeds, and in label values also `"`.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += #"\\"#
            case "\n": escaped += #"\n"#
            case "\"" where quotes: escaped += #"\""#
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// Whether `text` is a valid metric name (with colons) or label name (without).
    static func isName(_ text: String, colons: Bool) -> Bool {
        let isFirst = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
            default: byte == UInt8(ascii: ":") && colons
            }
        }
        guard let first = text.utf8.first, isFirst(first) else { return false }
        return text.utf8.allSatisfy { isFirst($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
