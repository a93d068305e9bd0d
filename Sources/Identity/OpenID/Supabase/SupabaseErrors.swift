import Bytes
import HTTP
import JOSE

extension ProviderWire.Response {
    /// The meaning of an error response of Supabase Auth, in any of its formats: `{"error","error_description"}`,
    /// `{"code":400,"error_code","msg"}`, and from API version 2024-01-01 `{"code","message"}`. `nil` for other bodies.
    var supabaseReason: ProviderError.Reason? {
        guard let json, (400...499).contains(status.rawValue),
            let code = ProviderWords.quotable(
                json["error_code"]?.string ?? json["code"]?.string ?? json["error"]?.string)
        else { return nil }
        switch code {
        case _ where status == .tooManyRequests: return .tooMany(retryAfter: retryAfter)
        case "user_not_found": return .userNotFound
        case "refresh_token_not_found", "refresh_token_already_used", "session_expired", "session_not_found", "bad_jwt",
            "no_authorization", "user_banned":
            return .sessionEnded(code: code)
        default:
            let words = json["msg"]?.string ?? json["message"]?.string ?? json["error_description"]?.string
            return .refused(code: code, words: ProviderWords.quotable(words))
        }
    }
}
