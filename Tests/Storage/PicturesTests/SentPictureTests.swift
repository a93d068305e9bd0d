import Cryptography
import Foundation
import HTTP
import Testing

@testable import Pictures

/// What is stored and shown of a picture that somebody sent.
@Suite struct SentPictureTests {
    private let folder = Folder()

    private final class Folder: Sendable {
        let path = NSTemporaryDirectory() + "sent-\(UInt64.random(in: .min ... .max))"

        init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func file(_ name: String, _ bytes: [UInt8]) -> String {
            _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(bytes))
            return "\(path)/\(name)"
        }
    }

    @Test(arguments: ImageFormat.allCases) func `a picture has a size, a first look, and a cleaned file`(
        format: ImageFormat
    ) throws {
        let path = folder.file("a", TestImages.make(format, 300, 200))
        let cleaned = "\(folder.path)/cleaned"
        let picture = try #require(SentPicture(cleaning: path, to: cleaned))
        #expect((picture.width, picture.height) == (300, 200))
        #expect(!picture.isAnimated)
        let bytes = FileManager.default.contents(atPath: cleaned).map { Array($0) } ?? []
        #expect(picture.bytes == bytes.count)
        #expect(picture.hash == SHA256.hash(bytes))
        #expect((1...SentPicture.maximumFirstLook).contains(picture.firstLook.count))
        let look = try #require(SeenPicture(Picture(bytes: picture.firstLook)))
        #expect(look.width > look.height)
    }

    @Test func `what is no picture, or is over the limit, is a file like any other`() {
        let cleaned = "\(folder.path)/cleaned"
        for bytes in [[], Array("text".utf8), SentImages.html, Array(TestImages.png(30, 20).prefix(60))] {
            #expect(SentPicture(cleaning: folder.file("a", bytes), to: cleaned) == nil)
        }
        var limits = PictureLimits.sent
        limits.file = .bytes(100)
        #expect(SentPicture(cleaning: folder.file("a", TestImages.jpeg(300, 200)), to: cleaned, limits: limits) == nil)
        #expect(!FileManager.default.fileExists(atPath: cleaned))
        #expect(SentPicture(cleaning: "/no/such", to: cleaned) == nil)
    }

    @Test func `a file that is there is not written over`() {
        let there = folder.file("there", [1])
        #expect(SentPicture(cleaning: folder.file("a", TestImages.png(30, 20)), to: there) == nil)
        #expect(FileManager.default.contents(atPath: there) == Data([1]))
    }

    @Test func `an animation is told to be one`() {
        let path = folder.file("a", SentImages.animatedGIF(40, 30))
        #expect(SentPicture(cleaning: path, to: "\(folder.path)/cleaned")?.isAnimated == true)
    }

    @Test(arguments: [ImageFormat.png, .jpeg, .webP], SentPicture.Width.allCases)
    func `a wide picture is scaled down to a width`(format: ImageFormat, width: SentPicture.Width) throws {
        let path = folder.file("a", TestImages.make(format, 2_000, 400))
        let seen = try #require(SentPicture.scaled(path, to: width).flatMap { SeenPicture($0) })
        #expect((seen.width, seen.height) == (width.rawValue, width.rawValue / 5))
        #expect([10, seen.width / 2, seen.width - 10].map { seen.color($0, 10) } == ["red", "green", "blue"])
    }

    @Test func `a tall picture has the width too`() throws {
        let path = folder.file("a", TestImages.jpeg(400, 1_600))
        let seen = try #require(SentPicture.scaled(path, to: .small).flatMap { SeenPicture($0) })
        #expect((seen.width, seen.height) == (320, 1_280))
    }

    @Test func `what is not wider, or an animation, is sent as it is`() {
        #expect(SentPicture.scaled(folder.file("a", TestImages.png(320, 500)), to: .small) == nil)
        #expect(SentPicture.scaled(folder.file("b", SentImages.animatedGIF(400, 30)), to: .small) == nil)
        let frames = [TestImages.webP(400, 30), TestImages.webP(400, 30)]
        #expect(SentPicture.scaled(folder.file("c", SentImages.dressedWebP(frames)), to: .small) == nil)
    }

    @Test func `a first look is small, whatever the picture`() {
        var state: UInt64 = 1
        for (width, height) in [(1, 1), (1, 500), (500, 1), (64, 64), (333, 777)] {
            let noise = (0..<width * height * 3).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            }
            let raster = Raster(width: width, height: height, layout: .rgb, bytes: noise)
            let look = raster.firstLook(atMost: SentPicture.maximumFirstLook)
            #expect(look.map { $0.count <= SentPicture.maximumFirstLook } == true, "\(width) by \(height)")
        }
    }

    @Test func `a divided picture has the means of its squares`() {
        let grey: [UInt8] = [0, 10, 100, 100, 9, 20, 30, 100, 100, 9]
        let raster = Raster(width: 5, height: 2, layout: .rgb, bytes: grey.flatMap { [$0, $0, $0] })
        let half = raster.divided(by: 2)
        #expect((half.width, half.height) == (2, 1))
        #expect(half.bytes == [15, 15, 15, 100, 100, 100])
        #expect(raster.divided(by: 3).bytes == raster.bytes)
    }
}
