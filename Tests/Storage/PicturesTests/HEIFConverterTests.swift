import Foundation
import HTTP
import Testing

@testable import Pictures

/// Making JPEG of what phones take.
@Suite struct HEIFConverterTests {
    private let folder = NSTemporaryDirectory() + "heif-\(UUID())"

    private func file(_ content: Data) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/upload"
        try content.write(to: URL(filePath: path))
        return path
    }

    /// A HEIC of 300 × 200 pixels in red, green and blue columns, with a box that turns it clockwise (`irot`), and Exif that
    /// says the same, and where it was taken. Made with heif-enc.
    private func sample() throws -> Data {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples/phone.heic")
        return try Data(contentsOf: url)
    }

    @Test func `a picture of a phone becomes an upright JPEG without what tells more than it shows`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (path, cleaned) = (try file(try sample()), "\(folder)/cleaned")
        let converter = try #require(HEIFConverter())
        let picture = try #require(SentPicture(converting: path, with: converter, to: cleaned))
        #expect((picture.width, picture.height) == (200, 300))
        let bytes = Array(try #require(FileManager.default.contents(atPath: cleaned)))
        #expect(picture.bytes == bytes.count)
        for secret in ["Exif", "ACME"] { #expect(bytes.firstRange(of: Array(secret.utf8)) == nil) }
        var limits = PictureLimits.sent
        limits.side = limits.decodedSide
        let raster = try JPEGDecoder.decode(bytes, limits)
        let colors = [20, 150, 280].map { row in
            Array(raster.bytes[(row * raster.bytesPerRow + 300)..<(row * raster.bytesPerRow + 303)])
        }
        for (color, part) in zip(colors, 0...) {
            #expect(color.indices.allSatisfy { (color[$0] > 200) == ($0 == part) }, "\(colors)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["cleaned", "upload"])
    }

    @Test func `what can't be decoded stays what it is`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let converter = try #require(HEIFConverter())
        let sample = try sample()
        for bytes in [Data(), sample.prefix(200), sample.prefix(sample.count - 200), Data(TestImages.png(30, 20))] {
            let (path, cleaned) = (try file(bytes), "\(folder)/cleaned")
            #expect(SentPicture(converting: path, with: converter, to: cleaned) == nil, "\(bytes.count) bytes")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["upload"])
        }
    }

    @Test func `without the program there is no converter`() {
        #expect(HEIFConverter(path: "/no/such/heif-convert") == nil)
    }

    private func program(_ path: String, memory: Int = 2_048, seconds: Int = 60, file: Int = 50) -> LimitedProgram {
        LimitedProgram(
            path: path, memory: .mebibytes(memory), processorTime: .seconds(seconds), time: .seconds(seconds),
            file: .mebibytes(file))
    }

    @Test func `a program that takes too long, or too much, is ended`() throws {
        #expect(program("/bin/true").run([]))
        #expect(!program("/bin/false").run([]))
        #expect(!program("/no/such").run([]))
        #expect(!program("/bin/sleep", seconds: 1).run(["60"]))
        #expect(!program("/bin/sh", seconds: 1).run(["-c", "while :; do :; done"]))
        let large = ["-c", "text=$(head -c 200000000 /dev/zero | tr '\\0' a)"]
        #expect(program("/bin/sh").run(large))
        #expect(!program("/bin/sh", memory: 100).run(large))
        let path = try file(Data())
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let written = ["if=/dev/zero", "of=\(path)", "bs=1048576", "count=3"]
        #expect(program("/bin/dd", file: 4).run(written))
        #expect(!program("/bin/dd", file: 2).run(written))
    }

    @Test func `a program gets no files of the site, and none of its variables`() throws {
        let path = try file(Data())
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        #expect(descriptor > 2)
        #expect(
            program("/bin/sh").run(["-c", "test ! -e /proc/self/fd/\(descriptor) && test -z \"$HOME$ENGAWA_DATA\""]))
    }
}
