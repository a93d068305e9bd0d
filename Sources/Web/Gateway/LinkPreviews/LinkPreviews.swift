public import Accounts
public import Chat
import Concurrency
public import HTTP
public import LinkPreviews
import Live
public import Logging
import Pictures
import RichText
import Synchronization

/// The previews of the first links of messages: which are shown, and when a page is fetched for one.
///
/// A page is fetched once for all people, after its message has appeared; nobody waits for it. Who only reads old messages
/// makes no requests to other sites: pages are fetched for messages of the last day (`messageAge`).
public final class LinkPreviews: Sendable {
    /// A preview and the link that it is of.
    struct Shown {
        let url: WebURL
        let card: LinkPreview
    }

    /// Pages are fetched for messages no older than this.
    static let messageAge = Duration.seconds(24 * 3_600)
    /// How many messages are told when a page has been fetched; others show it when their page is loaded.
    static let messagesOfLink = 64
    /// How many pages are fetched for the messages of one person, and from one host.
    static let personRate = CellRate(20, in: .seconds(10 * 60))
    static let hostRate = CellRate(30, in: .seconds(10 * 60))
    /// How many people and hosts are remembered.
    static let ratedKeys = 4_096
    /// For how many messages it is remembered whether their preview was removed.
    static let rememberedMessages = 8_192

    private struct Place: Equatable {
        let message: MessageID
        let conversation: ConversationID
    }

    private struct State {
        /// The messages that wait for pages that are being fetched.
        var waiting: [WebURL: [Place]] = [:]
        var persons = KeyedQuota<UserID>(LinkPreviews.personRate, maximumKeys: LinkPreviews.ratedKeys)
        var hosts = KeyedQuota<String>(LinkPreviews.hostRate, maximumKeys: LinkPreviews.ratedKeys)
        var removed = RecentValues<MessageID, Bool>(maximum: LinkPreviews.rememberedMessages)
    }

    private let store: LinkPreviewStore
    private let accounts: AccountRegister
    /// That of the site, whose own pages have no previews; `nil` if it is not known.
    private let ownOrigin: Origin?
    private let clock: Clock
    private let log: Logger
    private let state = Mutex(State())

    public init(
        _ store: LinkPreviewStore, accounts: AccountRegister, ownOrigin: Origin?, clock: Clock = .system, log: Logger
    ) {
        self.store = store
        self.accounts = accounts
        self.ownOrigin = ownOrigin
        self.clock = clock
        self.log = log
    }

    /// How many links wait for their page to be fetched.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// The previews of messages on a page, as far as they are cached. Begins to fetch those that are not, for new messages.
    func shown(of messages: [Message], _ live: Live) async -> [MessageID: Shown] {
        let links = messages.compactMap { message in link(of: message).map { (message, $0) } }
        guard !links.isEmpty else { return [:] }
        let removed: Set<MessageID>
        do { removed = try await removedPreviews(among: links.map(\.0.id)) } catch {
            log.warning("removed link previews can't be read", ["why": .text("\(error)")])
            return [:]
        }
        let cards = await store.cached(Set(links.map(\.1)))
        var shown: [MessageID: Shown] = [:]
        for (message, url) in links where !removed.contains(message.id) {
            if let card = cards[url] {
                shown[message.id] = Shown(url: url, card: card)
            } else {
                look(at: message, live)
            }
        }
        return shown
    }

    /// The preview of a message that an event shows: only what is in memory.
    func shown(of message: Message) -> Shown? {
        guard let url = link(of: message), state.withLock({ $0.removed[message.id] }) == false,
            let card = store.known(url)
        else { return nil }
        return Shown(url: url, card: card)
    }

    /// Begins to fetch the page that a new message links to, unless its preview is cached. Does not wait for it.
    func look(at message: Message, _ live: Live) {
        let now = clock.now()
        guard let url = link(of: message), let sender = message.sender,
            now <= message.createdAt.adding(Self.messageAge)
        else { return }
        let place = Place(message: message.id, conversation: message.conversation)
        let isFirst = state.withLock { state in
            if let others = state.waiting[url] {
                if others.count < Self.messagesOfLink, !others.contains(place) { state.waiting[url] = others + [place] }
                return false
            }
            guard state.waiting.count < store.limits.fetchesWaiting else { return false }
            state.waiting[url] = [place]
            return true
        }
        guard isFirst else { return }
        Task {
            let mayAsk = if await self.store.isDue(url) { self.mayFetch(url, for: sender) } else { true }
            let preview = mayAsk ? await self.store.preview(of: url) : nil
            let places = self.state.withLock { $0.waiting.removeValue(forKey: url) ?? [] }
            if preview != nil { await self.tell(places, live) }
        }
    }

    /// The picture of a message's preview, and its version; `nil` without a preview that is shown.
    func picture(of message: Message, _ live: Live) async -> (Picture, version: CacheKey)? {
        guard let card = await shown(of: [message], live)[message.id]?.card, let version = card.picture?.key,
            let picture = await store.picture(of: card)
        else { return nil }
        return (picture, version)
    }

    /// Removes the preview of a message for everyone, also one that is still being fetched.
    func remove(from message: Message, _ live: Live) async throws {
        guard link(of: message) != nil else { return }
        try await accounts.removePreview(of: message.id)
        noteRemoved(message.id)
        live.removePreview(of: message.id, in: message.conversation)
    }

    /// The preview of a message was removed, here or at another process.
    public func noteRemoved(_ message: MessageID) { state.withLock { $0.removed[message] = true } }
}

extension LinkPreviews {
    /// The first link of a message, if a preview may be made of it.
    private func link(of message: Message) -> WebURL? {
        guard let text = message.text, let link = RichText.firstLink(in: text),
            let url = WebURL(WebURL.escaping(link)), url.origin != ownOrigin,
            store.limits.ports?.contains(url.origin.port) != false
        else { return nil }
        return url
    }

    private func mayFetch(_ url: WebURL, for person: UserID) -> Bool {
        let now = clock.now()
        let isAllowed = state.withLock { state in
            state.persons.take(person, now: now) == nil && state.hosts.take(url.origin.host, now: now) == nil
        }
        if !isAllowed { log.info("too many link previews", ["host": .text(url.origin.description)]) }
        return isAllowed
    }

    /// Shows messages again whose preview has arrived.
    private func tell(_ places: [Place], _ live: Live) async {
        do {
            let removed = try await removedPreviews(among: places.map(\.message))
            for place in places where !removed.contains(place.message) {
                live.showAgain(place.message, in: place.conversation)
            }
        } catch {
            log.warning("removed link previews can't be read", ["why": .text("\(error)")])
        }
    }

    /// Those of `messages` whose preview was removed. That is remembered for events.
    private func removedPreviews(among messages: [MessageID]) async throws -> Set<MessageID> {
        let removed = try await accounts.removedPreviews(among: messages)
        state.withLock { state in
            // What was removed meanwhile stays so.
            for message in messages where state.removed[message] != true {
                state.removed[message] = removed.contains(message)
            }
        }
        return removed
    }
}
