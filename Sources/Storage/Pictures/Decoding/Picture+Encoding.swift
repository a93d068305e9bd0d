import CWebP
import HTTP

extension Picture {
    /// The WebP quality, 0…100.
    private static let quality: Float = 85
    private static let white: UInt32 = 0xFF_FFFF

    /// Decodes fetched bytes, crops them to the square in the middle, scales and encodes them again.
    ///
    /// No bytes of the original remain. Takes up to tenths of a second: never call it on an event loop.
    init(decoding bytes: [UInt8], _ limits: PictureLimits) throws(PictureFault) {
        guard bytes.count <= limits.file.bytes else { throw .tooLarge }
        guard let format = ImageFormat(bytes) else { throw .unknownFormat }
        let raster = try format.decode(bytes, limits)
        guard let encoded = Self.encode(raster, .middle, side: limits.side) else { throw .notEncoded }
        self.bytes = encoded
    }

    /// Cuts a square out of a cleaned picture that somebody sent (`SentPicture`), of an animation its first frame. Fails
    /// where the file is no such picture.
    ///
    /// Takes up to tenths of a second, and memory as `PictureLimits.sent` says: never call it on an event loop.
    ///
    /// - Parameter side: the most pixels of its side.
    public init?(cutting cut: SquareCut, outOf path: String, side: Int) {
        var limits = PictureLimits.sent
        // A JPEG is scaled down while it is decoded, no farther than the square allows.
        limits.side = side * cut.zoom
        guard let bytes = WholeFile.read(path, atMost: limits.file), let format = ImageFormat(bytes),
            // A picture that was cleaned can be decoded; why another can't changes nothing.
            let raster = try? format == .webP
                ? WebPDecoder.decodeWhole(bytes, limits, atMost: limits.side) : format.decode(bytes, limits),
            let encoded = Self.encode(raster, cut, side: side)
        else { return nil }
        self.bytes = encoded
    }

    /// libwebp crops while importing the pixels, puts them on white and scales them down.
    private static func encode(_ raster: Raster, _ cut: SquareCut, side: Int) -> [UInt8]? {
        var picture = WebPPicture()
        guard WebPPictureInit(&picture) != 0 else { return nil }
        defer { WebPPictureFree(&picture) }
        let square = raster.square(cut)
        picture.use_argb = 1
        picture.width = Int32(square.side)
        picture.height = Int32(square.side)
        let isTaken = raster.bytes.withUnsafeBufferPointer { bytes in
            let start = bytes.baseAddress.map { $0 + square.offset }
            let stride = Int32(raster.bytesPerRow)
            return switch raster.layout {
            case .rgb: WebPPictureImportRGB(&picture, start, stride)
            case .rgba: WebPPictureImportRGBA(&picture, start, stride)
            }
        }
        guard isTaken != 0 else { return nil }
        if raster.layout == .rgba { WebPBlendAlpha(&picture, white) }
        let side = Int32(min(side, square.side))
        guard WebPPictureRescale(&picture, side, side) != 0 else { return nil }
        var config = WebPConfig()
        guard WebPConfigPreset(&config, WEBP_PRESET_PICTURE, quality) != 0 else { return nil }
        var writer = WebPMemoryWriter()
        WebPMemoryWriterInit(&writer)
        defer { WebPMemoryWriterClear(&writer) }
        return withUnsafeMutablePointer(to: &writer) { writer in
            picture.writer = WebPMemoryWrite
            picture.custom_ptr = UnsafeMutableRawPointer(writer)
            guard WebPEncode(&config, &picture) != 0 else { return nil }
            return Array(UnsafeBufferPointer(start: writer.pointee.mem, count: writer.pointee.size))
        }
    }
}
