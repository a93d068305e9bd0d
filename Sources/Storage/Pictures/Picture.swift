public import HTTP

/// A square picture, as it is sent to browsers: opaque WebP, made by us from what was fetched.
public struct Picture: Sendable, Equatable {
    public static let type: MediaType = "image/webp"

    public let bytes: [UInt8]
}

/// Why there is no picture.
enum PictureFault: Error, Equatable, CustomStringConvertible {
    /// Nobody answered, or not in time.
    case unreachable(String)
    /// Too many others are being fetched or decoded.
    case busy
    /// Another status than 200.
    case status(Status)
    case tooManyRedirects
    /// A redirect to where no picture may be fetched from.
    case badRedirect
    case tooLarge
    /// None of the formats that are known.
    case unknownFormat
    case tooManyPixels(width: Int, height: Int)
    /// The format's library can't read it.
    case broken(ImageFormat)
    case notEncoded

    var description: String {
        switch self {
        case .unreachable(let why): "unreachable: \(why)"
        case .busy: "too many others wait"
        case .status(let status): "status \(status)"
        case .tooManyRedirects: "too many redirects"
        case .badRedirect: "a redirect to where no picture may be"
        case .tooLarge: "too large"
        case .unknownFormat: "not a picture of a known format"
        case .tooManyPixels(let width, let height): "\(width)×\(height) pixels are too many"
        case .broken(let format): "broken \(format)"
        case .notEncoded: "it could not be encoded"
        }
    }

    /// Whether it may be there the next time: then an older picture goes on being shown.
    var isPassing: Bool {
        switch self {
        case .unreachable, .busy: true
        case .status(let status): status.rawValue >= 500 || status == .tooManyRequests
        default: false
        }
    }
}
