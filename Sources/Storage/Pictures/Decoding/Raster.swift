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

    /// The square in the middle: the length of its side, and the offset of its first pixel in bytes.
    var square: (side: Int, offset: Int) {
        let side = min(width, height)
        return (side, (height - side) / 2 * bytesPerRow + (width - side) / 2 * layout.rawValue)
    }
}
