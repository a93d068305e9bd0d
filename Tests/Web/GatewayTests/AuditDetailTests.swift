import Accounts
import Chat
import Testing

@testable import Gateway

/// Fails the test where the site has written something into its audit log that has no Japanese wording.
func expectDetailsInBothLanguages(_ audit: AuditLog) async throws {
    for line in try await audit.newest(AuditLog.maximumLines) {
        // It is the name that a person has chosen.
        guard let detail = line.detail, ![.passkeyAdded, .emojiAdded, .emojiRemoved].contains(line.kind) else {
            continue
        }
        #expect(
            AuditDetailWording.sentence(detail, of: line.kind) != nil, "no Japanese wording: \(line.kind) \(detail)")
    }
}

@Suite struct AuditDetailTests {
    @Test(
        arguments: [
            (.userDisabled, "by an admin", "管理者による"),
            (
                .sessionRevoked, "by the person, 0123456789abcdef0123456789abcdef",
                "本人による、セッション0123456789abcdef0123456789abcdef"
            ),
            (.roleChanged, "by the operator, from member to admin", "運用者による、メンバーから管理者へ"),
            (.accountRenamed, "by an admin, from bob to bob.b", "管理者による、bobからbob.bへ"),
            (.linkMade, "by the operator, an invitation as admin", "運用者による、管理者としての招待"),
            (.accountDeleted, "by the person, without the messages", "本人による、メッセージは残す"),
            (.signedIn, "with a recovery code, 7 left", "回復コードを使用、残り7個"),
            (.factorProven, "the passkey \"by an admin, 2 left\"", "パスキー「by an admin, 2 left」"),
            (.signInRefused, "first admin: wrongCode", "最初の管理者：コードの誤り"),
            (
                .signInRefused, "idToken: claim(name: \"aud\", OpenID.ClaimProblem.mismatch)",
                "IDトークン：トークンの内容が正しくありません（name: \"aud\", OpenID.ClaimProblem.mismatch)"
            ),
            (.signInRefused, "WebAuthn §7.2 step 13: wrong origin", "WebAuthn §7.2の手順13：オリジンが違います"),
            (
                .signInRefused,
                "unknown user; 12 more from this address were left out; 3 more from anywhere were left out",
                "存在しないユーザー；このアドレスの記録をほかに12件省略；全体の記録をほかに3件省略"
            ),
            (.signedOut, "2 more of this person were left out", "この人の記録をほかに2件省略"),
            (.passkeyAdded, "by an admin; 2 more of this person were left out", "by an admin；この人の記録をほかに2件省略"),
            (
                .auditDownloaded, "2 lines, from 2026-11-20, person bob, kind signed-in",
                "2件、最初の日 2026-11-20、メンバー bob、種類 signed-in"
            ),
        ] as [(AuditEvent.Kind, String, String)])
    func `what stands in the log in English is said in Japanese`(
        kind: AuditEvent.Kind, detail: String, japanese: String
    ) {
        #expect(AuditDetailWording.sentence(detail, of: kind) == Sentence(japanese, detail))
    }

    @Test(arguments: [
        "by an admin, and something new", "by an", "by an admin,", "", ", ", "7  left", "the passkey \"", "refused",
        "WebAuthn §7.2 step 13: something new", "e\u{301}; 2 more of nobody were left out",
    ])
    func `what is not known is shown as it is`(detail: String) {
        #expect(AuditDetailWording.sentence(detail, of: .signInRefused) == nil)
    }

    @Test func `the name of a passkey is not put into other words`() {
        #expect(AuditDetailWording.sentence("by an admin", of: .passkeyAdded) == nil)
    }
}
