import Accounts
import Chat
import HTML
import HTTP

/// The search for people, conversations and messages.
struct SearchFeature: Sendable {
    let repositories: Repositories

    /// Finds people, conversations and messages by what was typed into the field.
    func search(_ visit: Visit, _ typed: String) async throws -> Response {
        let session = try visit.requireSession()
        let isBlank = typed.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        guard !isBlank, let query = SearchQuery(typed) else {
            let fault: SearchPage.Outcome = isBlank ? .none : .refused(.badQuery)
            return searchPage(visit, isBlank ? "" : typed, fault, isBlank ? .ok : .unprocessableContent)
        }
        let findings = try await Search(repositories).find(query, as: session.user)
        let model = SearchModel(findings, for: query, visit, viewer: session.user)
        return searchPage(visit, query.description, .found(model), .ok)
    }

    private func searchPage(
        _ visit: Visit, _ query: String, _ outcome: SearchPage.Outcome, _ status: Status
    ) -> Response {
        Page(
            visit, title: visit.say(query.isEmpty ? SearchWording.title : .results(query)), tab: .conversations,
            back: routes.conversations.path
        ) {
            SearchPage(say: visit.say, query: query, outcome: outcome)
        }.response(status)
    }
}
