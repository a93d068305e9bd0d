public import HTTP

/// A square picture as it is sent to browsers: opaque WebP, encoded here from the fetched original.
public struct Picture: Sendable, Equatable {
    public static let type: MediaType = "image/webp"

    public let bytes: [UInt8]
}

/// Why a picture can't be shown.
enum PictureFault: Error, Equatable, CustomStringConvertible {
    case notFetched(FetchFault)
    /// Too many pictures are being decoded.
    case busy
    case tooLarge
    /// Not a supported format.
    case unknownFormat
    case tooManyPixels(width: Int, height: Int)
    /// The format's library can't decode it.
    case broken(ImageFormat)
    case notEncoded

    var description: String {
        switch self {
        case .notFetched(let fault): fault.description
        case .busy: "too many others wait"
        case .tooLarge: "too large"
        case .unknownFormat: "not a picture in a supported format"
        case .tooManyPixels(let width, let height): "\(width)×\(height) pixels are too many"
        case .broken(let format): "broken \(format)"
        case .notEncoded: "encoding failed"
        }
    }

    /// Whether a retry may succeed; then an older picture stays in use.
    var isTemporary: Bool {
        switch self {
        case .notFetched(let fault): fault.isTemporary
        case .busy: true
        default: false
        }
    }

    /// Whether this process had no room for it, which says nothing about the picture.
    var isBusy: Bool { self == .busy || self == .notFetched(.busy) }
}
