import Chat
import Compression
public import HTTP
import Live
import Synchronization

/// The pages that were made last, for as long as they are true.
///
/// A page is kept with the version of what it shows; it answers again only where the version is the same.
public final class PageCache: Sendable {
    /// Which page, and for whom.
    struct Key: Hashable {
        enum Place: Hashable {
            case list
            /// With the key of the session's forms (`FormKeys`).
            case thread(ConversationID, session: String)
        }

        let place: Place
        let user: UserID
        let locale: DisplayLocale
        /// How it is compressed, where it may be: that takes a third of the time of its making.
        let coding: ContentCoding?
        /// Whether being sent counts as being read.
        let reads: Bool
    }

    private struct Entry {
        let version: PageVersion
        /// When the names of days change, or the page is too old to be brought up to date by a stream.
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

    /// How long a page is kept at most.
    static let lifetime = Duration.seconds(5 * 60)

    private let maximumBytes: Int
    private let state = Mutex(State())

    /// - Parameter maximum: how much memory the pages may take.
    public init(maximum: ByteCount = .mebibytes(64)) { maximumBytes = maximum.bytes }

    /// What goes on, in numbers.
    public struct Figures: Sendable {
        /// How often a page was known.
        public let hits: Int
        /// How often it had to be made.
        public let misses: Int
        /// Pages that are kept now.
        public let entries: Int
        /// How much memory their bodies take.
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

    func keep(_ response: Response, _ key: Key, version: PageVersion, until end: Timestamp) {
        state.withLock { state in
            state.bytes -= state.entries[key]?.response.body.count ?? 0
            state.uses += 1
            state.entries[key] = Entry(version: version, end: end, response: response, lastUse: state.uses)
            state.bytes += response.body.count
            guard state.bytes > maximumBytes else { return }
            // A quarter at once: sorting for each page that is too many would cost more than the page.
            for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse })
                .prefix(max(1, state.entries.count / 4))
            {
                state.entries[key] = nil
                state.bytes -= entry.response.body.count
            }
        }
    }
}
