import CGIF

/// Cleans GIF by reading every frame with giflib and writing it again: pixels, times and loops stay; comments, texts and
/// what applications have put in do not.
enum GIFCleaner {
    private static let loops = ["NETSCAPE2.0", "ANIMEXTS1.0"]
    private static let loopBlockBytes = 3

    static func clean(_ bytes: [UInt8], _ limits: PictureLimits) throws(PictureFault) -> CleanedPicture {
        // Also checks the size of the first frame.
        let sample = try GIFDecoder.decode(bytes, limits)
        let source = GIFDecoder.Reader(bytes)
        let sink = Sink()
        defer { withExtendedLifetime((source, sink)) {} }
        guard let old = DGifOpen(Unmanaged.passUnretained(source).toOpaque(), GIFDecoder.read, nil) else {
            throw .broken(.gif)
        }
        defer { DGifCloseFile(old, nil) }
        guard let new = EGifOpen(Unmanaged.passUnretained(sink).toOpaque(), write, nil) else { throw .notEncoded }
        let frames: Int
        do throws(PictureFault) {
            frames = try copy(old, new, limits)
        } catch {
            EGifCloseFile(new, nil)
            throw error
        }
        guard EGifCloseFile(new, nil) == GIF_OK else { throw .notEncoded }
        return CleanedPicture(
            format: .gif, bytes: sink.bytes, width: sample.width, height: sample.height, frames: frames, sample: sample)
    }

    private final class Sink { var bytes: [UInt8] = [] }

    private static let write: OutputFunc = { gif, bytes, count in
        guard let context = gif?.pointee.UserData, count > 0 else { return 0 }
        Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue().bytes +=
            UnsafeBufferPointer(start: bytes, count: Int(count))
        return count
    }

    private typealias GIF = UnsafeMutablePointer<GifFileType>

    /// Copies all frames; returns their number.
    private static func copy(_ old: GIF, _ new: GIF, _ limits: PictureLimits) throws(PictureFault) -> Int {
        let screen = old.pointee
        EGifSetGifVersion(new, true)
        guard
            EGifPutScreenDesc(
                new, screen.SWidth, screen.SHeight, screen.SColorResolution, screen.SBackGroundColor, screen.SColorMap)
                == GIF_OK
        else { throw .notEncoded }
        var (frames, pixels) = (0, 0)
        while true {
            var record = UNDEFINED_RECORD_TYPE
            guard DGifGetRecordType(old, &record) == GIF_OK else { throw .broken(.gif) }
            switch record {
            case EXTENSION_RECORD_TYPE: try copyExtension(old, new)
            case IMAGE_DESC_RECORD_TYPE:
                guard DGifGetImageDesc(old) == GIF_OK else { throw .broken(.gif) }
                frames += 1
                pixels += Int(old.pointee.Image.Width) * Int(old.pointee.Image.Height)
                try limits.checkAnimation(pixels: pixels, frames: frames)
                try copyFrame(old, new)
            case TERMINATE_RECORD_TYPE: return frames
            default: throw .broken(.gif)
            }
        }
    }

    private static func copyFrame(_ old: GIF, _ new: GIF) throws(PictureFault) {
        let image = old.pointee.Image
        guard image.Width > 0, image.Height > 0, image.Left >= 0, image.Top >= 0,
            image.Left + image.Width <= old.pointee.SWidth, image.Top + image.Height <= old.pointee.SHeight,
            image.ColorMap != nil || old.pointee.SColorMap != nil
        else { throw .broken(.gif) }
        if image.ColorMap == nil, let earlier = new.pointee.Image.ColorMap {
            // giflib 5.2.1 forgets the colours of the frame before, and does not free them.
            GifFreeMapObject(earlier)
            new.pointee.Image.ColorMap = nil
        }
        guard
            EGifPutImageDesc(
                new, image.Left, image.Top, image.Width, image.Height, image.Interlace, image.ColorMap) == GIF_OK
        else { throw .notEncoded }
        var line = [GifPixelType](repeating: 0, count: Int(image.Width))
        // In the order in which they are stored, interlaced or not.
        for _ in 0..<image.Height {
            guard DGifGetLine(old, &line, image.Width) == GIF_OK else { throw .broken(.gif) }
            guard EGifPutLine(new, &line, image.Width) == GIF_OK else { throw .notEncoded }
        }
    }

    /// Copies an extension that says how frames are shown; of others, only reads all blocks.
    private static func copyExtension(_ old: GIF, _ new: GIF) throws(PictureFault) {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<GifByteType>?
        guard DGifGetExtension(old, &code, &block) == GIF_OK else { throw .broken(.gif) }
        var isLoop = false
        var isFirst = true
        while let data = block {
            // The first byte is the number of those that follow.
            let content = UnsafeBufferPointer(start: data + 1, count: Int(data[0]))
            if isFirst {
                isLoop = code == APPLICATION_EXT_FUNC_CODE && loops.contains { content.elementsEqual($0.utf8) }
                if code == GRAPHICS_EXT_FUNC_CODE, content.count == 4 {
                    guard EGifPutExtension(new, code, 4, content.baseAddress) == GIF_OK else { throw .notEncoded }
                }
            } else if isLoop, content.count == loopBlockBytes, content[0] == 1 {
                isLoop = false
                guard putLoop(new, content) else { throw .notEncoded }
            }
            isFirst = false
            guard DGifGetExtensionNext(old, &block) == GIF_OK else { throw .broken(.gif) }
        }
    }

    /// Writes how often the animation is repeated.
    private static func putLoop(_ new: GIF, _ block: UnsafeBufferPointer<UInt8>) -> Bool {
        let name = Array("NETSCAPE2.0".utf8)
        return EGifPutExtensionLeader(new, APPLICATION_EXT_FUNC_CODE) == GIF_OK
            && EGifPutExtensionBlock(new, Int32(name.count), name) == GIF_OK
            && EGifPutExtensionBlock(new, Int32(block.count), block.baseAddress) == GIF_OK
            && EGifPutExtensionTrailer(new) == GIF_OK
    }
}
