public import HTTP

/// The limits of fetching, decoding and keeping pictures.
public struct PictureLimits: Sendable {
    /// The length of a picture's side as it is shown; a smaller picture keeps its size.
    public var side = 128

    /// The largest picture that is taken, in its own format.
    public var file = ByteCount.mebibytes(2)
    /// The longest side that is decoded, in pixels.
    public var decodedSide = 4_096
    /// The most pixels that are decoded: at four bytes each, about 64 MB for a moment, twice.
    public var decodedPixels = 16_000_000

    /// How many redirects are followed.
    public var redirects = 3
    /// For a picture with all its redirects.
    public var fetchTime = Duration.seconds(10)
    /// How many pictures are fetched at once; more wait.
    public var fetchesAtOnce = 8
    /// How many may wait to be fetched, or to be decoded; others are left out for now.
    public var fetchesWaiting = 1_024

    /// How long a picture is shown before it is fetched anew.
    public var freshness = Duration.seconds(24 * 3_600)
    /// How long a URL without a picture is left alone.
    public var patience = Duration.seconds(10 * 60)
    /// All pictures on disk; those used longest ago go first.
    public var disk = ByteCount.mebibytes(64)

    public init() {}
}
