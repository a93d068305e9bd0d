import CWebP

/// Decodes WebP by libwebp, which crops and scales during decoding. Rejects animations.
enum WebPDecoder {
    static func decode(_ bytes: [UInt8], _ limits: PictureLimits) throws(PictureFault) -> Raster {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0, WebPGetFeatures(bytes, bytes.count, &config.input) == VP8_STATUS_OK
        else { throw .broken(.webP) }
        let (width, height) = (Int(config.input.width), Int(config.input.height))
        try limits.check(.webP, width: width, height: height)
        let side = min(width, height)
        config.options.use_cropping = 1
        config.options.crop_left = Int32((width - side) / 2)
        config.options.crop_top = Int32((height - side) / 2)
        config.options.crop_width = Int32(side)
        config.options.crop_height = Int32(side)
        let scaledSide = min(side, limits.side)
        config.options.use_scaling = 1
        config.options.scaled_width = Int32(scaledSide)
        config.options.scaled_height = Int32(scaledSide)
        return try decode(bytes, &config, scaledSide, scaledSide)
    }

    /// Decodes as `config` says, to these sides.
    static func decode(
        _ bytes: [UInt8], _ config: inout WebPDecoderConfig, _ width: Int, _ height: Int
    ) throws(PictureFault) -> Raster {
        config.output.colorspace = MODE_RGBA
        defer { WebPFreeDecBuffer(&config.output) }
        guard WebPDecode(bytes, bytes.count, &config) == VP8_STATUS_OK, let pixels = config.output.u.RGBA.rgba
        else { throw .broken(.webP) }
        let row = width * Raster.Layout.rgba.rawValue
        let stride = Int(config.output.u.RGBA.stride)
        var packed: [UInt8] = []
        packed.reserveCapacity(row * height)
        for line in 0..<height {
            packed.append(contentsOf: UnsafeBufferPointer(start: pixels + line * stride, count: row))
        }
        return Raster(width: width, height: height, layout: .rgba, bytes: packed)
    }
}
