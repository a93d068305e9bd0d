/// What a browser says that it is (`User-Agent`, RFC 9110 §10.1.5): its name and the system's, for people to know their
/// own devices by. It is a claim, and decides nothing.
struct Device: Equatable {
    /// `nil` where it is none of those that are known.
    let browser: String?
    let system: String?

    init(userAgent: String?) {
        browser = Self.name(in: userAgent, Self.browsers)
        system = Self.name(in: userAgent, Self.systems)
    }

    private static func name(in text: String?, _ names: [(mark: String, name: String)]) -> String? {
        guard let text else { return nil }
        return names.first { text.contains($0.mark) }?.name
    }

    /// In this order: most call themselves Chrome and Safari too.
    private static let browsers = [
        (mark: "Edg/", name: "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"), ("Vivaldi/", "Vivaldi"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Chromium/", "Chromium"),
        ("Safari/", "Safari"), ("curl/", "curl"),
    ]

    /// In this order: Android calls itself Linux, and phones like a Mac.
    private static let systems = [
        (mark: "iPhone", name: "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
        ("Windows", "Windows"), ("Macintosh", "macOS"), ("Linux", "Linux"),
    ]
}
