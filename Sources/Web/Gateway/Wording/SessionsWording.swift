/// The page of the person's sessions.
enum SessionsWording {
    static let title = Sentence("サインイン中の端末", "Where you are signed in")
    static let link = Sentence("サインイン中の端末を見る", "See where you are signed in")
    static let explanation = Sentence(
        "心当たりのない端末があれば、サインアウトさせてください。",
        "If you do not know one of these, sign it out.")
    static func browserAndSystem(_ browser: String, _ system: String) -> Sentence {
        Sentence("\(system)の\(browser)", "\(browser) on \(system)")
    }
    static func browserAlone(_ browser: String) -> Sentence { Sentence(browser, browser) }
    static func systemAlone(_ system: String) -> Sentence {
        Sentence("\(system)の不明なブラウザ", "An unknown browser on \(system)")
    }
    static let unknownDevice = Sentence("不明な端末", "An unknown device")
    static let current = Sentence("この端末", "This one")
    static func way(_ method: String, _ address: String?) -> Sentence {
        guard let address else { return Sentence(method, method) }
        return Sentence("\(method)、\(address)から", "\(method), from \(address)")
    }
    static let lastUse = Sentence("最後の利用：", "Last used: ")
    static let firstUse = Sentence("サインイン：", "Signed in: ")
    static let end = Sentence("サインアウトさせる", "Sign out there")
    static func endThere(_ device: String) -> Sentence { Sentence("サインアウトさせる：\(device)", "Sign out there: \(device)") }
    static let endOthers = Sentence("ほかのすべての端末をサインアウト", "Sign out everywhere else")
    static let everybody = Sentence("全員のサインイン", "Everybody's sessions")
    static let everybodyLink = Sentence("全員のサインインを見る", "See everybody's sessions")
    static let ended = Sentence("サインアウトさせました。", "Signed out.")

    static func device(_ device: Device) -> Sentence {
        switch (device.browser, device.system) {
        case (let browser?, let system?): browserAndSystem(browser, system)
        case (let browser?, nil): browserAlone(browser)
        case (nil, let system?): systemAlone(system)
        case (nil, nil): unknownDevice
        }
    }
}
