import Accounts

/// What is said where people tell about themselves.
enum SelfDescriptionWording {
    static let title = Sentence("ステータスと自己紹介", "Status and introduction")
    static let status = Sentence("ステータス", "Status")
    static let example = Sentence("例：🏖 休暇中", "For example: 🏖 On holiday")
    static let introduction = Sentence(
        "自己紹介（\(Introduction.maximumCharacters)文字まで）",
        "Introduction (up to \(Introduction.maximumCharacters) characters)")
    static let everybody = Sentence(
        "サインインしている人はだれでも、あなたのプロフィールで見られます。空にすると消えます。",
        "Everybody who is signed in sees both on your profile. Leave a field empty to show nothing.")
    static let introductionTooLong = Sentence(
        "自己紹介は\(Introduction.maximumCharacters)文字までです。",
        "The introduction may have at most \(Introduction.maximumCharacters) characters.")
    static let statusTooLong = Sentence(
        "ステータスは\(StatusText.maximumCharacters)文字までです。",
        "The status may have at most \(StatusText.maximumCharacters) characters.")
}
