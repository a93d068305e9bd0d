import Foundation
import Testing

@testable import Pictures

/// Squares that are cut out of pictures.
@Suite struct SquareCutTests {
    private func color(_ cut: SquareCut, outOf bytes: [UInt8], side: Int = 32) throws -> (side: Int, name: String) {
        let path = NSTemporaryDirectory() + "cut-\(UInt64.random(in: .min ... .max))"
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let picture = try #require(Picture(cutting: cut, outOf: path, side: side))
        let seen = try #require(SeenPicture(picture))
        #expect(seen.width == seen.height)
        return (seen.width, seen.color(seen.width / 2, seen.height / 2))
    }

    @Test(arguments: ImageFormat.allCases, [300, 1_200])
    func `the middle is where it was asked for, within the picture`(
        format: ImageFormat, width: Int
    ) throws {
        // Red, green and blue thirds.
        let bytes = TestImages.make(format, width, width / 3)
        for (x, stripe) in [(0.0, "red"), (0.17, "red"), (0.5, "green"), (0.83, "blue"), (1.0, "blue")] {
            for zoom in [1, 4] {
                let (side, name) = try color(SquareCut(x: x, y: 0.5, zoom: zoom), outOf: bytes)
                #expect(name == stripe, "\(x), \(zoom)")
                #expect(side == min(32, width / 3 / zoom))
            }
        }
    }

    @Test func `what is beyond the picture becomes the nearest place`() throws {
        #expect(SquareCut(x: -3, y: 2, zoom: 100) == SquareCut(x: 0, y: 1, zoom: SquareCut.zooms.upperBound))
        #expect(SquareCut(x: .nan, y: .infinity, zoom: 0) == .middle)
        // As small as a picture can be.
        #expect(try color(SquareCut(x: 1, y: 1, zoom: 4), outOf: TestImages.png(1, 1)).side == 1)
    }

    @Test func `what is no picture can't be cut`() {
        #expect(Picture(cutting: .middle, outOf: "/no/such", side: 32) == nil)
    }
}
