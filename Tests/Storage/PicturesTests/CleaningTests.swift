import Foundation
import HTTP
import Testing

@testable import Pictures

/// What is left of a picture that somebody sent.
@Suite struct CleaningTests {
    private let limits = PictureLimits.sent

    private func clean(_ bytes: [UInt8]) throws -> CleanedPicture { try CleanedPicture.clean(bytes, limits) }

    private func fault(_ bytes: [UInt8], _ limits: PictureLimits = .sent) -> PictureFault? {
        do throws(PictureFault) {
            _ = try CleanedPicture.clean(bytes, limits)
            return nil
        } catch {
            return error
        }
    }

    private func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool { bytes.firstRange(of: part) != nil }

    /// The pixels of a picture of any format, whole and on white.
    private func pixels(_ bytes: [UInt8]) throws -> Raster {
        var limits = limits
        limits.side = limits.decodedSide
        let format = try #require(ImageFormat(bytes))
        guard format == .webP else { return try format.decode(bytes, limits) }
        return try WebPDecoder.decodeWhole(bytes, limits, atMost: limits.side)
    }

    /// A picture of any format with everything in it that does not belong there.
    private func dressed(_ format: ImageFormat, _ width: Int, _ height: Int) -> [UInt8] {
        switch format {
        case .jpeg: SentImages.dressed(TestImages.jpeg(width, height), .upright)
        case .png: SentImages.dressed(png: TestImages.png(width, height))
        case .gif: SentImages.animatedGIF(width, height, frames: 1)
        case .webP: SentImages.dressedWebP([TestImages.webP(width, height)])
        }
    }

    @Test(arguments: ImageFormat.allCases) func `what does not belong to the picture is gone, and the pixels stay`(
        format: ImageFormat
    ) throws {
        let bytes = dressed(format, 96, 64)
        #expect(holds(bytes, SentImages.secret) && holds(bytes, SentImages.html))
        let cleaned = try clean(bytes)
        #expect(!holds(cleaned.bytes, SentImages.secret))
        #expect(!holds(cleaned.bytes, SentImages.html))
        #expect(!holds(cleaned.bytes, Array("Exif".utf8)) && !holds(cleaned.bytes, Array("XMP".utf8)))
        #expect(cleaned.format == format)
        #expect((cleaned.width, cleaned.height) == (96, 64))
        #expect(cleaned.frames == 1)
        #expect(try pixels(cleaned.bytes).bytes == pixels(bytes).bytes)
    }

    @Test(arguments: Orientation.allCases, [(96, 64), (100, 61)]) func `a photograph is turned upright`(
        orientation: Orientation, size: (Int, Int)
    ) throws {
        let lying = TestImages.jpeg(size.0, size.1)
        let cleaned = try clean(SentImages.dressed(lying, orientation))
        let upright = try pixels(lying).turned(orientation)
        #expect((cleaned.width, cleaned.height) == (upright.width, upright.height))
        #expect(JPEGMarkers(cleaned.bytes).orientation == .upright)
        #expect(!holds(cleaned.bytes, SentImages.secret))
        let seen = try pixels(cleaned.bytes)
        // Whole blocks are turned without loss; an edge that is none makes the picture be encoded again.
        let difference = zip(seen.bytes, upright.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
        #expect(seen.bytes.count == upright.bytes.count && difference < 24, "\(difference)")
        #expect((cleaned.sample.width > cleaned.sample.height) == (upright.width > upright.height))
    }

    /// The table of Exif 2.32 §4.6.4, with the corners of a picture of 2 by 3 pixels.
    @Test(arguments: [
        (Orientation.upright, "ab cd ef"), (.mirrored, "ba dc fe"), (.upsideDown, "fe dc ba"),
        (.upsideDownMirrored, "ef cd ab"), (.transposed, "ace bdf"), (.quarterClockwise, "eca fdb"),
        (.transversed, "fdb eca"), (.quarterCounterclockwise, "bdf ace"),
    ]) func `pixels are turned as the tag says`(orientation: Orientation, rows: String) {
        let raster = Raster(
            width: 2, height: 3, layout: .rgb, bytes: "abcdef".utf8.flatMap { [UInt8](repeating: $0, count: 3) })
        let turned = raster.turned(orientation)
        let letters = stride(from: 0, to: turned.bytes.count, by: 3).map { turned.bytes[$0] }
        let lines = stride(from: 0, to: 6, by: turned.width).map {
            String(decoding: letters[$0..<$0 + turned.width], as: UTF8.self)
        }
        #expect(lines.joined(separator: " ") == rows)
    }

    @Test(arguments: Orientation.allCases, [false, true]) func `an orientation is read in both orders of bytes`(
        orientation: Orientation, isLittle: Bool
    ) {
        #expect(Orientation(exif: SentImages.exif(orientation, isLittle: isLittle)[...]) == orientation)
        for count in 0..<20 {
            #expect(Orientation(exif: SentImages.exif(orientation, isLittle: isLittle).prefix(count)) == .upright)
        }
    }

    @Test func `a PNG that lies on its side is turned too`() throws {
        let lying = TestImages.png(30, 20)
        let cleaned = try clean(SentImages.dressed(png: lying, .quarterClockwise))
        #expect((cleaned.width, cleaned.height) == (20, 30))
        #expect(try pixels(cleaned.bytes).bytes == pixels(lying).turned(.quarterClockwise).bytes)
    }

    @Test(arguments: Orientation.allCases, ["", "Exif\0\0"]) func `a WebP that lies on its side is turned too`(
        orientation: Orientation, prefix: String
    ) throws {
        let lying = TestImages.webP(30, 20)
        let cleaned = try clean(SentImages.dressedWebP([lying], orientation, prefix: prefix))
        let upright = try pixels(lying).turned(orientation)
        #expect((cleaned.width, cleaned.height) == (upright.width, upright.height))
        #expect(try pixels(cleaned.bytes).bytes == upright.bytes)
        #expect(!holds(cleaned.bytes, SentImages.secret) && !holds(cleaned.bytes, Array("EXIF".utf8)))
        #expect(try clean(cleaned.bytes).bytes == cleaned.bytes)
    }

    @Test func `a WebP photograph is turned with small losses`() throws {
        let raster = try pixels(TestImages.webP(300, 200))
        let lying = try #require(raster.webP(300, 200, quality: 95))
        let cleaned = try clean(SentImages.dressedWebP([lying], .quarterClockwise))
        let (seen, upright) = (try pixels(cleaned.bytes), try pixels(lying).turned(.quarterClockwise))
        #expect((seen.width, seen.height) == (200, 300))
        let difference = zip(seen.bytes, upright.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(difference / seen.bytes.count < 4, "\(difference)")
    }

    @Test func `a small colour profile stays, and a large one does not`() throws {
        for (count, stays) in [(600, true), (4_096, true), (4_097, false), (20_000, false)] {
            let profile = SentImages.profile(count)
            let cleaned = try clean(SentImages.dressed(TestImages.jpeg(64, 64), .upright, profile: profile))
            #expect(holds(cleaned.bytes, profile) == stays)
            #expect(try pixels(cleaned.bytes).width == 64)
        }
    }

    @Test func `an animated GIF keeps its frames, times and loops`() throws {
        let cleaned = try clean(SentImages.animatedGIF(40, 30, frames: 3))
        #expect(cleaned.frames == 3)
        #expect(!holds(cleaned.bytes, SentImages.secret) && !holds(cleaned.bytes, SentImages.html))
        #expect(holds(cleaned.bytes, Array("NETSCAPE2.0".utf8) + [3, 1, 5, 0, 0]))
        // The control of each frame: no disposal, no time, a transparent colour.
        #expect(cleaned.bytes.ranges(of: [0x21, 0xF9, 4, 1, 0, 0, 3, 0]).count == 3)
        #expect(try clean(cleaned.bytes).bytes == cleaned.bytes)
    }

    @Test(arguments: [true, false]) func `an animated PNG keeps its frames, times and loops`(beginsWithStill: Bool)
        throws
    {
        let bytes = try SentImages.animatedPNG(40, 30, .init(beginsWithStill: beginsWithStill))
        let cleaned = try clean(bytes)
        #expect(cleaned.frames == 3)
        #expect((cleaned.width, cleaned.height) == (40, 30))
        #expect(!holds(cleaned.bytes, SentImages.secret) && !holds(cleaned.bytes, SentImages.html))
        // Three frames and five loops; then the time of each frame.
        #expect(holds(cleaned.bytes, Array("acTL".utf8) + [0, 0, 0, 3, 0, 0, 0, 5]))
        #expect(cleaned.bytes.ranges(of: [0, 1, 0, 10, 0, 0]).count == 3)
        #expect(try clean(cleaned.bytes).bytes == cleaned.bytes)
        #expect(try pixels(cleaned.bytes).bytes == pixels(bytes).bytes)
    }

    @Test(arguments: [
        SentImages.Animation(announced: 4), .init(announced: 2),
        .init(frames: 1, announced: 1, beginsWithStill: false, isBroken: true),
        .init(offset: 1), .init(claimed: (41, 30)), .init(claimed: (0, 30)), .init(claimed: (40, 60)),
        .init(isBroken: true),
        .init(frames: 1, announced: 0),
    ]) func `a PNG whose animation is not valid is a still picture`(animation: SentImages.Animation) throws {
        let cleaned = try clean(try SentImages.animatedPNG(40, 30, animation))
        #expect(cleaned.frames == 1)
        #expect(!holds(cleaned.bytes, SentImages.secret))
        let types = try PNGChunk.chunks(of: cleaned.bytes).map(\.type)
        #expect(types.allSatisfy { !PNGAnimation.chunks.contains($0) })
    }

    @Test func `an animated PNG with a wrong checksum, or one that lies on its side, is a still picture`() throws {
        var bytes = try SentImages.animatedPNG(40, 30)
        let control = try #require(bytes.firstRange(of: Array("fcTL".utf8)))
        bytes[control.upperBound + 26] ^= 1
        #expect(try clean(bytes).frames == 1)
        let chunks = try PNGChunk.chunks(of: try SentImages.animatedPNG(40, 30))
        let lying = PNGChunk.picture(
            chunks.dropLast() + [PNGChunk("eXIf", SentImages.exif(.quarterClockwise)), PNGChunk("IEND", [])])
        let turned = try clean(lying)
        #expect(turned.frames == 1)
        #expect((turned.width, turned.height) == (30, 40))
    }

    @Test(arguments: [ImageFormat.jpeg, .png, .webP], Orientation.allCases)
    func `a picture that is not decoded keeps its orientation, and nothing else that does not belong there`(
        format: ImageFormat, orientation: Orientation
    ) throws {
        let bytes =
            switch format {
            case .jpeg: SentImages.dressed(TestImages.jpeg(96, 64), orientation, profile: SentImages.profile(600))
            case .webP: SentImages.dressedWebP([TestImages.webP(96, 64)], orientation)
            default: SentImages.dressed(png: TestImages.png(96, 64), orientation)
            }
        let stripped = try #require(StrippedPicture.strip(bytes))
        #expect(!holds(stripped, SentImages.secret) && !holds(stripped, SentImages.html))
        #expect(try pixels(stripped).bytes == pixels(bytes).bytes)
        #expect(StrippedPicture.strip(stripped) == stripped)
        #expect(try pixels(clean(stripped).bytes).bytes == pixels(clean(bytes).bytes).bytes)
        #expect(holds(stripped, Array("Exif".utf8)) == (format == .jpeg && orientation != .upright))
        #expect(holds(stripped, Array("mntr".utf8)) == (format == .jpeg))
    }

    @Test(arguments: ImageFormat.allCases) func `a picture with too many pixels is stripped without being decoded`(
        format: ImageFormat
    ) throws {
        let stripped = StrippedPicture.strip(TestImages.claiming(format, 30_000) + SentImages.secret)
        #expect(!holds(try #require(stripped), SentImages.secret))
    }

    @Test func `a GIF that is not decoded keeps its frames, times and loops, and nothing else`() throws {
        let bytes = SentImages.animatedGIF(40, 30)
        let stripped = try #require(StrippedPicture.strip(bytes))
        for secret in [SentImages.secret, SentImages.html, Array("veranda".utf8)] {
            #expect(!holds(stripped, secret))
        }
        #expect(StrippedPicture.strip(stripped) == stripped)
        #expect(try clean(stripped).bytes == clean(bytes).bytes)
        #expect(holds(stripped, Array("NETSCAPE2.0".utf8)))
        // A text takes away how the frame after it was to be shown; it stays where it is not that of a text.
        let control: [UInt8] = [0x21, 0xF9, 4, 0, 9, 0, 0, 0]
        let text: [UInt8] = [0x21, 0x01, 12] + [UInt8](repeating: 1, count: 12) + [0]
        let one = TestImages.gif(4, 4)
        let start = try #require(one.firstIndex(of: 0x21))
        #expect(StrippedPicture.strip(one[..<start] + control + text + one[start...]) == StrippedPicture.strip(one))
        for count in [0, 6, 12, 13, start, bytes.count / 2] where count < one.count {
            let cut = StrippedPicture.strip(Array(one.prefix(count)))
            #expect(cut == nil || cut?.count == start + 1)
        }
    }

    @Test func `scans of a progressive JPEG and what was cut off stay, and what has no structure is none`() throws {
        let whole = TestImages.jpeg(96, 64)
        let cut = try #require(StrippedPicture.strip(Array(whole.dropLast(40))))
        #expect(cut.starts(with: whole.prefix(2)) && cut.suffix(2) == [0xFF, 0xD9])
        #expect(try pixels(clean(cut).bytes).width == 96)
        // A segment that is reserved, which libjpeg refuses (ITU-T T.81 table B.1).
        let reserved = [0xFF, 0xF0, 0, UInt8(SentImages.secret.count + 2)] + SentImages.secret
        #expect(StrippedPicture.strip(whole.prefix(2) + reserved + whole.dropFirst(2)) == StrippedPicture.strip(whole))
        for bytes in [[], [0xFF, 0xD8, 0xFF], Array(whole.prefix(40)), Array("RIFF....WEBP".utf8)] {
            #expect(StrippedPicture.strip(bytes) == nil)
        }
    }

    @Test func `an animated WebP keeps its frames, times and loops`() throws {
        let bytes = SentImages.dressedWebP([TestImages.webP(40, 30), TestImages.webP(40, 30)])
        let cleaned = try clean(bytes)
        #expect(cleaned.frames == 2)
        #expect((cleaned.width, cleaned.height) == (40, 30))
        #expect(!holds(cleaned.bytes, SentImages.secret) && !holds(cleaned.bytes, SentImages.html))
        // The chunk of the animation: its background and its loops; then the duration of each frame.
        #expect(holds(cleaned.bytes, Array("ANIM".utf8) + [6, 0, 0, 0, 0, 0, 0, 0, 3, 0]))
        #expect(cleaned.bytes.ranges(of: Array("ANMF".utf8)).count == 2)
        #expect(try clean(cleaned.bytes).bytes == cleaned.bytes)
    }

    @Test func `of a damaged photograph stays what can be decoded, and nothing else`() throws {
        let whole = TestImages.jpeg(256, 256)
        let bytes = SentImages.dressed(Array(whole.prefix(whole.count * 2 / 3)), .upright)
        let cleaned = try clean(bytes)
        #expect((cleaned.width, cleaned.height) == (256, 256))
        #expect(!holds(cleaned.bytes, SentImages.secret))
        #expect(fault(cleaned.bytes) == nil)
    }

    @Test(arguments: ImageFormat.allCases) func `a header with too many pixels is refused`(format: ImageFormat) {
        let side = format == .webP ? 16_384 : 30_000
        #expect(fault(TestImages.claiming(format, 30_000)) == .tooManyPixels(width: side, height: side))
    }

    @Test func `a picture of more than 40 million pixels is refused before decoding`() {
        for format in [ImageFormat.png, .jpeg, .gif, .webP] {
            #expect(fault(TestImages.claiming(format, 6_400)) == .tooManyPixels(width: 6_400, height: 6_400))
        }
    }

    @Test func `an animation has a limit of pixels and one of frames`() throws {
        var limits = PictureLimits.sent
        limits.animationPixels = 40 * 30 * 3
        #expect(fault(SentImages.animatedGIF(40, 30, frames: 3), limits) == nil)
        #expect(fault(SentImages.animatedGIF(40, 30, frames: 4), limits) == .tooLarge)
        let frames = [[UInt8]](repeating: TestImages.webP(40, 30), count: 4)
        #expect(fault(SentImages.dressedWebP(frames), limits) == .tooLarge)
        #expect(fault(try SentImages.animatedPNG(40, 30, .init(frames: 3)), limits) == nil)
        #expect(fault(try SentImages.animatedPNG(40, 30, .init(frames: 4)), limits) == .tooLarge)
        limits = .sent
        limits.animationFrames = 3
        #expect(fault(SentImages.animatedGIF(40, 30, frames: 4), limits) == .tooLarge)
        #expect(fault(SentImages.dressedWebP(frames), limits) == .tooLarge)
        #expect(fault(try SentImages.animatedPNG(40, 30, .init(frames: 4)), limits) == .tooLarge)
    }

    @Test(arguments: ImageFormat.allCases) func `randomly changed bytes never harm`(format: ImageFormat) {
        let whole = dressed(format, 60, 40)
        var state: UInt64 = 1
        func random(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        for _ in 0..<500 {
            var bytes = whole
            for _ in 0...random(4) { bytes[12 + random(bytes.count - 12)] = UInt8(random(256)) }
            guard let cleaned = try? clean(bytes) else { continue }
            #expect(fault(cleaned.bytes) == nil)
        }
    }
}
