import CGIF
import CPNG
import CWebP

@testable import Pictures

/// Pictures with what cameras, programs and attackers put into them.
enum SentImages {
    /// What must not be found in a cleaned picture: a place, as Exif and XMP would hold it.
    static let secret = Array("35.6812N 139.7671E".utf8)
    static let html = Array("<!doctype html><script>alert(1)</script>".utf8)

    /// Exif with an orientation and a secret.
    static func exif(_ orientation: Orientation, isLittle: Bool = false) -> [UInt8] {
        let head: [UInt8] =
            isLittle
            ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation.rawValue, 0, 0, 0]
            : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation.rawValue, 0, 0]
        return head + [0, 0, 0, 0] + secret
    }

    /// `jpeg` with segments after its start: Exif, XMP, a comment, and more behind its end.
    static func dressed(_ jpeg: [UInt8], _ orientation: Orientation, profile: [UInt8] = []) -> [UInt8] {
        func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
        }
        var bytes: [UInt8] = [0xFF, 0xD8]
        bytes += segment(0xE1, Array("Exif\0\0".utf8) + exif(orientation))
        bytes += segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + secret)
        if !profile.isEmpty { bytes += segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile) }
        bytes += segment(0xFE, secret)
        return bytes + jpeg.dropFirst(2) + secret + html
    }

    /// The least that is a profile of a display.
    static func profile(_ count: Int) -> [UInt8] {
        var profile = [UInt8](repeating: 0, count: count)
        profile.replaceSubrange(2..<4, with: [UInt8(count >> 8), UInt8(count & 255)])
        profile.replaceSubrange(12..<16, with: "mntr".utf8)
        profile.replaceSubrange(16..<20, with: "RGB ".utf8)
        profile.replaceSubrange(36..<40, with: "acsp".utf8)
        return profile
    }

    /// `png` with chunks of text, a time and Exif before its end, and more behind it.
    static func dressed(png: [UInt8], _ orientation: Orientation = .upright) -> [UInt8] {
        func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let named = Array(type.utf8) + content
            return number(UInt32(content.count)) + named + number(TestImages.checksum(named))
        }
        func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let end = png.count - 12
        return Array(png[..<33]) + chunk("tEXt", Array("Comment\0".utf8) + secret)
            + chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + secret) + chunk("eXIf", exif(orientation))
            + png[33..<end] + chunk("tIME", [7, 234, 1, 1, 0, 0, 0]) + png[end...] + secret + html
    }

    /// How an animated PNG is made.
    struct Animation {
        var frames = 3
        /// What the head of the animation says.
        var announced: Int?
        /// Whether the still picture is the first frame.
        var beginsWithStill = true
        /// The size that the frames claim, where it is not that of the picture.
        var claimed: (width: Int, height: Int)?
        /// Added to the number of each chunk after the first.
        var offset = 0
        /// Whether the data of the last frame is no picture.
        var isBroken = false
    }

    /// A PNG with an animation, a text, and more behind its end.
    static func animatedPNG(_ width: Int, _ height: Int, _ animation: Animation = Animation()) throws -> [UInt8] {
        let still = try PNGChunk.chunks(of: TestImages.png(width, height))
        let data = still.filter { $0.type == "IDAT" }.flatMap(\.content)
        var number = 0
        func numbered(_ type: String, _ content: [UInt8]) -> PNGChunk {
            defer { number += 1 }
            return PNGChunk(type, PNGChunk.bytes(number + (number > 0 ? animation.offset : 0)) + content)
        }
        func control(_ size: (width: Int, height: Int)) -> PNGChunk {
            // At the top left, for a tenth of a second.
            numbered(
                "fcTL",
                PNGChunk.bytes(size.width) + PNGChunk.bytes(size.height) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0])
        }
        let announced = animation.announced ?? animation.frames
        var chunks = still.filter { $0.type != "IDAT" && $0.type != "IEND" }
        chunks.append(PNGChunk("acTL", PNGChunk.bytes(announced) + PNGChunk.bytes(5)))
        chunks.append(PNGChunk("tEXt", Array("Comment\0".utf8) + secret))
        if animation.beginsWithStill { chunks.append(control((width, height))) }
        chunks.append(PNGChunk("IDAT", data))
        for frame in (animation.beginsWithStill ? 1 : 0)..<animation.frames {
            chunks.append(control(animation.claimed ?? (width, height)))
            let isBroken = animation.isBroken && frame == animation.frames - 1
            chunks.append(numbered("fdAT", isBroken ? secret : data))
        }
        return PNGChunk.picture(chunks + [PNGChunk("IEND", [])]) + secret + html
    }

    /// A WebP of these frames, with Exif (only a secret without an orientation), XMP, an unknown chunk, and more behind its end; still if there is one.
    static func dressedWebP(_ frames: [[UInt8]], _ orientation: Orientation? = nil, prefix: String = "") -> [UInt8] {
        let mux = WebPMuxNew()
        defer { WebPMuxDelete(mux) }
        func withData(_ bytes: [UInt8], _ body: (UnsafePointer<WebPData>) -> WebPMuxError) {
            bytes.withUnsafeBufferPointer { bytes in
                var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
                precondition(body(&data) == WEBP_MUX_OK)
            }
        }
        if frames.count == 1 {
            withData(frames[0]) { WebPMuxSetImage(mux, $0, 1) }
        } else {
            for frame in frames {
                withData(frame) { data in
                    var info = WebPMuxFrameInfo()
                    info.bitstream = data.pointee
                    info.id = WEBP_CHUNK_ANMF
                    info.duration = 100
                    return WebPMuxPushFrame(mux, &info, 1)
                }
            }
            var parameters = WebPMuxAnimParams(bgcolor: 0, loop_count: 3)
            precondition(WebPMuxSetAnimationParams(mux, &parameters) == WEBP_MUX_OK)
        }
        withData(Array(prefix.utf8) + (orientation.map { exif($0) } ?? secret)) { WebPMuxSetChunk(mux, "EXIF", $0, 1) }
        for name in ["XMP ", "what"] { withData(secret) { WebPMuxSetChunk(mux, name, $0, 1) } }
        var data = WebPData()
        precondition(WebPMuxAssemble(mux, &data) == WEBP_MUX_OK)
        defer { WebPDataClear(&data) }
        return Array(UnsafeBufferPointer(start: data.bytes, count: data.size)) + secret + html
    }

    /// A GIF with two frames, a loop, a comment, data of an application, and more behind its end.
    static func animatedGIF(_ width: Int, _ height: Int, frames: Int = 2) -> [UInt8] {
        let one = TestImages.gif(width, height)
        func subblocks(_ content: [UInt8]) -> [UInt8] { [UInt8(content.count)] + content + [0] }
        // The frame begins after the header and four colours, and ends before the trailer.
        let frame = one[(13 + 12)...].dropLast()
        var bytes = Array(one[..<(13 + 12)])
        bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 5, 0, 0]
        bytes += [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + subblocks(secret)
        bytes += [0x21, 0xFE] + subblocks(secret)
        for _ in 0..<frames { bytes += frame }
        return bytes + [0x3B] + secret + html
    }
}
