public import Bytes

/// Which messages call a person while a page is open, and what the notifications say.
public struct NotificationSettings: Sendable, Hashable {
    /// What a notification says.
    public enum Content: String, Sendable, CaseIterable {
        /// The conversation, the sender, and the beginning of the message.
        case excerpt
        /// The conversation and the sender.
        case sender
        /// That there is a new message.
        case nothing
    }

    /// Messages in direct conversations.
    public var directs = true
    /// Messages in groups that mention the person.
    public var mentions = true
    /// All other messages in groups.
    public var others = false
    public var content = Content.excerpt
    public var hasSound = false
    /// `nil` for none.
    public var quietHours: QuietHours?

    public init() {}
}

extension NotificationSettings {
    /// Reads the settings from an object; `nil` for another type. A member that is missing or of another type has its
    /// default.
    public init?(_ json: JSON) {
        guard json.object != nil else { return nil }
        self.init()
        directs = json["directs"]?.bool ?? directs
        mentions = json["mentions"]?.bool ?? mentions
        others = json["others"]?.bool ?? others
        content = json["content"]?.string.flatMap { Content(rawValue: $0) } ?? content
        hasSound = json["sound"]?.bool ?? hasSound
        quietHours = json["quiet"].flatMap { QuietHours($0) }
    }

    public var json: JSON {
        var members: [String: JSON] = [
            "directs": .bool(directs), "mentions": .bool(mentions), "others": .bool(others),
            "content": .string(content.rawValue), "sound": .bool(hasSound),
        ]
        members["quiet"] = quietHours?.json
        return .object(members)
    }
}
