import Accounts
import Chat
import HTML
import HTTP
import Logging

/// The search for people, conversations and messages.
struct SearchFeature: Sendable {
    /// How many searches one person may run at the same time: a second one, while the first is slow.
    static let maximumAtOnce = 2
    /// When a search that was refused for that may be tried again.
    static let retryTime = Duration.seconds(1)

    let repositories: Repositories
    let limiter: PersonLimiter
    let policy: SitePolicy
    let log: Logger

    func search(_ visit: Visit, _ parameters: SearchParameters) async throws -> Response {
        let session = try visit.requireSession()
        var place: Conversation?
        if let id = parameters.conversation { place = try await repositories.enter(id, session).conversation }
        let typed = parameters.query
        guard !typed.unicodeScalars.allSatisfy(\.properties.isWhitespace) else {
            return searchPage(visit, "", in: place)
        }
        guard let search = TypedSearch(typed), search.words.isEmpty || SearchQuery(search.words) != nil else {
            return searchPage(visit, typed, in: place, fault: SearchWording.badQuery, .unprocessableContent)
        }
        guard limiter.acquire(for: session.user, isLimited: policy.limitsRequests) else {
            let failure = Failure.tooManyRequests(.searching, Self.retryTime)
            log.report(failure, visit)
            return refusal(visit, parameters, failure)
        }
        defer { limiter.release(session.user) }
        do {
            let (query, findings) = try await find(search, in: place, session, visit.time)
            return searchPage(
                visit, search.description, in: place,
                results: SearchResults(
                    visit: visit, viewer: session.user, typed: search.description, query: query, findings: findings))
        } catch let fault as SearchFault {
            return searchPage(visit, typed, in: place, fault: SearchWording.fault(fault), .unprocessableContent)
        }
    }

    private func find(
        _ typed: TypedSearch, in place: Conversation?, _ session: Session, _ time: ViewerTime
    ) async throws -> (query: SearchQuery?, findings: Findings) {
        let search = Search(repositories)
        let query = SearchQuery(typed.words)
        if typed.conditions.isEmpty, place == nil, let query {
            return (query, try await search.find(query, as: session.user))
        }
        var filter = try await search.filter(typed.conditions, as: session.user) { text in
            FormDay(typed: text, time).map { (time.start(of: $0.date), time.start(of: $0.next.date)) }
        }
        if let place { filter.conversations = [place.id] }
        return (query, try await search.findMessages(query, within: filter, as: session.user))
    }

    /// The page for a search that was refused because there were too many, with what was typed.
    func refusal(_ visit: Visit, _ parameters: SearchParameters, _ failure: Failure) -> Response {
        // Without the conversation's name, which would have to be looked up.
        let page = SearchPage(
            say: visit.say, query: parameters.query, conversation: parameters.conversation, place: nil,
            fault: failure.text.detail, results: nil)
        var response = searchPage(visit, page, failure.status)
        response.headers[.retryAfter] = failure.retryAfter
        return response
    }

    private func searchPage(
        _ visit: Visit, _ query: String, in place: Conversation?, fault: Sentence? = nil,
        results: SearchResults? = nil, _ status: Status = .ok
    ) -> Response {
        let page = SearchPage(
            say: visit.say, query: query, conversation: place?.id,
            place: visit.session.flatMap { session in place?.title(for: session.user, visit.say) }, fault: fault,
            results: results)
        return searchPage(visit, page, status)
    }

    private func searchPage(_ visit: Visit, _ page: SearchPage, _ status: Status) -> Response {
        Page(
            visit, title: visit.say(page.query.isEmpty ? SearchWording.title : SearchWording.results(page.query)),
            tab: .search, back: page.conversation.map { routes.thread($0) } ?? routes.conversations.path
        ) { page }.response(status)
    }
}

extension FormDay {
    /// A day as people type it: `2026-11-28` or `2026/11/28`, `today`, `yesterday`.
    init?(typed text: String, _ time: ViewerTime) {
        let today = time.day(of: time.now)
        switch text.lowercased() {
        case "today", "今日": self.init(today)
        case "yesterday", "昨日": self.init(CivilDate(daysSinceEpoch: today.daysSinceEpoch - 1))
        default:
            self.init(String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "/" ? "-" : $0 })))
        }
    }
}
