import Chat
import Accounts
import Bytes

extension EventWriter {
    /// The event that a person's list of conversations has another order. It has no id: a page that misses it is out of
    /// date until it is loaded again.
    static var listOrder: [UInt8] { bytes(id: nil, EventPayload(name: "order") { _ in }) }

    /// The event with a person's notification settings. It has no id, because each such event replaces the one before.
    ///
    /// - Parameters:
    ///   - settings: `nil` for a person who has chosen none yet.
    ///   - levels: those of single conversations.
    static func notifications(_ settings: NotificationSettings?, _ levels: NotificationLevels) -> [UInt8] {
        let payload = EventPayload(name: "notifications") { json in
            json.member("isChosen", settings != nil)
            let settings = settings ?? NotificationSettings()
            json.member("directs", settings.directs)
            json.member("mentions", settings.mentions)
            json.member("others", settings.others)
            json.member("content", settings.content.rawValue)
            json.member("sound", settings.hasSound)
            if let quiet = settings.quietHours {
                json.begin("quiet")
                json.array([quiet.from, quiet.to]) { $1.write($0.description) }
            }
            json.begin("levels")
            json.object { json in
                for (id, level) in levels {
                    json.begin(id.description)
                    json.array([level.level.rawValue, level.until.map { String($0.milliseconds) }]) { value, json in
                        json.write(value ?? "")
                    }
                }
            }
        }
        return bytes(id: nil, payload)
    }
}
