public import HTTP

/// The limits of fetching, decoding and caching pictures.
public struct PictureLimits: Sendable {
    /// What the pictures are for, as the `User-Agent` of their requests says.
    public var purpose = "avatars"
    /// The side of a picture as it is shown, in pixels; smaller pictures keep their size.
    public var side = 128

    /// The maximum size of a fetched file.
    public var file = ByteCount.mebibytes(2)
    /// The maximum side that is decoded, in pixels.
    public var decodedSide = 4_096
    /// The maximum number of pixels that are decoded; at four bytes each, about 64 MB for a moment, twice.
    public var decodedPixels = 16_000_000

    /// The maximum number of redirects.
    public var redirects = 3
    /// The timeout of a fetch with all its redirects.
    public var fetchTime = Duration.seconds(10)
    /// The maximum number of concurrent fetches; others wait.
    public var fetchesAtOnce = 8
    /// The ports that pictures are fetched from; `nil` for any.
    public var ports: Set<UInt16>?
    /// How many may wait to be fetched, or to be decoded; others are left out for now.
    public var fetchesWaiting = 1_024

    /// How long a picture is cached before it is fetched again.
    public var freshness = Duration.seconds(24 * 3_600)
    /// How long to wait before a URL without a picture is fetched again.
    public var retryDelay = Duration.seconds(10 * 60)
    /// The maximum size of the disk cache.
    public var disk = ByteCount.mebibytes(64)

    /// The maximum number of pixels of all frames of an animation together.
    public var animationPixels = 150_000_000
    /// The maximum number of frames of an animation.
    public var animationFrames = 2_000

    public init() {}

    /// For pictures that people send: photographs of a camera. Cleaning one takes up to 500 MB for a moment, so one is
    /// cleaned after the other; one that is over a limit is a file like any other.
    public static let sent = {
        var limits = PictureLimits()
        limits.file = .mebibytes(50)
        limits.decodedSide = 16_384
        limits.decodedPixels = 40_000_000
        limits.side = 64
        return limits
    }()
}
