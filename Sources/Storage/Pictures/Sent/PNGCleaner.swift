import CPNG

/// Cleans PNG by leaving chunks out. A picture that lies on its side is encoded again, without its animation.
enum PNGCleaner {
    /// The chunks that say what is shown (PNG §11), but for those of an animation.
    private static let kept: Set = ["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB"]

    static func clean(_ bytes: [UInt8], _ limits: PictureLimits) throws(PictureFault) -> CleanedPicture {
        let chunks = try PNGChunk.chunks(of: bytes)
        let orientation = orientation(of: chunks)
        let still = PNGChunk.picture(chunks.filter { kept.contains($0.type) })
        guard orientation != .upright else {
            // libpng checks the chunks and the pixels.
            let raster = try PNGDecoder.decode(still, limits)
            let animation = try PNGAnimation(chunks, limits)
            return CleanedPicture(
                format: .png, bytes: animation == nil ? still : PNGChunk.picture(withAnimation(chunks)),
                width: raster.width, height: raster.height, frames: animation?.frames ?? 1, sample: raster)
        }
        let raster = try PNGDecoder.decode(still, limits, as: .rgba).turned(orientation)
        guard let encoded = encoded(raster) else { throw .notEncoded }
        return CleanedPicture(
            format: .png, bytes: encoded, width: raster.width, height: raster.height, frames: 1, sample: raster)
    }

    /// The picture without metadata, and as it lies; not decoded.
    static func stripped(_ bytes: [UInt8]) throws(PictureFault) -> [UInt8] {
        let chunks = try PNGChunk.chunks(of: bytes)
        let orientation = orientation(of: chunks)
        var kept = withAnimation(chunks)
        if orientation != .upright {
            // After the header, or where there is none, first: what follows the last chunk would be no part of the picture.
            kept.insert(PNGChunk("eXIf", orientation.exif), at: kept.first?.type == "IHDR" ? 1 : 0)
        }
        return PNGChunk.picture(kept)
    }

    private static func withAnimation(_ chunks: [PNGChunk]) -> [PNGChunk] {
        chunks.filter { kept.contains($0.type) || PNGAnimation.chunks.contains($0.type) }
    }

    private static func orientation(of chunks: [PNGChunk]) -> Orientation {
        chunks.last { $0.type == "eXIf" }.map { Orientation(exif: $0.content) } ?? .upright
    }

    private static func encoded(_ raster: Raster) -> [UInt8]? {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(raster.width)
        image.height = UInt32(raster.height)
        image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        defer { png_image_free(&image) }
        // A size that surely suffices, so that the picture is compressed once only.
        var count = raster.bytes.count + raster.bytes.count / 100 + raster.height + 65_536
        var isWritten = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            isWritten = png_image_write_to_memory(&image, buffer.baseAddress, &count, 0, raster.bytes, 0, nil) != 0
            written = isWritten ? count : 0
        }
        return isWritten ? bytes : nil
    }
}
