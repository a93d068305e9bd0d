public import HTTP

/// A square picture as it is sent to browsers: opaque WebP, encoded here from the fetched original.
public struct Picture: Sendable, Equatable {
    public static let type: MediaType = "image/webp"

    public let bytes: [UInt8]
}

/// Why a picture can't be shown.
enum PictureFault: Error, Equatable, CustomStringConvertible {
    /// No response, or none in time.
    case unreachable(String)
    /// Too many pictures are being fetched or decoded.
    case busy
    /// A status other than 200.
    case status(Status)
    case tooManyRedirects
    /// A redirect to a URL that pictures may not be fetched from.
    case badRedirect
    case tooLarge
    /// Not a supported format.
    case unknownFormat
    case tooManyPixels(width: Int, height: Int)
    /// The format's library can't decode it.
    case broken(ImageFormat)
    case notEncoded

    var description: String {
        switch self {
        case .unreachable(let why): "unreachable: \(why)"
        case .busy: "too many others wait"
        case .status(let status): "status \(status)"
        case .tooManyRedirects: "too many redirects"
        case .badRedirect: "a redirect to a forbidden URL"
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
        case .unreachable, .busy: true
        case .status(let status): status.rawValue >= 500 || status == .tooManyRequests
        default: false
        }
    }
}
