import Cryptography
import Glibc

/// A picture that somebody sent, after it was cleaned.
///
/// All of this takes up to seconds, and much memory for a large picture (`PictureLimits.sent`): it belongs into the
/// blocking pool, one picture after the other.
public struct SentPicture: Sendable, Equatable {
    /// In pixels, upright.
    public let width: Int
    public let height: Int
    /// A very small picture (WebP, at most `maximumFirstLook` bytes); empty where none is small enough.
    public let firstLook: [UInt8]
    /// Whether it has several frames.
    public let isAnimated: Bool
    /// The size of the cleaned file in bytes.
    public let bytes: Int
    /// SHA-256 of the cleaned file, 32 bytes.
    public let hash: [UInt8]

    public static let maximumFirstLook = 100

    /// Cleans the picture at `path`: without Exif, XMP, comments and what was appended, and upright. The formats are
    /// PNG, JPEG, GIF and WebP, known by their content; the cleaned file has the same.
    ///
    /// Fails where it is none of these, can't be decoded, or is over a limit: it is then a file like any other, and there
    /// is no cleaned file.
    ///
    /// - Parameter cleaned: where the cleaned file is written; nothing may be there.
    public init?(cleaning path: String, to cleaned: String, limits: PictureLimits = .sent) {
        guard let bytes = WholeFile.read(path, atMost: limits.file),
            // The reason is that of the sender's file, and changes nothing.
            let picture = try? CleanedPicture.clean(bytes, limits),
            WholeFile.write(picture.bytes, to: cleaned)
        else { return nil }
        self.init(picture)
    }

    /// Makes a JPEG of a picture that `HEIFConverter` reads, and cleans it. Fails as above.
    ///
    /// - Parameter cleaned: where the JPEG is written; nothing may be there, nor with the suffix `.parts`.
    public init?(converting path: String, with converter: HEIFConverter, to cleaned: String) {
        // The decoder has turned the picture as the file says; its Exif may still say that it lies on its side.
        guard let bytes = converter.jpeg(path, in: "\(cleaned).parts"),
            // As above.
            let picture = try? JPEGCleaner.clean(bytes, .sent, orientation: .upright),
            WholeFile.write(picture.bytes, to: cleaned)
        else { return nil }
        self.init(picture)
    }

    init(_ picture: CleanedPicture) {
        width = picture.width
        height = picture.height
        firstLook = picture.sample.firstLook(atMost: Self.maximumFirstLook) ?? []
        isAnimated = picture.frames > 1
        bytes = picture.bytes.count
        hash = SHA256.hash(picture.bytes)
    }

    /// The widths of pictures on pages, in pixels.
    public enum Width: Int, Sendable, CaseIterable {
        case small = 320
        case medium = 960
        case large = 1_920
    }

    /// The quality of scaled pictures, 0…100.
    private static let quality: Float = 80

    /// A cleaned picture scaled down to a width, as WebP.
    ///
    /// - Returns: `nil` where the file itself is to be sent: it is not wider than that, or an animation, which would be a
    ///   still picture otherwise; also where it can't be read.
    public static func scaled(_ path: String, to width: Width, limits: PictureLimits = .sent) -> Picture? {
        guard let bytes = WholeFile.read(path, atMost: limits.file), let format = ImageFormat(bytes),
            // As above.
            let raster = try? ScaledDecoding.decode(bytes, format, width.rawValue, limits)
        else { return nil }
        let height = max(1, raster.original.height * width.rawValue / raster.original.width)
        return raster.pixels.webP(width.rawValue, height, quality: quality).map { Picture(bytes: $0) }
    }
}
