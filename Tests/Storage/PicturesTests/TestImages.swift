import CGIF
import CPNG
import CTurboJPEG
import CWebP

@testable import Pictures

/// Test pictures, made by the libraries that decode them.
enum TestImages {
    /// Red on the left, green in the middle, blue on the right: thirds of the width.
    static func stripes(_ width: Int, _ height: Int) -> [UInt8] {
        let row = (0..<width).flatMap { x -> [UInt8] in
            switch x * 3 / width {
            case 0: [255, 0, 0]
            case 1: [0, 255, 0]
            default: [0, 0, 255]
            }
        }
        return (0..<height).reduce(into: []) { pixels, _ in pixels += row }
    }

    static func make(_ format: ImageFormat, _ width: Int, _ height: Int) -> [UInt8] {
        switch format {
        case .png: png(width, height)
        case .jpeg: jpeg(width, height)
        case .gif: gif(width, height)
        case .webP: webP(width, height)
        }
    }

    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        png(stripes(width, height), width, height, PNG_FORMAT_FLAG_COLOR)
    }

    /// Transparent black only.
    static func transparentPNG(_ width: Int, _ height: Int) -> [UInt8] {
        png(
            [UInt8](repeating: 0, count: width * height * 4), width, height,
            PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
    }

    private static func png(_ pixels: [UInt8], _ width: Int, _ height: Int, _ format: UInt32) -> [UInt8] {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(width)
        image.height = UInt32(height)
        image.format = format
        var count = 0
        precondition(png_image_write_to_memory(&image, nil, &count, 0, pixels, 0, nil) != 0)
        var bytes = [UInt8](repeating: 0, count: count)
        precondition(png_image_write_to_memory(&image, &bytes, &count, 0, pixels, 0, nil) != 0)
        return bytes
    }

    static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
        let encoder = tjInitCompress()
        defer { tjDestroy(encoder) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        precondition(
            tjCompress2(
                encoder, stripes(width, height), Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &bytes,
                &count, Int32(TJSAMP_444.rawValue), 90, 0) == 0)
        defer { tjFree(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    static func webP(_ width: Int, _ height: Int) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = WebPEncodeLosslessRGB(stripes(width, height), Int32(width), Int32(height), Int32(width * 3), &bytes)
        defer { WebPFree(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Transparent black only.
    static func transparentWebP(_ width: Int, _ height: Int) -> [UInt8] {
        let pixels = [UInt8](repeating: 0, count: width * height * 4)
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = WebPEncodeLosslessRGBA(pixels, Int32(width), Int32(height), Int32(width * 4), &bytes)
        defer { WebPFree(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Interlaced, with a comment and an unused transparent colour.
    static func gif(_ width: Int, _ height: Int) -> [UInt8] {
        final class Sink { var bytes: [UInt8] = [] }
        let sink = Sink()
        let gif = EGifOpen(
            Unmanaged.passUnretained(sink).toOpaque(),
            { gif, bytes, count in
                guard let context = gif?.pointee.UserData else { return 0 }
                Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue().bytes +=
                    UnsafeBufferPointer(start: bytes, count: Int(count))
                return count
            }, nil)
        let colors = [
            GifColorType(Red: 255, Green: 0, Blue: 0), GifColorType(Red: 0, Green: 255, Blue: 0),
            GifColorType(Red: 0, Green: 0, Blue: 255), GifColorType(Red: 0, Green: 0, Blue: 0),
        ]
        let map = GifMakeMapObject(4, colors)
        defer { GifFreeMapObject(map) }
        EGifPutScreenDesc(gif, Int32(width), Int32(height), 2, 0, map)
        EGifPutComment(gif, "veranda")
        EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, 4, [UInt8]([1, 0, 0, 3]))
        EGifPutImageDesc(gif, 0, 0, Int32(width), Int32(height), true, nil)
        var line = (0..<width).map { GifPixelType($0 * 3 / width) }
        for _ in 0..<height { precondition(EGifPutLine(gif, &line, Int32(width)) == GIF_OK) }
        EGifCloseFile(gif, nil)
        return sink.bytes
    }

    /// `image` with another size in its header.
    static func claiming(_ format: ImageFormat, _ side: UInt16) -> [UInt8] {
        var bytes = make(format, 64, 64)
        let (high, low) = (UInt8(side >> 8), UInt8(side & 255))
        switch format {
        case .png:
            bytes.replaceSubrange(16..<24, with: [0, 0, high, low, 0, 0, high, low])
            let sum = checksum(bytes[12..<29])
            bytes.replaceSubrange(29..<33, with: (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) })
        case .jpeg:
            let frame = bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 } ?? 0
            bytes.replaceSubrange(frame + 5..<frame + 9, with: [high, low, high, low])
        case .gif: bytes.replaceSubrange(6..<10, with: [low, high, low, high])
        case .webP:
            // 14 bits of width - 1 and of height - 1, after the signature 0x2F.
            let length = UInt32(min(side, 16_384) - 1)
            let bits = length | length << 14
            bytes.replaceSubrange(21..<25, with: (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) })
        }
        return bytes
    }

    /// The CRC of PNG (PNG §D).
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
        }
    }
}

/// Decodes one of our pictures as a browser would.
struct SeenPicture {
    let width: Int
    let height: Int
    private let pixels: [UInt8]

    init?(_ picture: Picture) {
        var (width, height) = (Int32(0), Int32(0))
        guard let pixels = WebPDecodeRGB(picture.bytes, picture.bytes.count, &width, &height) else { return nil }
        defer { WebPFree(pixels) }
        self.width = Int(width)
        self.height = Int(height)
        self.pixels = Array(UnsafeBufferPointer(start: pixels, count: Int(width * height) * 3))
    }

    /// The name of the colour at a position, or its description.
    func color(_ x: Int, _ y: Int) -> String {
        let color = pixels[(y * width + x) * 3..<(y * width + x) * 3 + 3].map(Int.init)
        let names = ["red": [255, 0, 0], "green": [0, 255, 0], "blue": [0, 0, 255], "white": [255, 255, 255]]
        return names.first { zip($0.value, color).allSatisfy { abs($0 - $1) < 48 } }?.key ?? "\(color)"
    }
}
