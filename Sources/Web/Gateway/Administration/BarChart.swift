import HTML

/// Bars beside each other, as a picture made by the server (SVG 2). Hidden from screen readers: a sentence and a table
/// beside it say the same.
struct BarChart: View {
    let values: [Int]

    /// The units of the picture: the width of a bar with the space after it, of the bar, and the height of the highest.
    private static let (step, width, height) = (10, 8, 60)

    private var pictureWidth: Int { values.count * Self.step - (Self.step - Self.width) }

    var body: some View {
        svg(.class("chart"), .viewBox("0 0 \(pictureWidth) \(Self.height + 1)"), .aria(.hidden, "true")) {
            svgPath(.class("chart-line"), .d("M0 \(Self.height)h\(pictureWidth)v1h-\(pictureWidth)z"))
            svgPath(.class("chart-bars"), .d(bars))
        }
    }

    private var bars: String {
        let highest = max(1, values.max() ?? 0)
        return values.enumerated().filter { $1 > 0 }.map { index, value in
            // The smallest number can be told from none.
            let bar = max(1, (value * Self.height + highest / 2) / highest)
            return "M\(index * Self.step) \(Self.height - bar)h\(Self.width)v\(bar)h-\(Self.width)z"
        }.joined()
    }
}

/// A part of a whole, as a bar.
struct ShareBar: View {
    let part: Int
    let whole: Int

    /// The units of the picture.
    private static let (width, height) = (1_000, 14)

    private var share: Int {
        guard whole > 0, part > 0 else { return 0 }
        return max(2, Int(Double(min(part, whole)) / Double(whole) * Double(Self.width)))
    }

    var body: some View {
        svg(.class("share"), .viewBox("0 0 \(Self.width) \(Self.height)"), .aria(.hidden, "true")) {
            svgPath(.class("chart-line"), .d("M0 0h\(Self.width)v\(Self.height)h-\(Self.width)z"))
            svgPath(.class("chart-bars"), .d("M0 0h\(share)v\(Self.height)h-\(share)z"))
        }
    }
}
