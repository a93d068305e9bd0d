/// What the markers before a JPEG's first scan say (ITU-T T.81 §B.1.1).
struct JPEGMarkers {
    private(set) var orientation = Orientation.upright
    /// The segment with a small colour profile, which colours need that are not those of sRGB.
    private(set) var colorProfile: ArraySlice<UInt8>?

    /// The most bytes of a profile that is kept. Those of cameras and phones have 600 to 3,200.
    private static let maximumProfile = 4_096
    private static let exif = Array("Exif\0\0".utf8)
    /// A profile in one part.
    private static let profile = Array("ICC_PROFILE\0\u{1}\u{1}".utf8)
    private static let (app1, app2, startOfScan): (UInt8, UInt8, UInt8) = (0xE1, 0xE2, 0xDA)

    init(_ bytes: [UInt8]) {
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            if marker == 0xFF {
                position += 1
                continue
            }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            let end = position + 2 + length
            guard marker != Self.startOfScan, length >= 2, end <= bytes.count else { return }
            let content = bytes[(position + 4)..<end]
            if marker == Self.app1, content.starts(with: Self.exif) {
                orientation = Orientation(exif: content.dropFirst(Self.exif.count))
            } else if marker == Self.app2, content.starts(with: Self.profile),
                Self.isProfile(content.dropFirst(Self.profile.count))
            {
                colorProfile = bytes[position..<end]
            }
            position = end
        }
    }

    /// Whether this is an ICC profile for colours of a display (ICC.1 §7.2).
    private static func isProfile(_ bytes: ArraySlice<UInt8>) -> Bool {
        let size = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        return (128...maximumProfile).contains(bytes.count) && size == bytes.count
            && bytes.dropFirst(12).starts(with: Array("mntr".utf8))
            && bytes.dropFirst(16).starts(with: Array("RGB ".utf8))
            && bytes.dropFirst(36).starts(with: Array("acsp".utf8))
    }

    /// A picture without metadata, and as it lies; not decoded. What is missing at its end stays missing.
    ///
    /// Kept are tables, frames and scans, a small colour profile, the orientation, and the segments of JFIF without a
    /// thumbnail and of Adobe, which say how colours are meant (ITU-T T.871 §10, T.872 §6.5.3).
    static func stripped(_ bytes: [UInt8]) throws(PictureFault) -> [UInt8] {
        let markers = Self(bytes)
        var stripped: [UInt8] = [0xFF, 0xD8]
        var position = 2
        while true {
            guard position + 4 <= bytes.count || bytes[position...].starts(with: end), bytes[position] == 0xFF else {
                throw .broken(.jpeg)
            }
            let marker = bytes[position + 1]
            if marker == end[1] { break }
            guard marker != 0xFF else {
                position += 1
                continue
            }
            let next = position + 2 + (Int(bytes[position + 2]) << 8 | Int(bytes[position + 3]))
            guard next >= position + 4, next <= bytes.count else { throw .broken(.jpeg) }
            if isKept(bytes[position..<next]) { stripped += bytes[position..<next] }
            position = next
            guard marker == startOfScan else { continue }
            position = endOfScan(bytes, from: next)
            stripped += bytes[next..<position]
            if position == bytes.count { break }
        }
        stripped += end
        if let profile = markers.colorProfile { stripped = inserting(profile, into: stripped) }
        guard markers.orientation != .upright else { return stripped }
        let content = exif + markers.orientation.exif
        let segment: [UInt8] = [0xFF, app1, 0, UInt8(content.count + 2)] + content
        return inserting(segment[...], into: stripped)
    }

    private static let end: [UInt8] = [0xFF, 0xD9]

    private static func isKept(_ segment: ArraySlice<UInt8>) -> Bool {
        let content = segment.dropFirst(4)
        switch segment[segment.startIndex + 1] {
        case 0xE0: return content.starts(with: Array("JFIF\0".utf8)) && content.count == 14
        case 0xEE: return content.starts(with: Array("Adobe".utf8)) && content.count == 12
        // Frames, tables and scans (ITU-T T.81 table B.1).
        case 0xC0...0xCF, 0xDA...0xDF: return true
        // Of applications, comments, and what is reserved.
        default: return false
        }
    }

    /// Where the next marker is that does not belong to a scan (ITU-T T.81 §B.1.1.2 and §B.1.1.5).
    private static func endOfScan(_ bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var position = start
            while position < bytes.count {
                if bytes[position] == 0xFF, position + 1 < bytes.count {
                    switch bytes[position + 1] {
                    // A byte of the data, a restart, and a byte to fill.
                    case 0, 0xD0...0xD7, 0xFF: break
                    default: return position
                    }
                }
                position += 1
            }
            return bytes.count
        }
    }

    /// `picture` with a segment after its first one (JFIF's, where there is one).
    static func inserting(_ segment: ArraySlice<UInt8>, into picture: [UInt8]) -> [UInt8] {
        let app0: [UInt8] = [0xFF, 0xE0]
        guard picture.count > 6 else { return picture }
        let hasJFIF = picture[2...].starts(with: app0)
        let start = hasJFIF ? 4 + (Int(picture[4]) << 8 | Int(picture[5])) : 2
        guard start <= picture.count else { return picture }
        return Array(picture[..<start]) + segment + picture[start...]
    }
}
