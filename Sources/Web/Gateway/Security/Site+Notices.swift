import Accounts
import Chat
import HTML
import HTTP
import Live
import Logging

extension Site {
    /// Tells somebody's sessions what happened to their factors: at once where they have a stream, and on each page until
    /// it was seen there.
    ///
    /// - Parameter id: of the session in which it happened, which knows.
    func tell(_ user: UserID, _ kind: FactorNotice.Kind, except id: String? = nil) throws {
        try parts.sessions.notify(user, kind, except: id)
        try tellStreams(of: user)
    }

    /// Tells a stream that begins what its page may not know: it was made before.
    func tellNotices(_ visit: Visit, _ subscriber: Subscriber) {
        guard let token = SessionCookie.token(visit.request, parts.policy) else { return }
        do {
            guard let notices = try parts.sessions.session(of: token)?.notices, !notices.isEmpty else { return }
            subscriber.send(EventWriter.notices(notices, subscriber.locale))
        } catch {
            parts.log.error(
                "notices can't be read", ["why": .text("\(error)"), "id": .text(visit.request.id.description)])
        }
    }

    /// What one was told is seen, up to what the page showed.
    func dismissNotices(_ visit: Visit) throws -> Response {
        let form = visit.request.form
        if let session = visit.session, let token = SessionCookie.token(visit.request, parts.policy) {
            guard let until = form[NoticeBar.untilField].flatMap({ Int64($0) }) else { throw Failure.badRequest }
            try parts.sessions.seeNotices(token, upTo: Timestamp(milliseconds: until))
            try tellStreams(of: session.user)
        }
        return .seeOther(form[NoticeBar.returnField].flatMap { Path($0) }?.description ?? routes.home.text)
    }

    private func tellStreams(of user: UserID) throws {
        let sessions = try parts.sessions.sessions(of: user).map { ($0.id, $0.notices) }
        let notices = Dictionary(sessions) { first, _ in first }
        parts.live.send(to: user) { subscriber in
            notices[subscriber.session].map { EventWriter.notices($0, subscriber.locale) }
        }
    }
}

extension EventWriter {
    /// What a session has to tell, as its streams get it. It has no number: each such event says all that there is.
    static func notices(_ notices: FactorNotices, _ locale: DisplayLocale) -> [UInt8] {
        var data = EventPayload.Data()
        if !notices.isEmpty {
            let say = Speaker(locale)
            let time = ViewerTime(locale, now: notices.unseen[0].at, say)
            let bar = NoticeBar(say: say, time: time, notices: notices, back: nil)
            data.html = String(decoding: bar.bytes, as: UTF8.self)
        }
        return bytes(id: nil, EventPayload(name: "notices", data: data))
    }
}
