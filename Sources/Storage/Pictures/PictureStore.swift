import Concurrency
public import HTTP
public import Logging

/// Fetches pictures, re-encodes them safe and small, and caches them on disk.
///
/// It uses the formats' own libraries (libpng, TurboJPEG, giflib, libwebp), chosen for memory and attack surface:
/// gdk-pixbuf takes 1.3 MB at start, searches a folder for loaders and does not support WebP; libgd takes 6 MB and 70
/// packages; libvips more. These four take less than 0.5 MB together and decode only the formats that browsers show.
public final class PictureStore: Sendable {
    /// The cached state of a URL.
    public enum Entry: Sendable, Equatable {
        case picture(Picture)
        /// There is no picture; fetched again after `PictureLimits.retryDelay`.
        case missing
    }

    public let limits: PictureLimits
    private let fetcher: WebFetcher
    /// One at a time, so that no more than one picture is in memory at its full size.
    private let decoding: PoolShare
    /// Reads and writes of the cache folder, one at a time.
    private let files: PoolShare
    private let folder: CacheFolder
    private let now: @Sendable () -> Duration
    private let log: Logger
    private let fetches = SingleFlight<CacheKey, Entry, Never>()

    /// - Parameters:
    ///   - folder: the cache folder; created if missing.
    ///   - transport: must connect to public addresses only and accept no body larger than `limits.file`.
    ///   - now: the time since 1970.
    public init(
        folder: String, transport: any Transport, limits: PictureLimits = PictureLimits(),
        now: @escaping @Sendable () -> Duration, log: Logger
    ) throws {
        self.folder = try CacheFolder(path: folder, limit: limits.disk)
        fetcher = WebFetcher(
            transport: transport,
            headers: [
                .accept: "image/webp, image/png, image/jpeg, image/gif", .userAgent: "Engawa (\(limits.purpose))",
            ],
            limits: WebFetcher.Limits(
                redirects: limits.redirects, time: limits.fetchTime, atOnce: limits.fetchesAtOnce,
                waiting: limits.fetchesWaiting, ports: limits.ports))
        decoding = PoolShare(limit: 1, maximumWaiting: limits.fetchesWaiting)
        files = PoolShare(limit: 1, maximumWaiting: limits.fetchesWaiting)
        self.limits = limits
        self.now = now
        self.log = log
    }

    /// The fresh cache entry; `nil` if the URL must be fetched.
    public func cached(_ key: CacheKey) async -> Entry? {
        guard let file = await file(key), file.isFresh else { return nil }
        return file.entry
    }

    /// The picture at a URL, from the cache or fetched. Concurrent callers share one fetch, which continues if they are
    /// cancelled.
    public func picture(at url: WebURL) async -> Entry {
        let key = url.key
        if let answer = await cached(key) { return answer }
        return await fetches.run(key) { await self.fetch(url, key) }
    }

    /// The picture that `content` is, from the cache or decoded as one that was fetched.
    ///
    /// - Parameters:
    ///   - key: of this picture; another one has another key.
    ///   - content: is called where it is not cached.
    /// - Throws: what `content` throws.
    public func picture(_ key: CacheKey, content: () async throws -> [UInt8]) async throws -> Entry {
        if let answer = await cached(key) { return answer }
        let bytes = try await content()
        do throws(PictureFault) {
            let picture = try await decoded(bytes)
            await store(picture.bytes, key)
            return .picture(picture)
        } catch {
            log.info("no picture", ["why": .text(error.description)])
            if !error.isBusy { await store([], key) }
            return .missing
        }
    }

    /// A picture as `bytes` are, which is not cached: the cache does not know who may see what.
    public func picture(_ bytes: [UInt8]) async -> Entry {
        do throws(PictureFault) { return .picture(try await decoded(bytes)) } catch {
            log.info("no picture", ["why": .text(error.description)])
            return .missing
        }
    }

    private func fetch(_ url: WebURL, _ key: CacheKey) async -> Entry {
        // A fetch that ended after the caller's look-up may have stored it.
        if let answer = await cached(key) { return answer }
        do throws(PictureFault) {
            let picture = try await decoded(try await fetched(url))
            await store(picture.bytes, key)
            return .picture(picture)
        } catch {
            log.info("no picture", ["host": .text(url.origin.description), "why": .text(error.description)])
            if error.isTemporary, let old = await file(key), case .picture = old.entry {
                // Serve the stale picture, with an age that makes it expire after `retryDelay`.
                await store(old.bytes, key, age: limits.freshness - limits.retryDelay)
                return old.entry
            }
            if !error.isBusy { await store([], key) }
            return .missing
        }
    }

    private func fetched(_ url: WebURL) async throws(PictureFault) -> [UInt8] {
        do throws(FetchFault) { return try await fetcher.fetch(url).body } catch { throw .notFetched(error) }
    }

    private func decoded(_ bytes: [UInt8]) async throws(PictureFault) -> Picture {
        do {
            return try await decoding.run { [limits] in try Picture(decoding: bytes, limits) }
        } catch let fault as PictureFault {
            throw fault
        } catch {
            throw .busy
        }
    }

    /// A cached file; an empty one means that the URL has no picture.
    private struct CachedFile {
        let bytes: [UInt8]
        let isFresh: Bool

        var entry: Entry { bytes.isEmpty ? .missing : .picture(Picture(bytes: bytes)) }
    }

    /// `nil` also where too many wait for the pool.
    private func file(_ key: CacheKey) async -> CachedFile? {
        let now = now()
        guard let (bytes, stored) = try? await files.run({ [folder] in folder.file(key, now: now) }) else { return nil }
        // A time in the future was stored by a wrong clock.
        let lifetime = bytes.isEmpty ? limits.retryDelay : limits.freshness
        return CachedFile(bytes: bytes, isFresh: stored <= now && now < stored + lifetime)
    }

    private func store(_ bytes: [UInt8], _ key: CacheKey, age: Duration = .zero) async {
        let now = now()
        // A picture that is not cached is fetched again.
        try? await files.run { [folder] in folder.store(bytes, key, stored: now - age, now: now) }
    }
}
