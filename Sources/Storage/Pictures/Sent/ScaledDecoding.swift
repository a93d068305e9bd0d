import CGIF
import CTurboJPEG
import CWebP

/// Decodes a still picture no larger than a scaled one needs.
enum ScaledDecoding {
    /// - Returns: pixels that are at least `width` wide, and the size of the picture; `nil` where that is not wider, or an
    ///   animation.
    static func decode(
        _ bytes: [UInt8], _ format: ImageFormat, _ width: Int, _ limits: PictureLimits
    ) throws(PictureFault) -> (pixels: Raster, original: (width: Int, height: Int))? {
        let original: (width: Int, height: Int)
        var limits = limits
        switch format {
        case .jpeg:
            original = try JPEGDecoder.size(bytes)
            // The decoder looks at both sides.
            limits.side = max(width, width * original.height / max(1, original.width))
        case .webP:
            guard let size = try WebPDecoder.stillSize(bytes) else { return nil }
            original = size
        case .gif: return nil
        case .png:
            // A cleaned one has these chunks only where they are an animation.
            guard try !PNGChunk.chunks(of: bytes).contains(where: { $0.type == "acTL" }) else { return nil }
            original = try PNGDecoder.size(bytes)
        }
        guard original.width > width else { return nil }
        let raster: Raster
        switch format {
        case .jpeg: raster = try JPEGDecoder.decode(bytes, limits)
        case .webP:
            let shorter = min(original.width, original.height)
            raster = try WebPDecoder.decodeWhole(bytes, limits, atMost: shorter * width / original.width + 1)
        default:
            let whole = try PNGDecoder.decode(bytes, limits, as: .rgba)
            raster = whole.divided(by: whole.width / width)
        }
        return (raster, original)
    }
}

extension JPEGDecoder {
    static func size(_ bytes: [UInt8]) throws(PictureFault) -> (width: Int, height: Int) {
        guard let decoder = tjInitDecompress() else { throw .broken(.jpeg) }
        defer { tjDestroy(decoder) }
        var (width, height, subsampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &subsampling, &colors) == 0
        else { throw .broken(.jpeg) }
        return (Int(width), Int(height))
    }
}

extension WebPDecoder {
    /// `nil` for an animation.
    static func stillSize(_ bytes: [UInt8]) throws(PictureFault) -> (width: Int, height: Int)? {
        var features = WebPBitstreamFeatures()
        guard WebPGetFeatures(bytes, bytes.count, &features) == VP8_STATUS_OK else { throw .broken(.webP) }
        return features.has_animation == 0 ? (Int(features.width), Int(features.height)) : nil
    }
}

extension PNGDecoder {
    static func size(_ bytes: [UInt8]) throws(PictureFault) -> (width: Int, height: Int) {
        // The first chunk is the header, which begins with both (PNG §11.2.1).
        guard bytes.count >= 24 else { throw .broken(.png) }
        let sides = [16, 20].map { bytes[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (sides[0], sides[1])
    }
}
