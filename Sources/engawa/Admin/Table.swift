/// A text table for a terminal.
struct Table {
    private static let gap = 2
    private static let nothing = "-"

    private let rows: [[String]]

    init(_ heading: [String], _ rows: [[String?]]) {
        self.rows = [heading] + rows.map { $0.map { $0.map { Self.printable($0) } ?? Self.nothing } }
    }

    /// Columns are as wide as their content; the last one is not padded.
    var text: String {
        let widths = rows.reduce(into: [Int](repeating: 0, count: rows[0].count)) { widths, row in
            for (column, text) in row.enumerated() { widths[column] = max(widths[column], text.count) }
        }
        return rows.map { row in
            let cells = zip(row, widths).map { text, width in
                text + String(repeating: " ", count: width - text.count + Self.gap)
            }
            return (cells.dropLast() + row.suffix(1)).joined() + "\n"
        }.joined()
    }

    /// Removes control characters, because `User-Agent` is untrusted and must not control a terminal.
    private static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " " as Unicode.Scalar
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
