import Accounts
import Chat
import Concurrency
import HTML
import HTTP
import Live

/// The messages of groups that mention the viewer. In a direct conversation every message is for the person.
struct MentionsFeature: Sendable {
    /// How many messages the page shows.
    static let shown = SearchLimits.messagesShown

    let repositories: Repositories
    let live: Live
    /// Of searches, with which it shares them.
    let limiter: PersonLimiter
    let policy: SitePolicy

    func mentions(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        guard limiter.acquire(for: session.user, isLimited: policy.limitsRequests) else {
            throw Failure.tooManyRequests(.searching, SearchFeature.retryTime)
        }
        defer { limiter.release(session.user) }
        let groups = try await repositories.conversations.conversations(of: session.user)
            .filter { $0.kind == .group && $0.activeParticipant(session.user) != nil }
        let byID = Dictionary(groups.map { ($0.id, $0) }) { first, _ in first }
        let alias = groups.lazy.compactMap { $0.activeParticipant(session.user)?.user.alias }.first
        guard let query = alias.flatMap({ SearchQuery("@\($0)") }) else {
            return page(visit, MentionsPage(visit: visit, found: [], coverage: .everything, links: nil))
        }
        let (candidates, coverage) = try await candidates(query, in: groups, session)
        // Looking at many texts takes milliseconds.
        let found = try await BlockingPool.shared.run {
            candidates().compactMap { message -> Found? in
                guard let conversation = byID[message.conversation], message.sender != session.user,
                    let text = message.text, conversation.mentions(session.user, in: text)
                else { return nil }
                return (message, conversation)
            }.sorted { $0.message.createdAt > $1.message.createdAt }
        }
        let shown = Array(found.prefix(Self.shown))
        return page(
            visit,
            MentionsPage(
                visit: visit, found: shown, coverage: found.count > shown.count ? .newest : coverage,
                links: MessageLinks(visit: visit, viewer: session.user, query: query, shown)))
    }

    private typealias Found = (message: Message, conversation: Conversation)

    /// Messages among which are those that mention the user. A REST backend without a search is not asked for messages:
    /// those that are cached are looked at, which are the newest of each conversation.
    private func candidates(_ query: SearchQuery, in groups: [Conversation], _ session: Session) async throws -> (
        messages: @Sendable () -> [Message], coverage: MentionsPage.Coverage
    ) {
        guard !(repositories.search is RecentMessageSearch) else {
            return ({ [live] in groups.flatMap { live.cachedMessages(in: $0.id, for: session.user) } }, .cached)
        }
        let result = try await repositories.search.search(query, as: session.user, limit: SearchLimits.maximumHits)
        let isAll = result.coverage == .everything && result.hits.count < SearchLimits.maximumHits
        return ({ result.hits }, isAll ? .everything : .newest)
    }

    private func page(_ visit: Visit, _ content: MentionsPage) -> Response {
        Page(visit, title: visit.say(MentionsWording.title), tab: .mentions) { content }.response()
    }
}
