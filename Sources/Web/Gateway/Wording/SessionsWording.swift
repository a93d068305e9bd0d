/// What the page of one's sessions says.
enum SessionsWording: Wording {
    case title
    case link
    case explanation
    case browserAndSystem(String, String)
    case browserAlone(String)
    case systemAlone(String)
    case unknownDevice
    case current
    case way(String, String?)
    case lastUse
    case firstUse
    case end
    case endThere(String)
    case endOthers
    case ended
    case everybody
    case everybodyLink
    case figures

    init(_ device: Device) {
        switch (device.browser, device.system) {
        case (let browser?, let system?): self = .browserAndSystem(browser, system)
        case (let browser?, nil): self = .browserAlone(browser)
        case (nil, let system?): self = .systemAlone(system)
        case (nil, nil): self = .unknownDevice
        }
    }

    var sentence: Sentence {
        switch self {
        case .title: Sentence("サインイン中の端末", "Where you are signed in")
        case .link: Sentence("サインイン中の端末を見る", "See where you are signed in")
        case .explanation:
            Sentence(
                "心当たりのない端末があれば、サインアウトさせてください。",
                "If you do not know one of these, sign it out.")
        case .browserAndSystem(let browser, let system): Sentence("\(system)の\(browser)", "\(browser) on \(system)")
        case .browserAlone(let browser): Sentence(browser, browser)
        case .systemAlone(let system): Sentence("\(system)の不明なブラウザ", "An unknown browser on \(system)")
        case .unknownDevice: Sentence("不明な端末", "An unknown device")
        case .current: Sentence("この端末", "This one")
        case .way(let method, nil): Sentence(method, method)
        case .way(let method, let address?): Sentence("\(method)、\(address)から", "\(method), from \(address)")
        case .lastUse: Sentence("最後の利用：", "Last used: ")
        case .firstUse: Sentence("サインイン：", "Signed in: ")
        case .end: Sentence("サインアウトさせる", "Sign out there")
        case .endThere(let device): Sentence("サインアウトさせる：\(device)", "Sign out there: \(device)")
        case .endOthers: Sentence("ほかのすべての端末をサインアウト", "Sign out everywhere else")
        case .everybody: Sentence("全員のサインイン", "Everybody's sessions")
        case .everybodyLink: Sentence("全員のサインインを見る", "See everybody's sessions")
        case .figures: Sentence("サイトの数値を見る", "See the site's figures")
        case .ended: Sentence("サインアウトさせました。", "Signed out.")
        }
    }
}
