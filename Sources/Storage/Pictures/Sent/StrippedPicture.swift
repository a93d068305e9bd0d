import Cryptography
public import HTTP

/// A picture that somebody sent and that can't be cleaned, because it is over a limit (`PictureLimits.sent`) or broken: a
/// file like any other, which does not tell where and with what it was taken either.
public struct StrippedPicture: Sendable, Equatable {
    /// The size of the file in bytes.
    public let bytes: Int
    /// SHA-256 of the file, 32 bytes.
    public let hash: [UInt8]

    /// Larger files stay as they are.
    public static let maximumFile = ByteCount.mebibytes(128)

    /// Removes Exif but for the orientation, XMP, comments, thumbnails and what was appended from the PNG, JPEG, GIF or WebP
    /// at `path`. It is not decoded: that takes time as copying does, and memory for two copies of the file.
    ///
    /// - Parameter stripped: where the file is written; nothing may be there.
    /// - Returns: `nil` where it is none of these, or has no structure that can be read.
    public init?(stripping path: String, to stripped: String) {
        guard let bytes = WholeFile.read(path, atMost: Self.maximumFile), let result = Self.strip(bytes),
            WholeFile.write(result, to: stripped)
        else { return nil }
        self.bytes = result.count
        hash = SHA256.hash(result)
    }

    static func strip(_ bytes: [UInt8]) -> [UInt8]? {
        // Why it can't be read changes nothing.
        switch ImageFormat(bytes) {
        case .png: try? PNGCleaner.stripped(bytes)
        case .jpeg: try? JPEGMarkers.stripped(bytes)
        case .webP: try? WebPCleaner.stripped(bytes)
        case .gif: try? GIFBlocks.stripped(bytes)
        case nil: nil
        }
    }
}
