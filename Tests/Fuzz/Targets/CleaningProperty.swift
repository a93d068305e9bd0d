@testable import Pictures

/// A picture that was cleaned can be cleaned again, which changes nothing that is seen, and holds no metadata.
enum CleaningProperty {
    private static let limits = {
        var limits = PictureLimits.sent
        limits.side = 16
        limits.decodedSide = 256
        limits.decodedPixels = 32_768
        limits.animationPixels = 65_536
        limits.animationFrames = 64
        return limits
    }()

    static func check(_ input: [UInt8]) throws(Violation) {
        if let stripped = StrippedPicture.strip(input) {
            try require(StrippedPicture.strip(stripped) == stripped, "a stripped picture changes")
        }
        // What is no picture is a file like any other.
        guard let cleaned = try? CleanedPicture.clean(input, limits) else { return }
        guard let again = try? CleanedPicture.clean(cleaned.bytes, limits) else {
            throw Violation(description: "a cleaned \(cleaned.format) can't be decoded")
        }
        try require(
            again.format == cleaned.format && again.width == cleaned.width && again.height == cleaned.height
                && again.frames == cleaned.frames, "a cleaned \(cleaned.format) changes")
        // A JPEG may be written with other tables the second time.
        try require(cleaned.format == .jpeg || again.bytes == cleaned.bytes, "\(cleaned.format) has other bytes")
        let names = names(cleaned)
        try require(Set(names).isSubset(of: allowed(cleaned.format)), "\(cleaned.format) has \(names)")
        if let look = cleaned.sample.firstLook(atMost: SentPicture.maximumFirstLook) {
            try require(
                look.count <= SentPicture.maximumFirstLook && ImageFormat(look) == .webP, "no first look: \(look)")
        }
    }

    /// What a cleaned picture may consist of.
    private static func allowed(_ format: ImageFormat) -> Set<String> {
        switch format {
        case .png: ["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "acTL", "fcTL", "fdAT"]
        // JFIF's segment, a colour profile, Adobe's segment with the kind of colours, tables and frames.
        case .jpeg: ["E0", "E2", "EE", "DB", "C4", "C0", "C1", "C2", "C9", "CA", "DD", "DA"]
        case .webP: ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"]
        // That the second cleaning changes nothing says all.
        case .gif: []
        }
    }

    /// The chunks or segments of a picture; of a JPEG, up to the first scan.
    private static func names(_ picture: CleanedPicture) -> [String] {
        let bytes = picture.bytes
        func number(_ start: Int, _ count: Int) -> Int { bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) } }
        func text(_ start: Int) -> String { String(decoding: bytes[start..<start + 4], as: UTF8.self) }
        var names: [String] = []
        var position: Int
        switch picture.format {
        case .png:
            position = 8
            while position + 12 <= bytes.count {
                names.append(text(position + 4))
                position += 12 + number(position, 4)
            }
            if position != bytes.count { names.append("more") }
        case .webP:
            position = 12
            while position + 8 <= bytes.count {
                names.append(text(position))
                let size = bytes[position + 4..<position + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
                position += 8 + size + size % 2
            }
            if position != bytes.count { names.append("more") }
        case .jpeg:
            position = 2
            while position + 4 <= bytes.count, names.last != "DA" {
                names.append(String(bytes[position + 1], radix: 16, uppercase: true))
                position += 2 + number(position + 2, 2)
            }
            if bytes.suffix(2) != [0xFF, 0xD9] { names.append("more") }
        case .gif: break
        }
        return names
    }
}
