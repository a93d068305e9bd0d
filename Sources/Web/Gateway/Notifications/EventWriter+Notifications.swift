import Accounts
import Bytes

extension EventWriter {
    /// The event with a person's notification settings. It has no id, because each such event replaces the one before.
    ///
    /// - Parameter settings: `nil` for a person who has chosen none yet.
    static func notifications(_ settings: NotificationSettings?) -> [UInt8] {
        let payload = EventPayload(name: "notifications") { json in
            json.member("isChosen", settings != nil)
            let settings = settings ?? NotificationSettings()
            json.member("directs", settings.directs)
            json.member("mentions", settings.mentions)
            json.member("others", settings.others)
            json.member("content", settings.content.rawValue)
            json.member("sound", settings.hasSound)
        }
        return bytes(id: nil, payload)
    }
}
