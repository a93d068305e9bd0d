import Accounts
import Bytes

/// The details of the audit log in Japanese.
///
/// They are stored in English, as the operator's command and the file show them: parts with commas between them, and
/// after a semicolon how many lines were left out.
enum AuditDetailWording {
    /// `nil` for what is shown as it is: the name of a passkey, and what another version wrote.
    static func sentence(_ detail: String, of kind: AuditEvent.Kind) -> Sentence? {
        var main = Array(detail.utf8)[...]
        var notes: [String] = []
        while let end = main.lastIndex(of: UInt8(ascii: ";")),
            let note = japanese(main[end...].dropFirst(2), notePhrases)
        {
            notes.insert(note, at: 0)
            main = main[..<end]
        }
        let translated = kind == .passkeyAdded ? nil : japanese(main, phrases) ?? parts(main)
        // A note may stand alone.
        let note = notes.isEmpty ? japanese(main, notePhrases) : nil
        guard translated != nil || note != nil || !notes.isEmpty else { return nil }
        let first = translated ?? note ?? String(decoding: main, as: UTF8.self)
        return Sentence(([first] + notes).joined(separator: "；"), detail)
    }

    private static func parts(_ text: ArraySlice<UInt8>) -> String? {
        var (rest, parts) = (text, [String]())
        while true {
            let end = rest.firstIndex(of: UInt8(ascii: ","))
            let part = rest[..<(end ?? rest.endIndex)]
            guard let said = japanese(part, phrases) ?? sessionID(part) else { return nil }
            parts.append(said)
            guard let end else { return parts.joined(separator: "、") }
            rest = rest[end...].dropFirst()
            if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
        }
    }

    private static func sessionID(_ text: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: text, as: UTF8.self)
        return SessionToken.isID(text) ? "セッション\(text)" : nil
    }

    private static func japanese(_ text: ArraySlice<UInt8>, _ phrases: [Phrase]) -> String? {
        for phrase in phrases { if let said = phrase.japanese(for: text) { return said } }
        return nil
    }

    /// A phrase with places: `%` for a word, `*` for any text, `~` for another phrase.
    private struct Phrase: Sendable {
        private enum Place: UInt8 {
            case word = 0x25
            case text = 0x2A
            case phrase = 0x7E

            func japanese(for value: ArraySlice<UInt8>) -> String? {
                switch self {
                case .word where value.contains { " ,;".utf8.contains($0) } || value.isEmpty: nil
                case .phrase: AuditDetailWording.japanese(value, phrases)
                case .word, .text: String(decoding: value, as: UTF8.self)
                }
            }
        }

        private let start: [UInt8]
        /// Each with what follows it.
        private let places: [(place: Place, next: [UInt8])]
        private let said: [[UInt8]]

        init(_ english: String, _ japanese: String) {
            let parts = english.utf8.split(omittingEmptySubsequences: false) { Place(rawValue: $0) != nil }.map {
                Array($0)
            }
            start = parts[0]
            places = zip(english.utf8.compactMap { Place(rawValue: $0) }, parts.dropFirst()).map { ($0, $1) }
            said = japanese.utf8.split(omittingEmptySubsequences: false) { Place(rawValue: $0) != nil }.map {
                Array($0)
            }
            precondition(said.count == parts.count, "other places: \(english)")
        }

        func japanese(for text: ArraySlice<UInt8>) -> String? {
            guard text.starts(with: start) else { return nil }
            var (rest, japanese) = (text.dropFirst(start.count), String(decoding: said[0], as: UTF8.self))
            for (index, place) in places.enumerated() {
                let isLast = index == places.count - 1
                guard
                    let end = isLast ? Self.end(rest, before: place.next) : rest.firstRange(of: place.next)?.lowerBound,
                    let value = place.place.japanese(for: rest[..<end])
                else { return nil }
                japanese += value + String(decoding: said[index + 1], as: UTF8.self)
                rest = rest[end...].dropFirst(place.next.count)
            }
            return rest.isEmpty ? japanese : nil
        }

        private static func end(_ text: ArraySlice<UInt8>, before suffix: [UInt8]) -> Int? {
            text.suffix(suffix.count).elementsEqual(suffix) ? text.endIndex - suffix.count : nil
        }
    }

    /// How many lines were left out (`AuditRateLimiter`).
    private static let notePhrases = [
        Phrase("% more of this person were left out", "この人の記録をほかに%件省略"),
        Phrase("% more from this address were left out", "このアドレスの記録をほかに%件省略"),
        Phrase("% more from anywhere were left out", "全体の記録をほかに%件省略"),
    ]

    private static let phrases = who + signIn + accounts + factors + webAuthn + providers + files

    private static let who = [
        Phrase("by the operator", "運用者による"),
        Phrase("by an admin", "管理者による"),
        Phrase("by the person", "本人による"),
        Phrase("by the provider", "認証サービスによる"),
        Phrase("with a link", "リンクを使用"),
    ]

    private static let signIn = [
        Phrase("empty", "入力なし"),
        Phrase("no user ID", "ユーザーIDの形式ではありません"),
        Phrase("unknown user", "存在しないユーザー"),
        Phrase("wrong credentials", "ユーザー名またはパスワードの誤り"),
        Phrase("too many attempts", "試行回数が多すぎます"),
        Phrase("disabled", "停止中のアカウント"),
        Phrase("e-mail address not proven", "メールアドレスが未確認"),
        Phrase("nobody in the chat", "チャットにいないユーザー"),
        Phrase("linked to another", "ほかの人に結び付いています"),
        Phrase("unknown to the chat", "チャットにいないユーザー"),
        Phrase("the chat backend wants no more of it", "チャットのバックエンドが受け付けなくなりました"),
        Phrase("password changed", "パスワードの変更による"),
        Phrase("unlinked", "サインイン方法の解除による"),
        Phrase("first admin: ~", "最初の管理者：~"),
        Phrase("wrongCode", "コードの誤り"),
        Phrase("underWay", "別の登録が進行中"),
        Phrase("expired", "コードの期限切れ"),
        Phrase("over", "すでに人がいます"),
    ]

    private static let accounts = [
        Phrase("the first admin", "最初の管理者"),
        Phrase("with the code from the log", "ログのコードを使用"),
        Phrase("with an invitation", "招待を使用"),
        Phrase("as member", "メンバーとして"),
        Phrase("as admin", "管理者として"),
        Phrase("an invitation as member", "メンバーとしての招待"),
        Phrase("an invitation as admin", "管理者としての招待"),
        Phrase("for a new password", "新しいパスワード用"),
        Phrase("for a new password and factors", "新しいパスワードと二段階認証の解除用"),
        Phrase("from member to admin", "メンバーから管理者へ"),
        Phrase("from admin to member", "管理者からメンバーへ"),
        Phrase("from % to %", "%から%へ"),
        Phrase("with the messages", "メッセージも削除"),
        Phrase("without the messages", "メッセージは残す"),
    ]

    private static let factors = [
        Phrase("wrong code", "コードの誤り"),
        Phrase("somebody else", "別の人"),
        Phrase("not asked again", "再認証の確認なし"),
        Phrase("a code of the app", "認証アプリのコード"),
        Phrase("with a code of the app", "認証アプリのコードを使用"),
        Phrase("a recovery code", "回復コード"),
        Phrase("with a recovery code", "回復コードを使用"),
        Phrase("% left", "残り%個"),
        Phrase("the passkey \"*\"", "パスキー「*」"),
        Phrase("with the passkey \"*\"", "パスキー「*」を使用"),
        Phrase("% again", "もう一度の認証（%）"),
        Phrase("no answer of an authenticator", "認証器の応答ではありません"),
        Phrase("the challenge is over or was used", "チャレンジは期限切れか使用済み"),
        Phrase("an unknown passkey", "登録されていないパスキー"),
        Phrase("the counter of \"*\" went back: there may be a copy", "「*」のカウンターが戻りました：複製の可能性があります"),
        Phrase("known already, or one too many", "登録済みか、数の上限"),
    ]

    private static let webAuthn = [
        Phrase("WebAuthn % step %: ~", "WebAuthn %の手順%：~"),
        Phrase("the client data is not a JSON object", "クライアントデータがJSONオブジェクトではありません"),
        Phrase("wrong type", "種類が違います"),
        Phrase("wrong challenge", "チャレンジが違います"),
        Phrase("wrong origin", "オリジンが違います"),
        Phrase("unexpected token binding", "想定外のトークンバインディング"),
        Phrase("wrong credential", "資格情報が違います"),
        Phrase("invalid authenticator data", "認証器データが正しくありません"),
        Phrase("the backup eligibility has changed", "バックアップの可否が変わりました"),
        Phrase("invalid signature", "署名が正しくありません"),
        Phrase("the counter went back", "カウンターが戻りました"),
        Phrase("not an allowed credential", "許可されていない資格情報"),
        Phrase("the wrong user", "別のユーザー"),
        Phrase("invalid attestation object", "アテステーションが正しくありません"),
        Phrase("no credential", "資格情報がありません"),
        Phrase("no credential with a requested algorithm", "要求したアルゴリズムの資格情報ではありません"),
        Phrase("unexpected attestation statement", "想定外のアテステーション"),
        Phrase("wrong relying party", "別のサイトのパスキー"),
        Phrase("the user was not present", "本人の操作がありません"),
        Phrase("the user was not verified", "本人の確認がありません"),
        Phrase("backed up without being eligible", "バックアップの可否と状態が矛盾しています"),
    ]

    /// An operation and a reason of `ProviderError`, with what the provider said.
    private static let providers = [
        Phrase("discovery: ~", "サービスの情報：~"),
        Phrase("authorization: ~", "認可：~"),
        Phrase("callback: ~", "サービスからの戻り：~"),
        Phrase("codeExchange: ~", "コードの交換：~"),
        Phrase("keys: ~", "サービスの鍵：~"),
        Phrase("idToken: ~", "IDトークン：~"),
        Phrase("userInfo: ~", "利用者の情報：~"),
        Phrase("refresh: ~", "資格情報の更新：~"),
        Phrase("revocation: ~", "資格情報の取り消し：~"),
        Phrase("logoutToken: ~", "ログアウトの通知：~"),
        Phrase("notification: ~", "サービスの通知：~"),
        Phrase("signIn: ~", "サインイン：~"),
        Phrase("signOut: ~", "サインアウト：~"),
        Phrase("profile: ~", "プロフィール：~"),
        Phrase("cancelledByPerson", "本人が取り消しました"),
        Phrase("refused(*", "拒否されました（*"),
        Phrase("sessionEnded(*", "サービスのセッションが終了しました（*"),
        Phrase("userNotFound", "存在しないユーザー"),
        Phrase("tooMany(*", "要求が多すぎます（*"),
        Phrase("unreachable(*", "接続できません（*"),
        Phrase("timedOut", "時間切れ"),
        Phrase("cancelled", "中断"),
        Phrase("invalidAnswer(*", "応答が正しくありません（*"),
        Phrase("token(*", "トークンが正しくありません（*"),
        Phrase("claim(*", "トークンの内容が正しくありません（*"),
        Phrase("noTransaction", "このブラウザで始めたサインインではありません"),
        Phrase("otherIssuer", "別の発行者"),
        Phrase("unavailable(*", "利用できません（*"),
    ]

    /// What was downloaded of the audit log.
    private static let files = [
        Phrase("% lines", "%件"),
        Phrase("from %", "最初の日 %"),
        Phrase("to %", "最後の日 %"),
        Phrase("person *", "メンバー *"),
        Phrase("kind %", "種類 %"),
    ]
}
