import Accounts
import Chat
import Compression
public import HTTP
import Live
import Synchronization

/// Rendered pages in memory.
///
/// A page is cached with the version of the data that it shows, and used again only if the version is still the same.
public final class PageCache: Sendable {
    /// Identifies a page, its user, and everything else on which its bytes depend.
    struct Key: Hashable {
        enum Page: Hashable {
            case list
            /// The list beside other pages, which are cached with it.
            case listBeside
            /// For each session, because the form contains the session's key (`FormKeys`).
            case thread(ConversationID, ThreadPlace, session: String)
        }

        let page: Page
        let user: UserID
        let locale: DisplayLocale
        /// The content coding. Compressed pages are cached compressed, which saves a third of the time of rendering.
        var coding: ContentCoding?
        /// Whether sending the page marks its messages as read.
        var marksRead = false
        /// Whether the list of conversations stands beside it.
        var hasList = false
        var appearance = AppearanceSettings()
        /// What calls the person, by which unread messages are counted; `nil` if nothing is chosen.
        var notifications: NotificationSettings?
        /// Which conversations call the person in another way than usual.
        var levels: NotificationLevels = [:]
        /// Which conversations stand first in the list.
        var pinned: Set<ConversationID> = []
    }

    private struct Entry {
        let version: PageVersion
        /// The end of the day, after which "Today" is wrong, or the end of `lifetime`.
        let end: Timestamp
        let response: Response
        var lastUse: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var uses: UInt64 = 0
        var hits = 0
        var misses = 0
    }

    /// The maximum age of a page, so that an event stream can still bring it up to date.
    static let lifetime = Duration.seconds(5 * 60)

    private let maximumBytes: Int
    private let state = Mutex(State())

    /// - Parameter maximum: the memory for the bodies of all pages.
    public init(maximum: ByteCount = .mebibytes(32)) { maximumBytes = maximum.bytes }

    /// Figures for the metrics.
    public struct Figures: Sendable {
        /// The number of requests that were answered from the cache.
        public let hits: Int
        /// The number of requests for which the page was rendered.
        public let misses: Int
        /// The number of cached pages.
        public let entries: Int
        /// The memory that their bodies take.
        public let bytes: ByteCount
    }

    public var figures: Figures {
        state.withLock { state in
            Figures(
                hits: state.hits, misses: state.misses, entries: state.entries.count, bytes: .bytes(state.bytes))
        }
    }

    func page(_ key: Key, version: PageVersion?, now: Timestamp) -> Response? {
        state.withLock { state in
            guard let version, let entry = state.entries[key], entry.version == version, now < entry.end else {
                state.misses += 1
                return nil
            }
            state.uses += 1
            state.hits += 1
            state.entries[key]?.lastUse = state.uses
            return entry.response
        }
    }

    func store(_ response: Response, _ key: Key, version: PageVersion, until end: Timestamp) {
        state.withLock { state in
            state.bytes -= state.entries[key]?.response.body.count ?? 0
            state.uses += 1
            state.entries[key] = Entry(version: version, end: end, response: response, lastUse: state.uses)
            state.bytes += response.body.count
            guard state.bytes > maximumBytes else { return }
            // A quarter is evicted at once, because the sorting takes longer than rendering a page.
            for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse })
                .prefix(max(1, state.entries.count / 4))
            {
                state.entries[key] = nil
                state.bytes -= entry.response.body.count
            }
        }
    }
}
