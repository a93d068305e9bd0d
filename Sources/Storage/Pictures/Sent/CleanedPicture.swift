import HTTP

/// A picture that somebody sent, without what tells more than it shows: Exif (where and with what it was taken), XMP,
/// comments, thumbnails, and whatever was appended.
///
/// The pixels of an upright picture are not encoded again. An animation stays one.
struct CleanedPicture {
    let format: ImageFormat
    /// The cleaned file. It stands upright, and begins with the format's signature.
    let bytes: [UInt8]
    /// In pixels.
    let width: Int
    let height: Int
    let frames: Int
    /// The first frame, perhaps smaller, turned upright.
    let sample: Raster

    /// Cleans a file. Takes up to seconds, and memory as `PictureLimits.sent` says.
    static func clean(_ bytes: [UInt8], _ limits: PictureLimits) throws(PictureFault) -> CleanedPicture {
        guard bytes.count <= limits.file.bytes else { throw .tooLarge }
        guard let format = ImageFormat(bytes) else { throw .unknownFormat }
        return switch format {
        case .jpeg: try JPEGCleaner.clean(bytes, limits)
        case .png: try PNGCleaner.clean(bytes, limits)
        case .gif: try GIFCleaner.clean(bytes, limits)
        case .webP: try WebPCleaner.clean(bytes, limits)
        }
    }
}

extension PictureLimits {
    /// Throws if an animation has more pixels or frames than may be handled.
    func checkAnimation(pixels: Int, frames: Int) throws(PictureFault) {
        guard pixels <= animationPixels, frames <= animationFrames else { throw .tooLarge }
    }
}
