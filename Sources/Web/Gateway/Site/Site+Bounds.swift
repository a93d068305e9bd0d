import Accounts
import Bytes
import Chat
import HTML
import HTTP

extension Site {
    /// Refuses a request that is beyond the bounds of its route.
    func requireBounds(_ visit: Visit, _ bounds: RouteBounds) throws(Failure) {
        guard visit.request.body.byteCount <= bounds.body.bytes else { throw .tooLarge }
        guard parts.policy.limitsRequests, let (budget, asker) = count(visit, bounds) else { return }
        if let wait = parts.requests.take(budget, by: asker, now: visit.time.now) {
            throw .tooManyRequests(budget, wait)
        }
    }

    /// What a request is counted against: its person where there is a session, else the address that it came from.
    private func count(
        _ visit: Visit, _ bounds: RouteBounds
    ) -> (budget: RequestBudget, asker: RequestLimiter.Asker)? {
        if let session = visit.session {
            return bounds.person.budget.map { ($0, .person(session.user)) }
        }
        guard let budget = bounds.address.budget,
            let network = visit.address.flatMap({ IPAddress($0)?.subscriberNetwork })
        else {
            return nil
        }
        return (budget, .address(network))
    }

    /// The page for a request that was refused as one of too many. A text that was to be sent or kept stands in it.
    func tooMany(_ failure: Failure, _ visit: Visit) -> Response {
        let target = visit.request.target
        guard let conversation = routes.send.parameters(of: target) ?? routes.draft.parameters(of: target),
            let text = visit.request.form["text"], visit.session != nil
        else {
            return failure.page(visit)
        }
        var response = Page(visit, title: visit.say(failure.title), back: routes.conversations.path, showsKnown: false)
        {
            UnsentPage(visit: visit, failure: failure, conversation: conversation, text: text)
        }.response(failure.status)
        response.headers[.retryAfter] = failure.retryAfter
        return response
    }
}

extension Request.Body {
    /// About as much as was sent.
    fileprivate var byteCount: Int {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .form(let form): form.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 2 }
        }
    }
}
