/// Reads the text format 0.0.4 as strictly as `promtool check metrics`, and says what is wrong.
///
/// Source: https://prometheus.io/docs/instrumenting/exposition_formats/.
public struct ExpositionParser {
    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    public struct Sample: Equatable {
        public let name: String
        public let labels: [String: String]
        public let value: Double
    }

    public struct Family {
        public let name: String
        public let kind: String
        public let help: String
        public internal(set) var samples: [Sample] = []
    }

    public private(set) var families: [Family] = []
    private var help: (name: String, text: String)?

    public init(_ text: String) throws(Fault) {
        guard text.isEmpty || text.hasSuffix("\n") else { throw Fault(description: "no line feed at the end") }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            try read(String(line))
        }
        for family in families { try check(family) }
    }

    public func samples(_ name: String) -> [Sample] { families.flatMap(\.samples).filter { $0.name == name } }

    /// The one sample with these labels.
    public func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        let found = samples(name).filter { $0.labels == labels }
        return found.count == 1 ? found[0].value : nil
    }

    private mutating func read(_ line: String) throws(Fault) {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        if line.hasPrefix("# HELP ") {
            guard words.count == 4, Self.isName(words[2]), help == nil else {
                throw Fault(description: "HELP: \(line)")
            }
            help = (words[2], try Self.unescaped(words[3], quotes: false))
        } else if line.hasPrefix("# TYPE ") {
            guard words.count == 4, words[2] == help?.name, let text = help?.text,
                ["counter", "gauge", "histogram"].contains(words[3]), !families.contains(where: { $0.name == words[2] })
            else { throw Fault(description: "TYPE: \(line)") }
            families.append(Family(name: words[2], kind: words[3], help: text))
            help = nil
        } else {
            guard help == nil, !families.isEmpty else { throw Fault(description: "no TYPE before: \(line)") }
            let sample = try Self.sample(line)
            let family = families[families.count - 1]
            let names =
                family.kind == "histogram" ? ["_bucket", "_sum", "_count"].map { family.name + $0 } : [family.name]
            guard names.contains(sample.name) else { throw Fault(description: "of another family: \(line)") }
            guard !family.samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) else {
                throw Fault(description: "twice: \(line)")
            }
            families[families.count - 1].samples.append(sample)
        }
    }

    private func check(_ family: Family) throws(Fault) {
        switch family.kind {
        case "counter":
            guard family.name.hasSuffix("_total"), family.samples.allSatisfy({ $0.value >= 0 }) else {
                throw Fault(description: "\(family.name) is no counter")
            }
        case "histogram":
            let buckets = family.samples.filter { $0.name.hasSuffix("_bucket") }
            for (labels, buckets) in Dictionary(
                grouping: buckets, by: { $0.labels.filter { $0.key != "le" } })
            {
                let bounds = buckets.compactMap { Self.number($0.labels["le"] ?? "") }
                let count = family.samples.first { $0.name.hasSuffix("_count") && $0.labels == labels }
                let sum = family.samples.first { $0.name.hasSuffix("_sum") && $0.labels == labels }
                guard bounds.count == buckets.count, bounds == bounds.sorted(), bounds.last == .infinity,
                    buckets.map(\.value) == buckets.map(\.value).sorted(), buckets.last?.value == count?.value,
                    sum != nil
                else { throw Fault(description: "\(family.name) \(labels) is no histogram") }
            }
        default: break
        }
    }

    private static func sample(_ line: String) throws(Fault) -> Sample {
        let fault = Fault(description: "sample: \(line)")
        let name = String(line.prefix { $0 != "{" && $0 != " " })
        guard isName(name) else { throw fault }
        var rest = line.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest = rest.dropFirst()
            while rest.first != "}" {
                let label = String(rest.prefix { $0 != "=" })
                guard isName(label), !label.contains(":"), labels[label] == nil else { throw fault }
                rest = rest.dropFirst(label.count)
                guard rest.hasPrefix("=\"") else { throw fault }
                rest = rest.dropFirst(2)
                var value = ""
                while let character = rest.first, character != "\"" {
                    value.append(character)
                    rest = rest.dropFirst()
                    if character == "\\", let next = rest.first {
                        value.append(next)
                        rest = rest.dropFirst()
                    }
                }
                guard rest.first == "\"" else { throw fault }
                rest = rest.dropFirst()
                labels[label] = try unescaped(value, quotes: true)
                if rest.first == "," { rest = rest.dropFirst() } else if rest.first != "}" { throw fault }
            }
            rest = rest.dropFirst()
        }
        guard rest.first == " ", let value = number(String(rest.dropFirst())) else { throw fault }
        return Sample(name: name, labels: labels, value: value)
    }

    private static func number(_ text: String) -> Double? {
        switch text {
        case "+Inf": .infinity
        case "-Inf": -.infinity
        case "NaN": .nan
        default:
            text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) } ? Double(text) : nil
        }
    }

    private static func unescaped(_ text: String, quotes: Bool) throws(Fault) -> String {
        var result = ""
        var characters = text.makeIterator()
        while let character = characters.next() {
            guard character == "\\" else {
                result.append(character)
                continue
            }
            switch characters.next() {
            case "\\": result.append("\\")
            case "n": result.append("\n")
            case "\"" where quotes: result.append("\"")
            default: throw Fault(description: "escape: \(text)")
            }
        }
        return result
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter || "_:".contains(first) else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_:".contains($0)) }
    }
}
