import Accounts
import Bytes
import Chat
import HTML
import HTTP
import Live
import Logging

extension FactorChecks {
    /// Notifies a person's sessions of a change of factors: by their streams at once, and on each page until the notice was
    /// dismissed there.
    ///
    /// - Parameter id: the session in which the change was made, which is not notified.
    func tell(_ user: UserID, _ kind: FactorNotice.Kind, except id: String? = nil) async throws {
        try await sessions.notify(user, kind, except: id)
        try await tellStreams(of: user)
    }

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
    static func notices(_ notices: FactorNotices, _ locale: DisplayLocale) -> [UInt8] {
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
