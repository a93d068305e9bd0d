import Concurrency
public import HTTP
public import Logging
public import Pictures
import Synchronization

/// Fetches pages, reads what they say about themselves, and caches that in memory and on disk.
public final class LinkPreviewStore: Sendable {
    /// What the requests are for, as their `User-Agent` says.
    static let purpose = "link previews"

    public let limits: LinkPreviewLimits
    private let fetcher: WebFetcher
    private let pictures: PictureStore
    private let folder: CacheFolder
    /// Reads and writes of the cache folder, one at a time.
    private let files: PoolShare
    /// Reading a page takes up to tens of milliseconds.
    private let reading: PoolShare
    private let now: @Sendable () -> Duration
    private let log: Logger
    private let fetches = SingleFlight<CacheKey, LinkPreview?, Never>()
    private let memory: Mutex<RecentValues<CacheKey, Entry>>

    /// A cached preview, or that there is none.
    private struct Entry {
        let preview: LinkPreview?
        /// The time since 1970.
        let stored: Duration
    }

    /// - Parameters:
    ///   - folder: the cache folder; created if missing. `pictures` has another.
    ///   - pages: fetches pages; must connect to public addresses only, and cut bodies at `limits.page`.
    ///   - pictures: has the limits `limits.pictures`.
    ///   - now: the time since 1970.
    public init(
        folder: String, pages: any Transport, pictures: PictureStore, limits: LinkPreviewLimits = LinkPreviewLimits(),
        now: @escaping @Sendable () -> Duration, log: Logger
    ) throws {
        self.folder = try CacheFolder(path: folder, limit: limits.disk)
        fetcher = WebFetcher(
            transport: pages, headers: [.accept: "text/html", .userAgent: "Engawa (\(Self.purpose))"],
            limits: WebFetcher.Limits(
                redirects: limits.redirects, time: limits.fetchTime, atOnce: limits.fetchesAtOnce,
                waiting: limits.fetchesWaiting, ports: limits.ports))
        files = PoolShare(limit: 1, maximumWaiting: limits.fetchesWaiting)
        reading = PoolShare(limit: 1, maximumWaiting: limits.fetchesWaiting)
        memory = Mutex(RecentValues(maximum: limits.inMemory))
        self.pictures = pictures
        self.limits = limits
        self.now = now
        self.log = log
    }

    /// The preview that is in memory, however old; `nil` also where there is none.
    public func known(_ url: WebURL) -> LinkPreview? { memory.withLock { $0[url.key] }?.preview }

    /// The previews that are in memory or on disk, however old.
    public func cached(_ urls: Set<WebURL>) async -> [WebURL: LinkPreview] {
        var previews: [WebURL: LinkPreview] = [:]
        for url in urls { previews[url] = await entry(url.key)?.preview }
        return previews
    }

    /// Whether the page must be fetched: nothing is cached for it, or it is too old.
    public func isDue(_ url: WebURL) async -> Bool { await entry(url.key).map { !isFresh($0) } ?? true }

    /// The picture of a preview, as far as it is cached: it is fetched with its page, and never when somebody looks.
    public func picture(of preview: LinkPreview) async -> Picture? {
        guard let key = preview.picture?.key, case .picture(let picture)? = await pictures.cached(key) else {
            return nil
        }
        return picture
    }

    /// The preview of a page, from the cache or fetched. Concurrent callers share one fetch, which continues if they are
    /// cancelled.
    public func preview(of url: WebURL) async -> LinkPreview? {
        if let entry = await entry(url.key), isFresh(entry) { return entry.preview }
        return await fetches.run(url.key) { await self.fetch(url) }
    }

    private func fetch(_ url: WebURL) async -> LinkPreview? {
        // A fetch that ended after the caller's look-up may have stored it.
        let old = await entry(url.key)
        if let old, isFresh(old) { return old.preview }
        do throws(Fault) {
            let preview = try await fetched(url)
            await store(Entry(preview: preview, stored: now()), url.key)
            return preview
        } catch {
            log.info("no link preview", ["host": .text(url.origin.description), "why": .text(error.description)])
            guard !error.isBusy else { return old?.preview }
            // An old preview stays, and is fetched again after `retryDelay`.
            let stored = old?.preview == nil ? now() : now() - limits.freshness + limits.retryDelay
            await store(Entry(preview: old?.preview, stored: stored), url.key)
            return old?.preview
        }
    }

    private enum Fault: Error, CustomStringConvertible {
        case notFetched(FetchFault)
        case otherType
        case noTitle
        /// Too many pages wait to be read.
        case busy

        var description: String {
            switch self {
            case .notFetched(let fault): fault.description
            case .otherType: "not HTML"
            case .noTitle: "no title"
            case .busy: "too many others wait"
            }
        }

        var isBusy: Bool {
            switch self {
            case .notFetched(.busy), .busy: true
            default: false
            }
        }
    }

    private func fetched(_ url: WebURL) async throws(Fault) -> LinkPreview {
        let answer: WebFetcher.Answer
        do throws(FetchFault) { answer = try await fetcher.fetch(url) } catch { throw .notFetched(error) }
        let contentType = answer.headers[.contentType] ?? ""
        guard let type = MediaType(field: contentType), type == .html || type == "application/xhtml+xml" else {
            throw .otherType
        }
        let found: LinkPreview?
        do {
            found = try await reading.run { [limits] in
                PageMetadata(answer.body, contentType: contentType).preview(of: answer.url, limits)
            }
        } catch {
            throw .busy
        }
        guard let found else { throw .noTitle }
        guard let picture = found.picture, case .picture = await pictures.picture(at: picture) else {
            return LinkPreview(title: found.title, text: found.text, site: found.site, picture: nil)
        }
        return found
    }

    private func isFresh(_ entry: Entry) -> Bool {
        let now = now()
        // A time in the future was stored by a wrong clock.
        return entry.stored <= now && now < entry.stored + (entry.preview == nil ? limits.retryDelay : limits.freshness)
    }

    /// From memory, else from disk; `nil` also where too many wait for the pool.
    private func entry(_ key: CacheKey) async -> Entry? {
        if let entry = memory.withLock({ $0[key] }) { return entry }
        let now = now()
        guard let (bytes, stored) = try? await files.run({ [folder] in folder.file(key, now: now) }) else { return nil }
        // An empty file means that there is no preview.
        let entry = Entry(preview: bytes.isEmpty ? nil : LinkPreview(bytes), stored: stored)
        memory.withLock { memory in if memory[key] == nil { memory[key] = entry } }
        return entry
    }

    private func store(_ entry: Entry, _ key: CacheKey) async {
        memory.withLock { $0[key] = entry }
        let now = now()
        // A preview that is not on disk is fetched again after a restart.
        try? await files.run { [folder] in
            folder.store(entry.preview?.json ?? [], key, stored: entry.stored, now: now)
        }
    }
}
