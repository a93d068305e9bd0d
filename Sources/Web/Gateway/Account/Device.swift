/// The browser's and the system's name in a `User-Agent` (RFC 9110 §10.1.5), by which people recognise their
/// devices. It is unverified, and nothing depends on it.
struct Device: Equatable {
    /// `nil` for an unknown browser.
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

    /// In this order, because most browsers name Chrome and Safari as well.
    private static let browsers = [
        (mark: "Edg/", name: "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"), ("Vivaldi/", "Vivaldi"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Chromium/", "Chromium"),
        ("Safari/", "Safari"), ("curl/", "curl"),
    ]

    /// In this order, because Android names Linux as well, and iPhones name Mac OS.
    private static let systems = [
        (mark: "iPhone", name: "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
        ("Windows", "Windows"), ("Macintosh", "macOS"), ("Linux", "Linux"),
    ]
}
