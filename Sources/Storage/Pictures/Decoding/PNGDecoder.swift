import CPNG

/// Decodes PNG by libpng's simplified API, which does not use `longjmp`.
enum PNGDecoder {
    /// - Parameter layout: `.rgb` is on a white background.
    static func decode(
        _ bytes: [UInt8], _ limits: PictureLimits, as layout: Raster.Layout = .rgb
    ) throws(PictureFault) -> Raster {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        let pixels = try bytes.withUnsafeBufferPointer { bytes throws(PictureFault) in
            try read(&image, bytes, limits, layout)
        }
        guard let pixels else { throw .broken(.png) }
        return Raster(width: Int(image.width), height: Int(image.height), layout: layout, bytes: pixels)
    }

    /// The pixels; `nil` if libpng fails.
    private static func read(
        _ image: inout png_image, _ bytes: UnsafeBufferPointer<UInt8>, _ limits: PictureLimits,
        _ layout: Raster.Layout
    ) throws(PictureFault) -> [UInt8]? {
        guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else { return nil }
        let (width, height) = (Int(image.width), Int(image.height))
        try limits.check(.png, width: width, height: height)
        image.format = UInt32(layout == .rgb ? PNG_FORMAT_FLAG_COLOR : PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        var white = png_color(red: 255, green: 255, blue: 255)
        var isRead = false
        let count = width * height * layout.rawValue
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            isRead = png_image_finish_read(&image, &white, buffer.baseAddress, 0, nil) != 0
            written = isRead ? count : 0
        }
        return isRead ? pixels : nil
    }
}
