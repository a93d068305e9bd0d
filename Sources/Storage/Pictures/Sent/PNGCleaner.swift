import CPNG

/// Cleans PNG by leaving chunks out. A picture that lies on its side is encoded again.
enum PNGCleaner {
    /// The chunks that say what is shown (PNG §11). Animated PNG becomes its first picture.
    private static let kept: Set = ["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB"]
    private static let signatureBytes = 8
    /// Length, type and checksum.
    private static let chunkBytes = 12

    static func clean(_ bytes: [UInt8], _ limits: PictureLimits) throws(PictureFault) -> CleanedPicture {
        var cleaned = Array(bytes.prefix(signatureBytes))
        var orientation = Orientation.upright
        var position = signatureBytes
        var type = ""
        while type != "IEND" {
            guard position + chunkBytes <= bytes.count else { throw .broken(.png) }
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = position + chunkBytes + length
            guard end <= bytes.count else { throw .broken(.png) }
            type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            if kept.contains(type) { cleaned += bytes[position..<end] }
            if type == "eXIf" { orientation = Orientation(exif: bytes[position + 8..<end - 4]) }
            position = end
        }
        guard orientation != .upright else {
            // libpng checks the chunks and the pixels.
            let raster = try PNGDecoder.decode(cleaned, limits)
            return CleanedPicture(
                format: .png, bytes: cleaned, width: raster.width, height: raster.height, frames: 1, sample: raster)
        }
        let raster = try PNGDecoder.decode(cleaned, limits, as: .rgba).turned(orientation)
        guard let encoded = encoded(raster) else { throw .notEncoded }
        return CleanedPicture(
            format: .png, bytes: encoded, width: raster.width, height: raster.height, frames: 1, sample: raster)
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
