import Accounts

/// What the page of the appearance says.
enum AppearanceWording {
    static let title = Sentence("表示", "Appearance")
    static let saved = Sentence("保存しました。", "Saved.")
    static let everywhere = Sentence("すべての端末に反映されます。", "This holds on all your devices.")
    static let theme = Sentence("色", "Colours")
    static let size = Sentence("文字の大きさ", "Size of text")
    static let density = Sentence("間隔", "Spacing")
    static let enter = Sentence("Enter キー", "The Enter key")

    static let previews = Sentence("リンクのプレビュー", "Previews of links")

    static func previews(_ choice: AppearanceSettings.LinkPreviews) -> Sentence {
        switch choice {
        case .shown: Sentence("表示する", "Show")
        case .hidden: Sentence("表示しない", "Hide")
        }
    }

    static func theme(_ theme: AppearanceSettings.Theme) -> Sentence {
        switch theme {
        case .system: Sentence("端末の設定に合わせる", "As the device is set")
        case .light: Sentence("明るい", "Light")
        case .dark: Sentence("暗い", "Dark")
        }
    }

    static func size(_ size: AppearanceSettings.TextSize) -> Sentence {
        switch size {
        case .small: Sentence("小", "Small")
        case .normal: Sentence("標準", "Normal")
        case .large: Sentence("大", "Large")
        case .largest: Sentence("特大", "Largest")
        }
    }

    static func density(_ density: AppearanceSettings.Density) -> Sentence {
        switch density {
        case .roomy: Sentence("ゆったり", "Roomy")
        case .compact: Sentence("詰める", "Compact")
        }
    }

    static func enter(_ key: AppearanceSettings.EnterKey) -> Sentence {
        switch key {
        case .send: Sentence("送信する（Shift＋Enter で改行）", "Sends (Shift+Enter begins a new line)")
        case .lineBreak: Sentence("改行する（Ctrl＋Enter で送信）", "Begins a new line (Ctrl+Enter sends)")
        }
    }
}
