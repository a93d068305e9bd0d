import Concurrency
public import HTTP
public import Logging

/// Gives the pictures that URLs name: fetched once, made safe and small, and kept on disk.
///
/// The libraries are those of the formats themselves (libpng, TurboJPEG, giflib, libwebp), chosen by what they cost an
/// idle gateway and what they open to a hostile file: gdk-pixbuf takes 1.3 MB at start, looks for loaders in a folder
/// and knows no WebP; libgd takes 6 MB and 70 packages; libvips more. These four take under 0.5 MB together, and decode
/// what browsers show and nothing else.
public final class PictureStore: Sendable {
    /// What is known about a URL.
    public enum Answer: Sendable, Equatable {
        case picture(Picture)
        /// There is none; it is asked for again after `PictureLimits.patience`.
        case missing
    }

    public let limits: PictureLimits
    private let fetcher: PictureFetcher
    /// One at a time, so that no more than one picture is in memory at its full size.
    private let decoding: PoolShare
    private let folder: CacheFolder
    private let now: @Sendable () -> Duration
    private let log: Logger
    private let renewals = SingleFlight<PictureKey, Answer, Never>()

    /// - Parameters:
    ///   - folder: where pictures are kept; made where it is missing.
    ///   - transport: must connect to public addresses only and take no body over `limits.file`.
    ///   - now: the time since 1970.
    public init(
        folder: String, transport: any Transport, limits: PictureLimits = PictureLimits(),
        now: @escaping @Sendable () -> Duration, log: Logger
    ) throws {
        self.folder = try CacheFolder(path: folder, limit: limits.disk)
        fetcher = PictureFetcher(transport: transport, limits: limits)
        decoding = PoolShare(limit: 1, maximumWaiting: limits.fetchesWaiting)
        self.limits = limits
        self.now = now
        self.log = log
    }

    /// What is kept and fresh, without asking anybody; `nil` where somebody has to be asked.
    public func kept(_ key: PictureKey) -> Answer? {
        guard let file = file(key), file.isFresh else { return nil }
        return file.answer
    }

    /// The picture at a URL, kept or fetched. Callers that ask for the same one at the same time share a fetch, which
    /// runs to its end also when they are cancelled.
    public func answer(_ url: PictureURL) async -> Answer {
        let key = url.key
        if let answer = kept(key) { return answer }
        return await renewals.run(key) { await self.renewed(url, key) }
    }

    private func renewed(_ url: PictureURL, _ key: PictureKey) async -> Answer {
        // It may have come between the caller's look and this one's start.
        if let answer = kept(key) { return answer }
        do throws(PictureFault) {
            let picture = try await decoded(try await fetcher.fetch(url))
            folder.store(picture.bytes, key, stored: now(), now: now())
            return .picture(picture)
        } catch {
            log.info("no picture", ["host": .text(url.origin.description), "why": .text(error.description)])
            if error.isPassing, let old = file(key), case .picture = old.answer {
                // Stale is better than nothing: as old as it takes to be asked for again when patience ends.
                folder.store(old.bytes, key, stored: now() - limits.freshness + limits.patience, now: now())
                return old.answer
            }
            if error != .busy { folder.store([], key, stored: now(), now: now()) }
            return .missing
        }
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

    /// A kept file; an empty one stands for "no picture there".
    private struct Kept {
        let bytes: [UInt8]
        let isFresh: Bool

        var answer: Answer { bytes.isEmpty ? .missing : .picture(Picture(bytes: bytes)) }
    }

    private func file(_ key: PictureKey) -> Kept? {
        let now = now()
        guard let (bytes, stored) = folder.file(key, now: now) else { return nil }
        // What is of the future was stored by a clock that was wrong.
        let lifetime = bytes.isEmpty ? limits.patience : limits.freshness
        return Kept(bytes: bytes, isFresh: stored <= now && now < stored + lifetime)
    }
}
