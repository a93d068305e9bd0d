import Accounts
import Bytes
import Chat
import HTML
import HTTP

extension Site {
    /// Refuses a request that exceeds the bounds of its route.
    func requireBounds(_ visit: Visit, _ bounds: RouteBounds) throws(Failure) {
        guard visit.request.body.byteCount <= bounds.body.bytes else { throw .tooLarge }
        guard parts.policy.limitsRequests, let budget = visit.session == nil ? bounds.address : bounds.person
        else { return }
        for requester in requesters(visit) {
            if let wait = parts.requests.take(budget, by: requester, now: visit.time.now) {
                throw .tooManyRequests(budget, wait)
            }
        }
    }

    private func requesters(_ visit: Visit) -> [RequestLimiter.Requester] {
        let network = visit.address.flatMap { IPAddress($0)?.subscriberNetwork }
        guard let session = visit.session else { return network.map { [.address($0)] } ?? [] }
        return [.person(session.user)] + (network.map { [.people($0)] } ?? [])
    }

    /// The page for a request that exceeded its budget. It contains the text of a message or draft, or the words that
    /// were searched for.
    func tooMany(_ failure: Failure, _ visit: Visit) -> Response {
        let target = visit.request.target
        if visit.session != nil, let search = routes.search.parameters(of: target), !search.query.isEmpty {
            return features.search.refusal(visit, search, failure)
        }
        if visit.session != nil, visit.request.method == .post, let message = routes.edit.parameters(of: target) {
            return features.thread.refusal(visit, message, failure)
        }
        if visit.session != nil, visit.request.method == .post,
            let refusal = features.scheduled.refusal(visit, failure) ?? features.polls.refusal(visit, failure)
        {
            return refusal
        }
        guard let conversation = routes.send.parameters(of: target) ?? routes.draft.parameters(of: target),
            visit.request.form["text"] != nil, visit.session != nil
        else {
            return failure.page(visit)
        }
        return UnsentPage(visit: visit, failure: failure, unsent: UnsentMessage(visit.request.form, to: conversation))
            .response
    }
}

extension Request.Body {
    /// The approximate size of the body.
    fileprivate var byteCount: Int {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .form(let form): form.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 2 }
        }
    }
}
