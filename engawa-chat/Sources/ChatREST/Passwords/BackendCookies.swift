public import Chat
public import HTTP

/// The cookies of one session at the backend. A credential's text is the value of a `Cookie` field.
struct BackendCookies {
    /// The maximum length of a credential, which is what browsers allow for one cookie (RFC 6265 §6.1).
    static let maximumBytes = 4_096

    /// The suffix of the session cookie's name; the backend may add a prefix.
    private static let sessionCookie = "session_token"

    private var pairs: [(name: String, value: String)]

    init() { pairs = [] }

    init(_ credential: BackendCredential) {
        pairs = credential.revealed.unicodeScalars.split(separator: ";").compactMap { pair in
            ReceivedCookie(Substring(pair)).map { ($0.name, $0.value) }
        }
    }

    /// Applies the cookies that the backend set.
    mutating func take(_ cookies: [ReceivedCookie]) {
        for cookie in cookies {
            pairs.removeAll { $0.name == cookie.name }
            if cookie.maxAge.map({ $0 > .zero }) ?? true, !cookie.value.isEmpty {
                pairs.append((cookie.name, cookie.value))
            }
        }
    }

    /// `nil` if there is no session (any more).
    var credential: BackendCredential? {
        guard pairs.contains(where: { $0.name.hasUTF8Suffix(Self.sessionCookie) }) else { return nil }
        let text = pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        return text.utf8.count <= Self.maximumBytes ? BackendCredential(text) : nil
    }

    /// The lifetime of an unused session, if `cookies` contain it.
    static func lifetime(_ cookies: [ReceivedCookie]) -> Duration? {
        cookies.last { $0.name.hasUTF8Suffix(sessionCookie) }?.maxAge
    }
}

extension BackendCredential {
    /// The header fields of a request in this session.
    public var headers: HeaderFields { [.cookie: revealed] }

    /// The credential with the cookies that the backend set; `nil` if it removed the session.
    ///
    /// - Parameter cookies: the `Set-Cookie` values, one for each cookie.
    public func renewed(by cookies: [String]) -> BackendCredential? {
        var own = BackendCookies(self)
        own.take(cookies.compactMap { ReceivedCookie($0) })
        return own.credential
    }
}
