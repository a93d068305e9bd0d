import CQRencode

/// A QR code (ISO/IEC 18004), as a square of dark and light modules.
public struct QRCode: Sendable, Equatable {
    /// The maximum length of the text.
    public static let maximumBytes = 1_024
    /// The light border that readers need, in modules (ISO/IEC 18004 §5.3.8).
    public static let quietZone = 4

    /// The number of modules on each side.
    public let width: Int
    /// Row by row from the top.
    public let isDark: [Bool]

    /// Fails for an empty or too long text. Uses error correction level M, which recovers about 15 %.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.maximumBytes,
            let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        isDark = (0..<width * width).map { data[$0] & 1 != 0 }
    }

    /// Whether the module is dark; outside of the code all are light.
    public subscript(row: Int, column: Int) -> Bool {
        (0..<width).contains(row) && (0..<width).contains(column) && isDark[row * width + column]
    }

    /// The side of `path`'s square, quiet zone included.
    public var side: Int { width + 2 * Self.quietZone }

    /// SVG path data for the dark modules, one unit for each module; each run in a row is a rectangle.
    public var path: String {
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                guard self[row, column] else {
                    column += 1
                    continue
                }
                let start = column
                while self[row, column] { column += 1 }
                let length = column - start
                path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(length)v1h-\(length)z"
            }
        }
        return path
    }
}
