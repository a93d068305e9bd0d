@testable import Pictures

/// What is made of a picture is a WebP that is no larger than it is shown, and can be read.
enum PictureProperty {
    private static let limits = {
        var limits = PictureLimits()
        limits.side = 16
        limits.decodedSide = 256
        limits.decodedPixels = 32_768
        return limits
    }()

    static func check(_ input: [UInt8]) throws(Violation) {
        guard let picture = try? Picture(decoding: input, limits) else { return }
        guard ImageFormat(picture.bytes) == .webP, let raster = try? ImageFormat.webP.decode(picture.bytes, limits)
        else { throw Violation(description: "the picture can't be read") }
        try require(
            raster.width == raster.height && (1...limits.side).contains(raster.width),
            "\(raster.width) by \(raster.height) pixels")
    }
}
