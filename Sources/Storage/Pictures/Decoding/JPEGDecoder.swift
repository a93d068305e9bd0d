import CTurboJPEG

/// Decodes JPEG by TurboJPEG, which scales during decoding, so a large photograph is never in memory at full size.
enum JPEGDecoder {
    /// Rejects truncated files, files with other data in them, and an excessive number of scans.
    private static let flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS

    static func decode(_ bytes: [UInt8], _ limits: PictureLimits) throws(PictureFault) -> Raster {
        try decode(bytes, limits, flags: flags, isTolerant: false)
    }

    /// What can be decoded of a picture that may be damaged; the rest is black.
    static func decodeTolerantly(_ bytes: [UInt8], _ limits: PictureLimits) throws(PictureFault) -> Raster {
        try decode(bytes, limits, flags: TJFLAG_LIMITSCANS, isTolerant: true)
    }

    private static func decode(
        _ bytes: [UInt8], _ limits: PictureLimits, flags: Int32, isTolerant: Bool
    ) throws(PictureFault) -> Raster {
        guard let decoder = tjInitDecompress() else { throw .broken(.jpeg) }
        defer { tjDestroy(decoder) }
        var (width, height, subsampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &subsampling, &colors) == 0
        else { throw .broken(.jpeg) }
        try limits.check(.jpeg, width: Int(width), height: Int(height))
        let (scaledWidth, scaledHeight) = scaled(Int(width), Int(height), downTo: limits.side)
        var isDecoded = false
        let count = scaledWidth * scaledHeight * Raster.Layout.rgb.rawValue
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            // What is not decoded must not be what was in the memory.
            if isTolerant { buffer.initialize(repeating: 0) }
            let status = tjDecompress2(
                decoder, bytes, UInt(bytes.count), buffer.baseAddress, Int32(scaledWidth), 0, Int32(scaledHeight),
                Int32(TJPF_RGB.rawValue), flags)
            isDecoded = status == 0 || isTolerant && tjGetErrorCode(decoder) == TJERR_WARNING.rawValue
            written = isDecoded ? count : 0
        }
        guard isDecoded else { throw .broken(.jpeg) }
        return Raster(width: scaledWidth, height: scaledHeight, layout: .rgb, bytes: pixels)
    }

    /// The smallest size offered by the decoder whose sides are both at least `side`; else the picture's own.
    private static func scaled(_ width: Int, _ height: Int, downTo side: Int) -> (Int, Int) {
        var count: Int32 = 0
        let factors = UnsafeBufferPointer(start: tjGetScalingFactors(&count), count: Int(count))
        return
            factors
            .filter { $0.num <= $0.denom }
            .map { (size(width, $0), size(height, $0)) }
            .filter { min($0.0, $0.1) >= side }
            .min { $0.0 < $1.0 } ?? (width, height)
    }

    /// The macro `TJSCALED`.
    private static func size(_ length: Int, _ factor: tjscalingfactor) -> Int {
        (length * Int(factor.num) + Int(factor.denom) - 1) / Int(factor.denom)
    }
}
