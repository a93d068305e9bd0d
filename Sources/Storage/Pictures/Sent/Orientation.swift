/// How a picture must be turned to stand upright (Exif 2.32 §4.6.4 A, tag 0x0112).
enum Orientation: UInt8, Sendable, CaseIterable {
    case upright = 1
    case mirrored
    case upsideDown
    case upsideDownMirrored
    /// Mirrored along the diagonal from the top left.
    case transposed
    /// To be turned clockwise by a quarter.
    case quarterClockwise
    /// Mirrored along the other diagonal.
    case transversed
    /// To be turned counterclockwise by a quarter.
    case quarterCounterclockwise

    /// Whether width and height change places.
    var swapsSides: Bool { rawValue >= Self.transposed.rawValue }

    /// Where a pixel of the upright picture comes from, in a picture of `width` by `height` pixels.
    func source(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (x: Int, y: Int) {
        switch self {
        case .upright: (x, y)
        case .mirrored: (width - 1 - x, y)
        case .upsideDown: (width - 1 - x, height - 1 - y)
        case .upsideDownMirrored: (x, height - 1 - y)
        case .transposed: (y, x)
        case .quarterClockwise: (y, height - 1 - x)
        case .transversed: (width - 1 - y, height - 1 - x)
        case .quarterCounterclockwise: (width - 1 - y, x)
        }
    }

    /// Reads the orientation of Exif data (a TIFF header and its first directory); `.upright` where it says none.
    init(exif: ArraySlice<UInt8>) { self = Self.read(exif) ?? .upright }

    /// Exif data that says nothing else.
    var exif: [UInt8] {
        // A header, the place of the directory, one entry, and no further directory (TIFF 6.0 §2).
        [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, rawValue, 0, 0, 0, 0, 0, 0]
    }

    private static let tag = 0x0112
    private static let entryBytes = 12
    /// TIFF's type of 16-bit numbers.
    private static let short = 3

    private static func read(_ exif: ArraySlice<UInt8>) -> Orientation? {
        let bytes = TIFFBytes(exif)
        guard let bytes, let directory = bytes.number(at: 4, 4), let count = bytes.number(at: directory, 2) else {
            return nil
        }
        for entry in 0..<count {
            let start = directory + 2 + entry * entryBytes
            guard let found = bytes.number(at: start, 2) else { return nil }
            guard found == tag, bytes.number(at: start + 2, 2) == short else { continue }
            return bytes.number(at: start + 8, 2).flatMap { Orientation(rawValue: UInt8(clamping: $0)) }
        }
        return nil
    }
}

/// The bytes of a TIFF file, whose header says in which order the bytes of numbers stand (TIFF 6.0 §2).
private struct TIFFBytes {
    private let bytes: ArraySlice<UInt8>
    private let isLittle: Bool

    init?(_ bytes: ArraySlice<UInt8>) {
        if bytes.starts(with: [0x49, 0x49, 42, 0]) {
            isLittle = true
        } else if bytes.starts(with: [0x4D, 0x4D, 0, 42]) {
            isLittle = false
        } else {
            return nil
        }
        self.bytes = bytes
    }

    /// An unsigned number of `size` bytes; `nil` beyond the end.
    func number(at offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, offset + size <= bytes.count else { return nil }
        let part = bytes.dropFirst(offset).prefix(size)
        return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
}

extension Raster {
    /// The picture turned upright.
    func turned(_ orientation: Orientation) -> Raster {
        guard orientation != .upright else { return self }
        let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
        let size = layout.rawValue
        let pixels = bytes.withUnsafeBufferPointer { old in
            [UInt8](unsafeUninitializedCapacity: bytes.count) { new, count in
                for y in 0..<newHeight {
                    for x in 0..<newWidth {
                        let source = orientation.source(x, y, width, height)
                        let (from, to) = ((source.y * width + source.x) * size, (y * newWidth + x) * size)
                        for byte in 0..<size { new[to + byte] = old[from + byte] }
                    }
                }
                count = bytes.count
            }
        }
        return Raster(width: newWidth, height: newHeight, layout: layout, bytes: pixels)
    }
}
