import Bytes
import HTTP
import JOSE

/// An error response of Supabase Auth, in any of its formats: `{"error","error_description"}`,
/// `{"code":400,"error_code","msg"}`, and from API version 2024-01-01 `{"code","message"}`.
struct SupabaseErrorResponse: Sendable, Equatable {
    let status: Status
    let code: String
    let words: String?

    /// `nil` if the body has none of these formats.
    init?(_ answer: ProviderWire.Response) {
        guard let json = answer.json, (400...499).contains(answer.status.rawValue) else { return nil }
        let code = json["error_code"]?.string ?? json["code"]?.string ?? json["error"]?.string
        guard let code = ProviderWords.quotable(code) else { return nil }
        status = answer.status
        self.code = code
        words = ProviderWords.quotable(
            json["msg"]?.string ?? json["message"]?.string ?? json["error_description"]?.string)
    }

    private static let ended: Set = [
        "refresh_token_not_found", "refresh_token_already_used", "session_expired", "session_not_found", "bad_jwt",
        "no_authorization", "user_banned",
    ]

    /// The meaning; `nil` if only the status matters.
    func reason(retryAfter: Duration?) -> ProviderError.Reason? {
        switch code {
        case _ where status == .tooManyRequests: .tooMany(retryAfter: retryAfter)
        case "user_not_found": .userNotFound
        case _ where Self.ended.contains(code): .sessionEnded(code: code)
        default: .refused(code: code, words: words)
        }
    }
}
