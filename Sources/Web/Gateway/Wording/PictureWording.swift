/// What is said where people choose a picture.
enum PictureWording {
    static let ownTitle = Sentence("自分の写真", "Your picture")
    static let groupTitle = Sentence("グループの写真", "Picture of the group")
    static let file = Sentence("写真のファイル", "A picture")
    static func hint(_ bytes: String) -> Sentence {
        Sentence(
            "JPEG・PNG・GIF・WebP（スマートフォンのHEICも）、\(bytes)まで。次に、見せる部分を選びます。",
            "JPEG, PNG, GIF, WebP, or HEIC of a phone, up to \(bytes). Next you choose the part that is shown.")
    }
    static let send = Sentence("次へ", "Next")
    static let remove = Sentence("写真を外す", "Remove the picture")
    static let another = Sentence("別の写真を選ぶ", "Choose another picture")
    static let size = Sentence("大きさ", "Size")
    static func zoom(_ zoom: Int) -> Sentence {
        zoom == 1 ? Sentence("できるだけ広く", "As much as possible") : Sentence("\(zoom)倍に拡大", "\(zoom) times as large")
    }
    static let part = Sentence("写真の、中心にしたいところを押してください。", "Press the picture where the middle should be.")
    static let partButton = Sentence("ここを中心にする", "This is the middle")
    static let middle = Sentence("真ん中を使う", "Use the middle")
    static let none = Sentence("写真のファイルを選んでください。", "Choose a picture.")
    static let noPicture = Sentence(
        "この写真は使えません。JPEG・PNG・GIF・WebPのファイルを選んでください。",
        "This picture can't be used. Choose a JPEG, PNG, GIF or WebP file.")
    static let gone = Sentence(
        "送った写真はもうありません（1時間で消えます）。もう一度選んでください。",
        "The picture that you sent is not there any more (it is deleted after an hour). Choose it again.")
}
