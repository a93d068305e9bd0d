import CWebP

/// Cleans WebP by putting its frames into a new file with libwebp's mux API. A still picture that lies on its side is
/// encoded again.
enum WebPCleaner {
    /// 0…100, where a picture has to be encoded again that was not lossless.
    private static let quality: Float = 92
    /// How libwebp calls a lossless picture in `WebPBitstreamFeatures.format`.
    private static let lossless: Int32 = 2

    static func clean(_ file: [UInt8], _ limits: PictureLimits) throws(PictureFault) -> CleanedPicture {
        let bytes = container(file)
        var features = WebPBitstreamFeatures()
        guard WebPGetFeatures(bytes, bytes.count, &features) == VP8_STATUS_OK else { throw .broken(.webP) }
        let (width, height) = (Int(features.width), Int(features.height))
        try limits.check(.webP, width: width, height: height)
        let orientation = features.has_animation == 0 ? orientation(of: bytes) : .upright
        guard orientation == .upright else {
            let lying = try WebPDecoder.decodeWhole(bytes, limits, atMost: limits.decodedSide)
            let raster = lying.turned(orientation)
            let isLossless = features.format == lossless
            guard
                let upright = raster.webP(raster.width, raster.height, quality: quality, isLossless: isLossless)
            else { throw .notEncoded }
            return try clean(upright, limits)
        }
        let result = try bytes.withUnsafeBufferPointer { bytes throws(PictureFault) in
            var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
            guard let old = WebPMuxCreate(&data, 0), let new = WebPMuxNew() else { throw .broken(.webP) }
            defer {
                WebPMuxDelete(old)
                WebPMuxDelete(new)
            }
            let frames = features.has_animation == 0 ? try copyStill(old, new) : try copyFrames(old, new, limits)
            return (bytes: try assembled(new), frames: frames.count, first: frames.first)
        }
        let sample = try WebPDecoder.decodeWhole(result.first, limits, atMost: limits.side)
        return CleanedPicture(
            format: .webP, bytes: result.bytes, width: width, height: height, frames: result.frames, sample: sample)
    }

    /// The picture without metadata, and as it lies; not decoded.
    static func stripped(_ file: [UInt8]) throws(PictureFault) -> [UInt8] {
        let bytes = container(file)
        var features = WebPBitstreamFeatures()
        guard WebPGetFeatures(bytes, bytes.count, &features) == VP8_STATUS_OK else { throw .broken(.webP) }
        let orientation = orientation(of: bytes)
        return try bytes.withUnsafeBufferPointer { bytes throws(PictureFault) in
            var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
            guard let old = WebPMuxCreate(&data, 0), let new = WebPMuxNew() else { throw .broken(.webP) }
            defer {
                WebPMuxDelete(old)
                WebPMuxDelete(new)
            }
            _ = features.has_animation == 0 ? try copyStill(old, new) : try copyFrames(old, new, nil)
            if orientation != .upright {
                let isSet = orientation.exif.withUnsafeBufferPointer { exif in
                    var chunk = WebPData(bytes: exif.baseAddress, size: exif.count)
                    return WebPMuxSetChunk(new, "EXIF", &chunk, 1) == WEBP_MUX_OK
                }
                guard isSet else { throw .notEncoded }
            }
            return try assembled(new)
        }
    }

    /// What the file's Exif says; `.upright` where it has none.
    private static func orientation(of bytes: [UInt8]) -> Orientation {
        bytes.withUnsafeBufferPointer { bytes in
            var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
            guard let mux = WebPMuxCreate(&data, 0) else { return .upright }
            defer { WebPMuxDelete(mux) }
            // It stays the mux's own.
            var chunk = WebPData()
            guard WebPMuxGetChunk(mux, "EXIF", &chunk) == WEBP_MUX_OK else { return .upright }
            let exif = Array(UnsafeBufferPointer(start: chunk.bytes, count: chunk.size))[...]
            // Some programs write what only JPEG needs.
            let prefix = Array("Exif\0\0".utf8)
            return Orientation(exif: exif.starts(with: prefix) ? exif.dropFirst(prefix.count) : exif)
        }
    }

    /// The file up to the end that its header names (RFC 9649 §2.4); libwebp's mux API refuses one with more.
    private static func container(_ file: [UInt8]) -> [UInt8] {
        guard file.count > headerBytes else { return file }
        let size = file[4..<headerBytes].reversed().reduce(0) { $0 << 8 | Int($1) }
        return Array(file.prefix(headerBytes + size + size % 2))
    }

    /// "RIFF" and the number of bytes that follow.
    private static let headerBytes = 8

    /// The first frame as a WebP of its own, and the number of frames.
    private typealias Frames = (first: [UInt8], count: Int)

    private static func copyStill(_ old: OpaquePointer, _ new: OpaquePointer) throws(PictureFault) -> Frames {
        var frame = WebPMuxFrameInfo()
        guard WebPMuxGetFrame(old, 1, &frame) == WEBP_MUX_OK else { throw .broken(.webP) }
        defer { WebPDataClear(&frame.bitstream) }
        guard WebPMuxSetImage(new, &frame.bitstream, 1) == WEBP_MUX_OK else { throw .broken(.webP) }
        return (copy(frame.bitstream), 1)
    }

    private static func copyFrames(
        _ old: OpaquePointer, _ new: OpaquePointer, _ limits: PictureLimits?
    ) throws(PictureFault) -> Frames {
        var parameters = WebPMuxAnimParams()
        var (width, height, count) = (Int32(0), Int32(0), Int32(0))
        guard WebPMuxGetAnimationParams(old, &parameters) == WEBP_MUX_OK,
            WebPMuxSetAnimationParams(new, &parameters) == WEBP_MUX_OK,
            WebPMuxGetCanvasSize(old, &width, &height) == WEBP_MUX_OK,
            WebPMuxSetCanvasSize(new, width, height) == WEBP_MUX_OK,
            WebPMuxNumChunks(old, WEBP_CHUNK_ANMF, &count) == WEBP_MUX_OK, count > 0
        else { throw .broken(.webP) }
        var first: [UInt8] = []
        var pixels = 0
        for number in 1...UInt32(count) {
            var frame = WebPMuxFrameInfo()
            var features = WebPBitstreamFeatures()
            guard WebPMuxGetFrame(old, number, &frame) == WEBP_MUX_OK else { throw .broken(.webP) }
            defer { WebPDataClear(&frame.bitstream) }
            guard WebPGetFeatures(frame.bitstream.bytes, frame.bitstream.size, &features) == VP8_STATUS_OK,
                WebPMuxPushFrame(new, &frame, 1) == WEBP_MUX_OK
            else { throw .broken(.webP) }
            pixels += Int(features.width) * Int(features.height)
            try limits?.checkAnimation(pixels: pixels, frames: Int(number))
            if number == 1 { first = copy(frame.bitstream) }
        }
        return (first, Int(count))
    }

    private static func assembled(_ mux: OpaquePointer) throws(PictureFault) -> [UInt8] {
        var data = WebPData()
        guard WebPMuxAssemble(mux, &data) == WEBP_MUX_OK else { throw .notEncoded }
        defer { WebPDataClear(&data) }
        return copy(data)
    }

    private static func copy(_ data: WebPData) -> [UInt8] {
        Array(UnsafeBufferPointer(start: data.bytes, count: data.size))
    }
}

extension WebPDecoder {
    /// Decodes a still picture, scaled so that its shorter side has at most `side` pixels.
    static func decodeWhole(
        _ bytes: [UInt8], _ limits: PictureLimits, atMost side: Int
    ) throws(PictureFault) -> Raster {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0, WebPGetFeatures(bytes, bytes.count, &config.input) == VP8_STATUS_OK
        else { throw .broken(.webP) }
        let (width, height) = (Int(config.input.width), Int(config.input.height))
        try limits.check(.webP, width: width, height: height)
        let shorter = min(width, height)
        let scaled =
            shorter > side ? (max(1, width * side / shorter), max(1, height * side / shorter)) : (width, height)
        config.options.use_scaling = 1
        config.options.scaled_width = Int32(scaled.0)
        config.options.scaled_height = Int32(scaled.1)
        return try decode(bytes, &config, scaled.0, scaled.1)
    }
}
