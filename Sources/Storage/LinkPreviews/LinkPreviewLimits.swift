public import HTTP
public import Pictures

/// The limits of fetching, reading and caching previews of links.
public struct LinkPreviewLimits: Sendable {
    /// How much of a page is read; what follows is not received.
    public var page = ByteCount.kibibytes(512)
    /// The maximum number of redirects.
    public var redirects = 3
    /// The timeout of fetching a page with all its redirects.
    public var fetchTime = Duration.seconds(5)
    /// The maximum number of concurrent fetches; others wait.
    public var fetchesAtOnce = 4
    /// How many links may wait to be fetched; others have no preview for now.
    public var fetchesWaiting = 256
    /// The ports that pages and their pictures are fetched from; `nil` for any.
    public var ports: Set<UInt16>? = [80, 443]

    /// The maximum lengths of the texts of a preview, in Unicode scalars; longer ones are cut and end with `…`.
    public var title = 200
    public var text = 300
    public var site = 80

    /// After how long a page is fetched again, if a new message links to it.
    public var freshness = Duration.seconds(30 * 24 * 3_600)
    /// How long to wait before a page without a preview is fetched again.
    public var retryDelay = Duration.seconds(3_600)
    /// The maximum size of the disk cache, without pictures; a preview takes 4 KiB.
    public var disk = ByteCount.mebibytes(16)
    /// How many previews, and links without one, are kept in memory.
    public var inMemory = 2_048

    public init() {}

    /// The limits of the pictures of previews.
    public var pictures: PictureLimits {
        var limits = PictureLimits()
        limits.purpose = LinkPreviewStore.purpose
        limits.side = 160
        limits.freshness = freshness
        limits.retryDelay = retryDelay
        limits.ports = ports
        limits.fetchTime = fetchTime
        limits.fetchesAtOnce = fetchesAtOnce
        limits.fetchesWaiting = fetchesWaiting
        return limits
    }
}
