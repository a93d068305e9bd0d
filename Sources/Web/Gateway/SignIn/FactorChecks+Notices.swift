import Accounts
import Chat
import HTML
import HTTP
import Live
import Logging

extension FactorChecks {
    /// Tells somebody's sessions what happened to their factors: at once where they have a stream, and on each page until
    /// it was seen there.
    ///
    /// - Parameter id: of the session in which it happened, which knows.
    func tell(_ user: UserID, _ kind: FactorNotice.Kind, except id: String? = nil) throws {
        try sessions.notify(user, kind, except: id)
        try tellStreams(of: user)
    }

    func tellStreams(of user: UserID) throws {
        let sessions = try sessions.sessions(of: user).map { ($0.id, $0.notices) }
        let notices = Dictionary(sessions) { first, _ in first }
        live.send(to: user) { subscriber in
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
