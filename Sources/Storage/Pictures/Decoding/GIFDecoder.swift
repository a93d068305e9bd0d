import CGIF

/// Decodes the first frame of a GIF by giflib, on a white background.
enum GIFDecoder {
    /// The bytes that giflib has not read yet.
    final class Reader {
        var rest: ArraySlice<UInt8>
        init(_ bytes: [UInt8]) { rest = bytes[...] }
    }

    static func decode(_ bytes: [UInt8], _ limits: PictureLimits) throws(PictureFault) -> Raster {
        let reader = Reader(bytes)
        defer { withExtendedLifetime(reader) {} }
        guard let gif = DGifOpen(Unmanaged.passUnretained(reader).toOpaque(), read, nil) else { throw .broken(.gif) }
        defer { DGifCloseFile(gif, nil) }
        try limits.check(.gif, width: Int(gif.pointee.SWidth), height: Int(gif.pointee.SHeight))
        var transparent: GifPixelType?
        while true {
            var record = UNDEFINED_RECORD_TYPE
            guard DGifGetRecordType(gif, &record) == GIF_OK else { throw .broken(.gif) }
            switch record {
            case EXTENSION_RECORD_TYPE:
                guard let color = transparentColor(readingExtensionOf: gif) else { throw .broken(.gif) }
                if color != NO_TRANSPARENT_COLOR { transparent = GifPixelType(truncatingIfNeeded: color) }
            case IMAGE_DESC_RECORD_TYPE:
                guard DGifGetImageDesc(gif) == GIF_OK else { throw .broken(.gif) }
                return try frame(gif, transparent)
            default: throw .broken(.gif)
            }
        }
    }

    static let read: InputFunc = { gif, buffer, count in
        guard let gif, let buffer, let context = gif.pointee.UserData, count > 0 else { return 0 }
        let reader = Unmanaged<Reader>.fromOpaque(context).takeUnretainedValue()
        let taken = reader.rest.prefix(Int(count))
        UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)).copyBytes(from: taken)
        reader.rest = reader.rest.dropFirst(taken.count)
        return Int32(taken.count)
    }

    /// Reads an extension with all its blocks.
    /// - Returns: the index of the transparent colour if it declares one; `nil` if it is malformed.
    private static func transparentColor(readingExtensionOf gif: UnsafeMutablePointer<GifFileType>) -> Int32? {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<GifByteType>?
        guard DGifGetExtension(gif, &code, &block) == GIF_OK else { return nil }
        var color = NO_TRANSPARENT_COLOR
        while let data = block {
            var control = GraphicsControlBlock()
            if code == GRAPHICS_EXT_FUNC_CODE, DGifExtensionToGCB(Int(data[0]), data + 1, &control) == GIF_OK {
                color = control.TransparentColor
            }
            guard DGifGetExtensionNext(gif, &block) == GIF_OK else { return nil }
        }
        return color
    }

    /// The frame whose header giflib has just read.
    private static func frame(
        _ gif: UnsafeMutablePointer<GifFileType>, _ transparent: GifPixelType?
    ) throws(PictureFault) -> Raster {
        let (width, height) = (Int(gif.pointee.SWidth), Int(gif.pointee.SHeight))
        let image = gif.pointee.Image
        let (left, top) = (Int(image.Left), Int(image.Top))
        let (columns, rows) = (Int(image.Width), Int(image.Height))
        guard columns > 0, rows > 0, left >= 0, top >= 0, left + columns <= width, top + rows <= height,
            let map = image.ColorMap ?? gif.pointee.SColorMap
        else { throw .broken(.gif) }
        let colors = UnsafeBufferPointer(start: map.pointee.Colors, count: Int(map.pointee.ColorCount))
        var pixels = [UInt8](repeating: 255, count: width * height * Raster.Layout.rgb.rawValue)
        var line = [GifPixelType](repeating: 0, count: columns)
        for row in order(of: rows, isInterlaced: image.Interlace) {
            guard DGifGetLine(gif, &line, Int32(columns)) == GIF_OK else { throw .broken(.gif) }
            var position = ((top + row) * width + left) * Raster.Layout.rgb.rawValue
            for index in line {
                if index != transparent, Int(index) < colors.count {
                    let color = colors[Int(index)]
                    pixels[position] = color.Red
                    pixels[position + 1] = color.Green
                    pixels[position + 2] = color.Blue
                }
                position += Raster.Layout.rgb.rawValue
            }
        }
        return Raster(width: width, height: height, layout: .rgb, bytes: pixels)
    }

    /// The order in which rows are stored (GIF89a, appendix E).
    private static func order(of rows: Int, isInterlaced: Bool) -> [Int] {
        guard isInterlaced else { return Array(0..<rows) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: rows, by: $0.1)) }
    }
}
