/// Pixels in rows from the top, without gaps.
struct Raster {
    enum Layout: Int {
        /// Red, green, blue; the raw value is the number of bytes of a pixel.
        case rgb = 3
        /// With alpha, not premultiplied.
        case rgba = 4
    }

    let width: Int
    let height: Int
    let layout: Layout
    let bytes: [UInt8]

    var bytesPerRow: Int { width * layout.rawValue }

    /// The length of a square's side, and the offset of its first pixel in bytes.
    func square(_ cut: SquareCut) -> (side: Int, offset: Int) {
        let side = max(1, min(width, height) / cut.zoom)
        let left = Self.start(of: side, around: cut.x, in: width)
        let top = Self.start(of: side, around: cut.y, in: height)
        return (side, top * bytesPerRow + left * layout.rawValue)
    }

    private static func start(of side: Int, around middle: Double, in length: Int) -> Int {
        min(max(0, Int(middle * Double(length)) - side / 2), length - side)
    }
}
