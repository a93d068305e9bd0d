import Accounts
import HTTP

/// The cookie with the appearance that the person has chosen, so that a page is rendered in it without asking where it is
/// kept: the values of the settings, separated by full stops.
extension AppearanceSettings {
    init(cookie: String?) {
        self.init()
        let parts = (cookie ?? "").unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map(
            String.init)
        guard parts.count >= 4 else { return }
        theme = Theme(rawValue: parts[0]) ?? theme
        textSize = TextSize(rawValue: parts[1]) ?? textSize
        density = Density(rawValue: parts[2]) ?? density
        enterKey = EnterKey(rawValue: parts[3]) ?? enterKey
        // Earlier versions wrote four.
        linkPreviews = parts.dropFirst(4).first.flatMap { LinkPreviews(rawValue: $0) } ?? linkPreviews
    }

    func cookie(_ policy: SitePolicy) -> SetCookie {
        PreferenceCookie.appearance.setting(
            [theme.rawValue, textSize.rawValue, density.rawValue, enterKey.rawValue, linkPreviews.rawValue]
                .joined(separator: "."), policy)
    }
}
