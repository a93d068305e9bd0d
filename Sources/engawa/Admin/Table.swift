/// A text table for a terminal.
struct Table {
    private static let gap = 2
    private static let nothing = "-"

    private let rows: [[String]]
    /// The least width of each column.
    var widths: [Int]

    init(_ heading: [String], _ rows: [[String?]]) {
        self.rows = [heading] + rows.map { $0.map(Self.printable) }
        widths = [Int](repeating: 0, count: heading.count)
    }

    /// Columns are as wide as their content; the last one is not padded.
    var text: String {
        let widths = rows.reduce(into: widths) { widths, row in
            for (column, text) in row.enumerated() { widths[column] = max(widths[column], text.count) }
        }
        return Self.text(rows, widths)
    }

    /// Further rows, in columns of `widths`.
    func text(of rows: [[String?]]) -> String { Self.text(rows.map { $0.map(Self.printable) }, widths) }

    private static func text(_ rows: [[String]], _ widths: [Int]) -> String {
        rows.map { row in
            let cells = zip(row, widths).map { text, width in
                text + String(repeating: " ", count: max(0, width - text.count) + gap)
            }
            return (cells.dropLast() + row.suffix(1)).joined() + "\n"
        }.joined()
    }

    /// Removes control characters, because `User-Agent` is untrusted and must not control a terminal.
    private static func printable(_ text: String?) -> String {
        guard let text else { return nothing }
        let scalars = text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " " as Unicode.Scalar
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
