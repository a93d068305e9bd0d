/// The supported formats, recognised by their first bytes; a server's `Content-Type` is ignored.
enum ImageFormat: Sendable, CaseIterable {
    case png
    case jpeg
    case gif
    case webP

    init?(_ bytes: [UInt8]) {
        guard let format = Self.allCases.first(where: { $0.isSigned(bytes) }) else { return nil }
        self = format
    }

    /// WHATWG MIME Sniffing §6.1.
    private func isSigned(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
        case .gif: bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8))
        case .webP: bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        }
    }

    /// Decodes a picture; its size is checked after the header and before the pixels.
    func decode(_ bytes: [UInt8], _ limits: PictureLimits) throws(PictureFault) -> Raster {
        switch self {
        case .png: try PNGDecoder.decode(bytes, limits)
        case .jpeg: try JPEGDecoder.decode(bytes, limits)
        case .gif: try GIFDecoder.decode(bytes, limits)
        case .webP: try WebPDecoder.decode(bytes, limits)
        }
    }
}

extension PictureLimits {
    /// Throws if decoding would take too much memory.
    func check(_ format: ImageFormat, width: Int, height: Int) throws(PictureFault) {
        guard width > 0, height > 0 else { throw .broken(format) }
        guard width <= decodedSide, height <= decodedSide, width * height <= decodedPixels else {
            throw .tooManyPixels(width: width, height: height)
        }
    }
}
