public import Bytes

/// How pages look for a person, on all devices.
public struct AppearanceSettings: Sendable, Hashable {
    public enum Theme: String, Sendable, CaseIterable {
        /// As the device is set.
        case system
        case light
        case dark
    }

    public enum TextSize: String, Sendable, CaseIterable {
        case small
        case normal
        case large
        case largest
    }

    /// How much space is left around messages and rows.
    public enum Density: String, Sendable, CaseIterable {
        case roomy
        case compact
    }

    /// What the Enter key does in the text box, where there is a keyboard.
    public enum EnterKey: String, Sendable, CaseIterable {
        case send
        case lineBreak = "break"
    }

    /// Whether the links of messages have previews.
    public enum LinkPreviews: String, Sendable, CaseIterable {
        case shown
        case hidden
    }

    public var theme = Theme.system
    public var textSize = TextSize.normal
    public var density = Density.roomy
    public var enterKey = EnterKey.send
    public var linkPreviews = LinkPreviews.shown

    public init() {}
}

extension AppearanceSettings {
    /// Reads the settings from an object; `nil` for another type. A member that is missing or unknown has its default.
    public init?(_ json: JSON) {
        guard json.object != nil else { return nil }
        self.init()
        theme = json["theme"]?.string.flatMap { Theme(rawValue: $0) } ?? theme
        textSize = json["size"]?.string.flatMap { TextSize(rawValue: $0) } ?? textSize
        density = json["density"]?.string.flatMap { Density(rawValue: $0) } ?? density
        enterKey = json["enter"]?.string.flatMap { EnterKey(rawValue: $0) } ?? enterKey
        linkPreviews = json["previews"]?.string.flatMap { LinkPreviews(rawValue: $0) } ?? linkPreviews
    }

    public var json: JSON {
        [
            "theme": .string(theme.rawValue), "size": .string(textSize.rawValue),
            "density": .string(density.rawValue), "enter": .string(enterKey.rawValue),
            "previews": .string(linkPreviews.rawValue),
        ]
    }
}
