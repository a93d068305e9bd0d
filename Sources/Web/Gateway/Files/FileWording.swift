import Chat

/// What is said about files.
enum FileWording {
    static let title = Sentence("写真とファイル", "Pictures and files")
    static let files = Sentence("ファイル", "Files")
    static let none = Sentence("この会話にはまだファイルがありません。", "No files in this conversation yet.")
    static let older = Sentence("以前のファイル", "Older files")
    static let picture = Sentence("写真", "Picture")
    static func pictures(_ count: Int) -> Sentence { Sentence("写真\(count)枚", "\(count) pictures") }
    static func files(_ count: Int) -> Sentence { Sentence("ファイル\(count)件", "\(count) files") }
    static func attach(files: Int, bytes: String) -> Sentence {
        Sentence("ファイルを添付（\(files)個、各\(bytes)まで）", "Attach up to \(files) files, \(bytes) each")
    }
    static let beginning = Sentence("冒頭を表示", "Show the beginning")
    static let voice = Sentence("音声メッセージ", "Voice message")
    static let chosen = Sentence("添付するファイル", "Files to send")
    static let tooMany = Sentence(
        "ファイルは一度に\(FileLimits.filesOfMessage)個までです。文章は残っています。",
        "At most \(FileLimits.filesOfMessage) files in one message. Your text is kept.")
    static let tooLarge = Sentence(
        "ファイルが大きすぎるため、送信できませんでした。文章は残っています。",
        "Not sent: a file is too large. Your text is kept.")
    static let busy = Sentence(
        "ほかのファイルが送信されているため、送信できませんでした。しばらくしてから、もう一度お試しください。文章は残っています。",
        "Not sent: too many files are being sent now. Try again in a while. Your text is kept.")
    static let quotaOfPerson = Sentence(
        "あなたのファイルの容量がいっぱいのため、送信できませんでした。文章は残っています。",
        "Not sent: your files take up all the room that they may. Your text is kept.")
    static let quotaInAll = Sentence(
        "ファイルの容量がいっぱいのため、送信できませんでした。文章は残っています。管理者にお知らせください。",
        "Not sent: there is no room for more files. Your text is kept. Tell whoever runs this site.")
    static let infected = Sentence(
        "ファイルにウイルスが見つかったため、送信できませんでした。文章は残っています。",
        "Not sent: malicious software was found in a file. Your text is kept.")
    static let notChecked = Sentence(
        "いまはファイルを検査できないため、送信できませんでした。しばらくしてから、もう一度お試しください。文章は残っています。",
        "Not sent: files can't be checked now. Try again in a while. Your text is kept.")
    static let gone = Sentence(
        "添付したファイルはもうありません（送らなかったファイルは1時間で消えます）。もう一度選んでください。文章は残っています。",
        "Not sent: the files are not there any more (files that are not sent are deleted after an hour). Choose them again. Your text is kept."
    )
}

extension Speaker {
    /// A size such as "1.2 MB", with the units of the International System (1 kB is 1,000 bytes).
    func size(_ bytes: Int64) -> String {
        var (value, unit) = (bytes * 10, 0)
        let units = ["B", "kB", "MB", "GB", "TB"]
        while value >= 10_000, unit < units.count - 1 {
            value = (value + 500) / 1_000
            unit += 1
        }
        let whole = unit == 0 || value >= 100
        let number = whole ? "\((value + 5) / 10)" : "\(value / 10).\(value % 10)"
        return "\(number) \(units[unit])"
    }

    /// What stands for the files of a message where they are not shown: the name of one, or how many there are.
    func summary(of attachments: [Attachment]) -> String {
        guard let first = attachments.first else { return "" }
        if attachments.allSatisfy({ $0.picture != nil }) {
            return self(attachments.count == 1 ? FileWording.picture : FileWording.pictures(attachments.count))
        }
        if attachments.count == 1, first.isVoice { return self(FileWording.voice) }
        return attachments.count == 1 ? first.name.description : self(FileWording.files(attachments.count))
    }
}
