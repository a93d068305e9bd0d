import CTurboJPEG

/// Cleans JPEG with TurboJPEG's lossless transformation, which writes no markers of the original.
enum JPEGCleaner {
    /// 0…100, where a picture has to be encoded again.
    private static let quality: Int32 = 92

    /// - Parameter orientation: how it is turned; `nil` as its Exif says.
    static func clean(
        _ bytes: [UInt8], _ limits: PictureLimits, orientation: Orientation? = nil
    ) throws(PictureFault) -> CleanedPicture {
        let markers = JPEGMarkers(bytes)
        let orientation = orientation ?? markers.orientation
        guard let transformer = tjInitTransform() else { throw .broken(.jpeg) }
        defer { tjDestroy(transformer) }
        var (width, height, subsampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard tjDecompressHeader3(transformer, bytes, UInt(bytes.count), &width, &height, &subsampling, &colors) == 0
        else { throw .broken(.jpeg) }
        try limits.check(.jpeg, width: Int(width), height: Int(height))
        let sides = orientation.swapsSides ? (Int(height), Int(width)) : (Int(width), Int(height))
        var cleaned = transformed(transformer, bytes, orientation)
        let sample: Raster
        if cleaned != nil, let decoded = try? JPEGDecoder.decode(bytes, limits) {
            sample = decoded.turned(orientation)
        } else {
            // Of a broken file, or one whose edge is no whole block: what can be decoded.
            var whole = limits
            whole.side = limits.decodedSide
            let raster = try JPEGDecoder.decodeTolerantly(bytes, whole).turned(orientation)
            cleaned = encoded(raster, subsampling: subsampling)
            sample = raster
        }
        guard let cleaned else { throw .notEncoded }
        return CleanedPicture(
            format: .jpeg, bytes: markers.colorProfile.map { JPEGMarkers.inserting($0, into: cleaned) } ?? cleaned,
            width: sides.0, height: sides.1, frames: 1, sample: sample)
    }

    /// The picture turned without loss; `nil` where that is not possible.
    ///
    /// After a warning, TurboJPEG may return a buffer that it has not written, with whatever was in the memory: only
    /// status 0 counts.
    private static func transformed(_ transformer: tjhandle, _ bytes: [UInt8], _ orientation: Orientation) -> [UInt8]? {
        var transform = tjtransform()
        transform.op = Int32(operation(orientation).rawValue)
        transform.options = TJXOPT_PERFECT | TJXOPT_COPYNONE
        var result: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let status = tjTransform(
            transformer, bytes, UInt(bytes.count), 1, &result, &count, &transform,
            TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS)
        defer { tjFree(result) }
        guard status == 0, let result else { return nil }
        return Array(UnsafeBufferPointer(start: result, count: Int(count)))
    }

    private static func operation(_ orientation: Orientation) -> TJXOP {
        switch orientation {
        case .upright: TJXOP_NONE
        case .mirrored: TJXOP_HFLIP
        case .upsideDown: TJXOP_ROT180
        case .upsideDownMirrored: TJXOP_VFLIP
        case .transposed: TJXOP_TRANSPOSE
        case .quarterClockwise: TJXOP_ROT90
        case .transversed: TJXOP_TRANSVERSE
        case .quarterCounterclockwise: TJXOP_ROT270
        }
    }

    private static func encoded(_ raster: Raster, subsampling: Int32) -> [UInt8]? {
        guard let encoder = tjInitCompress() else { return nil }
        defer { tjDestroy(encoder) }
        var result: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let chosen = subsampling == Int32(TJSAMP_444.rawValue) ? TJSAMP_444 : TJSAMP_420
        let status = tjCompress2(
            encoder, raster.bytes, Int32(raster.width), 0, Int32(raster.height), Int32(TJPF_RGB.rawValue), &result,
            &count, Int32(chosen.rawValue), quality, 0)
        defer { tjFree(result) }
        guard status == 0, let result else { return nil }
        return Array(UnsafeBufferPointer(start: result, count: Int(count)))
    }
}
