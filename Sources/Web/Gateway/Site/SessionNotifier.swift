import Accounts
import Bytes
import Chat
import HTML
import Live

/// Tells a person's sessions something: by their streams at once, and on each page until it was dismissed there.
struct SessionNotifier: Sendable {
    let sessions: Sessions
    let live: Live

    /// - Parameter id: the session in which it happened, which is not told.
    func tell(_ user: UserID, _ kind: SessionNotice.Kind, except id: String? = nil) async throws {
        try await sessions.notify(user, kind, except: id)
        try await tellStreams(of: user)
    }

    /// Tells the streams which notices there are now.
    func tellStreams(of user: UserID) async throws {
        let sessions = try await sessions.sessions(of: user).map { ($0.id, $0.notices) }
        let notices = Dictionary(sessions) { first, _ in first }
        live.send(to: user) { subscriber in
            notices[subscriber.session].map { EventWriter.notices($0, subscriber.locale) }
        }
    }
}

extension EventWriter {
    /// The event with all notices of a session. It has no id, because each such event replaces the one before.
    static func notices(_ notices: SessionNotices, _ locale: DisplayLocale) -> [UInt8] {
        let payload = EventPayload(name: "notices") { json in
            if notices.isEmpty { return }
            let say = Speaker(locale)
            let time = ViewerTime(locale, now: notices.unseen[0].at, say)
            let bar = NoticeBar(say: say, time: time, notices: notices, back: nil)
            json.member("html", String(decoding: bar.bytes, as: UTF8.self))
        }
        return bytes(id: nil, payload)
    }
}
