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

    /// - Parameter typed: the content of the search field.
    func search(_ visit: Visit, _ typed: String) async throws -> Response {
        let session = try visit.requireSession()
        let isBlank = typed.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        guard !isBlank, let query = SearchQuery(typed) else {
            return searchPage(
                visit, isBlank ? "" : typed, fault: isBlank ? nil : SearchWording.badQuery,
                isBlank ? .ok : .unprocessableContent)
        }
        guard limiter.acquire(for: session.user, isLimited: policy.limitsRequests) else {
            let failure = Failure.tooManyRequests(.searching, Self.retryTime)
            log.report(failure, visit)
            return refusal(visit, typed, failure)
        }
        defer { limiter.release(session.user) }
        let findings = try await Search(repositories).find(query, as: session.user)
        return searchPage(
            visit, query.description,
            results: SearchResults(visit: visit, viewer: session.user, query: query, findings: findings))
    }

    /// The page for a search that was refused because there were too many, with what was typed.
    func refusal(_ visit: Visit, _ typed: String, _ failure: Failure) -> Response {
        var response = searchPage(visit, typed, fault: failure.text.detail, failure.status)
        response.headers[.retryAfter] = failure.retryAfter
        return response
    }

    private func searchPage(
        _ visit: Visit, _ query: String, fault: Sentence? = nil, results: SearchResults? = nil, _ status: Status = .ok
    ) -> Response {
        Page(
            visit, title: visit.say(query.isEmpty ? SearchWording.title : SearchWording.results(query)),
            tab: .search, back: routes.conversations.path
        ) {
            SearchPage(say: visit.say, query: query, fault: fault, results: results)
        }.response(status)
    }
}
