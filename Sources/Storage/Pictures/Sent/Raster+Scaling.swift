import CWebP

extension Raster {
    /// The picture with both sides divided by `factor`, each pixel the mean of a square of `factor` pixels. Pixels beyond
    /// the last whole square are left out.
    ///
    /// - Parameter samples: at most so many pixels a side of each square are looked at.
    func divided(by factor: Int, samples: Int = .max) -> Raster {
        guard factor > 1, width >= factor, height >= factor else { return self }
        let (columns, rows, size) = (width / factor, height / factor, layout.rawValue)
        let step = max(1, factor / samples)
        let pixels = bytes.withUnsafeBufferPointer { old in
            [UInt8](unsafeUninitializedCapacity: columns * rows * size) { new, count in
                for row in 0..<rows {
                    for column in 0..<columns {
                        for byte in 0..<size {
                            var (sum, looked) = (0, 0)
                            for y in stride(from: row * factor, to: (row + 1) * factor, by: step) {
                                let line = y * width
                                for x in stride(from: column * factor, to: (column + 1) * factor, by: step) {
                                    sum += Int(old[(line + x) * size + byte])
                                    looked += 1
                                }
                            }
                            new[(row * columns + column) * size + byte] = UInt8(sum / looked)
                        }
                    }
                }
                count = columns * rows * size
            }
        }
        return Raster(width: columns, height: rows, layout: layout, bytes: pixels)
    }

    /// The picture as WebP, scaled to these sides.
    ///
    /// - Parameters:
    ///   - quality: 0…100, where it is not lossless.
    ///   - isLossless: keeps every pixel, compressed as fast as can be.
    func webP(_ width: Int, _ height: Int, quality: Float, isLossless: Bool = false) -> [UInt8]? {
        var picture = WebPPicture()
        guard WebPPictureInit(&picture) != 0 else { return nil }
        defer { WebPPictureFree(&picture) }
        picture.use_argb = 1
        picture.width = Int32(self.width)
        picture.height = Int32(self.height)
        let isTaken = bytes.withUnsafeBufferPointer { bytes in
            switch layout {
            case .rgb: WebPPictureImportRGB(&picture, bytes.baseAddress, Int32(bytesPerRow))
            case .rgba: WebPPictureImportRGBA(&picture, bytes.baseAddress, Int32(bytesPerRow))
            }
        }
        guard isTaken != 0, WebPPictureRescale(&picture, Int32(width), Int32(height)) != 0 else { return nil }
        var config = WebPConfig()
        guard WebPConfigPreset(&config, WEBP_PRESET_PHOTO, quality) != 0 else { return nil }
        if isLossless {
            guard WebPConfigLosslessPreset(&config, 0) != 0 else { return nil }
            config.exact = 1
        }
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

    /// A very small picture of at most `bytes` bytes, which fills the place of the picture until that is there; `nil` where
    /// none is small enough.
    func firstLook(atMost bytes: Int) -> [UInt8]? {
        let small = divided(by: max(1, min(width, height) / Self.firstLookSide), samples: 8)
        for side in [Self.firstLookSide, 12, 8, 5] {
            let longer = max(small.width, small.height)
            let (columns, rows) = (max(1, small.width * side / longer), max(1, small.height * side / longer))
            for quality in [50, 20, 0] as [Float] {
                if let look = small.webP(columns, rows, quality: quality), look.count <= bytes { return look }
            }
        }
        return nil
    }

    /// The longer side of the largest first look that is tried, in pixels.
    private static let firstLookSide = 16
}
