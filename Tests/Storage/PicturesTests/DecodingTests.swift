import HTTP
import Testing

@testable import Pictures

@Suite struct DecodingTests {
    private let limits = PictureLimits()

    private func fault(_ bytes: [UInt8]) -> PictureFault? {
        do throws(PictureFault) {
            _ = try Picture(decoding: bytes, limits)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ImageFormat.allCases, [(300, 200), (1_500, 1_000), (200, 300)])
    func `a picture of any format becomes the square in its middle`(format: ImageFormat, size: (Int, Int)) throws {
        let picture = try Picture(decoding: TestImages.make(format, size.0, size.1), limits)
        let seen = try #require(SeenPicture(picture))
        #expect((seen.width, seen.height) == (128, 128))
        #expect(picture.bytes.count < 4_096)
        for y in [4, 64, 123] {
            #expect([4, 64, 123].map { seen.color($0, y) } == ["red", "green", "blue"])
        }
        // Three by two: the square loses half of the red and half of the blue part.
        if size.0 > size.1 {
            #expect([20, 44, 84, 108].map { seen.color($0, 64) } == ["red", "green", "green", "blue"])
        }
    }

    @Test func `a small picture keeps its size`() throws {
        for side in [1, 2, 96, 127] {
            let seen = try #require(SeenPicture(try Picture(decoding: TestImages.png(side, side + 1), limits)))
            #expect((seen.width, seen.height) == (side, side))
        }
    }

    @Test func `transparency becomes white, because a letter is shown under the picture`() throws {
        for bytes in [TestImages.transparentPNG(200, 200), TestImages.transparentWebP(200, 200)] {
            let seen = try #require(SeenPicture(try Picture(decoding: bytes, limits)))
            #expect(seen.color(64, 64) == "white")
        }
    }

    @Test(arguments: ImageFormat.allCases) func `a header with 30,000 pixels a side is rejected`(
        format: ImageFormat
    ) throws {
        let claimed = format == .webP ? 16_384 : 30_000
        let bytes = TestImages.claiming(format, 30_000)
        #expect(fault(bytes) == .tooManyPixels(width: claimed, height: claimed))
    }

    @Test func `a small file with more than 16 million pixels is rejected before decoding`() throws {
        // 4,096 × 4,096 transparent pixels: 64 MB in 65 kB.
        let bomb = TestImages.transparentPNG(4_096, 4_096)
        #expect(bomb.count < 100_000)
        #expect(fault(bomb) == .tooManyPixels(width: 4_096, height: 4_096))
        #expect(fault(TestImages.transparentPNG(4_097, 1)) == .tooManyPixels(width: 4_097, height: 1))
        #expect(fault(TestImages.transparentPNG(4_000, 4_000)) == nil)
    }

    @Test(arguments: ImageFormat.allCases) func `a truncated picture is rejected`(format: ImageFormat) {
        let whole = TestImages.make(format, 300, 200)
        #expect(fault(whole) == nil)
        for count in [12, 40, whole.count / 2, whole.count * 3 / 4] {
            let fault = fault(Array(whole.prefix(count)))
            #expect(fault == .broken(format), "\(count) bytes")
        }
    }

    @Test(arguments: [
        "", "<!doctype html><p>not found", "<svg xmlns='http://www.w3.org/2000/svg'/>", "BM", "RIFF....WAVE", "GIF88a",
        "II*\0", "\u{89}PNG",
    ])
    func `bytes without the signature of a supported format are rejected`(text: String) {
        #expect(fault(Array(text.utf8)) == .unknownFormat)
    }

    @Test func `a file over the limit is not decoded`() {
        let bytes = TestImages.png(64, 64) + [UInt8](repeating: 0, count: PictureLimits().file.bytes)
        #expect(fault(bytes) == .tooLarge)
    }

    /// Seeded, so that failures are reproducible.
    @Test(arguments: ImageFormat.allCases) func `randomly changed bytes only make decoding fail`(
        format: ImageFormat
    ) {
        let whole = TestImages.make(format, 60, 40)
        var state: UInt64 = 1
        func random(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        for _ in 0..<500 {
            var bytes = whole
            for _ in 0...random(4) { bytes[12 + random(bytes.count - 12)] = UInt8(random(256)) }
            switch fault(bytes) {
            case nil, .broken(format), .tooManyPixels: break
            case let other: Issue.record("\(String(describing: other))")
            }
        }
    }
}
