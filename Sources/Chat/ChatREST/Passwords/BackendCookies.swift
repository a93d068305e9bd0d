public import Chat
public import HTTP

/// The cookies of one session with the backend: a credential's text is the value of a `Cookie` field.
struct BackendCookies {
    /// The longest credential that is kept, in bytes: a browser keeps as much of one cookie (RFC 6265 §6.1).
    static let maximumBytes = 4_096

    /// How the name of the one that makes the session ends, whatever prefix the backend gives it.
    private static let sessionCookie = "session_token"

    private var pairs: [(name: String, value: String)]

    init() { pairs = [] }

    init(_ credential: BackendCredential) {
        pairs = credential.revealed.unicodeScalars.split(separator: ";").compactMap { pair in
            ReceivedCookie(Substring(pair)).map { ($0.name, $0.value) }
        }
    }

    /// Takes over what the backend set.
    mutating func take(_ cookies: [ReceivedCookie]) {
        for cookie in cookies {
            pairs.removeAll { $0.name == cookie.name }
            if cookie.maxAge.map({ $0 > .zero }) ?? true, !cookie.value.isEmpty {
                pairs.append((cookie.name, cookie.value))
            }
        }
    }

    /// `nil` where there is no session (any more).
    var credential: BackendCredential? {
        guard pairs.contains(where: { $0.name.hasUTF8Suffix(Self.sessionCookie) }) else { return nil }
        let text = pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        return text.utf8.count <= Self.maximumBytes ? BackendCredential(text) : nil
    }

    /// How long the session lasts unless it is used, as far as `cookies` say.
    static func lifetime(_ cookies: [ReceivedCookie]) -> Duration? {
        cookies.last { $0.name.hasUTF8Suffix(sessionCookie) }?.maxAge
    }
}

extension BackendCredential {
    /// The header fields of a request in this session.
    public var headers: HeaderFields { [.cookie: revealed] }

    /// With the cookies that the backend set with an answer; `nil` where it took the session away.
    ///
    /// - Parameter cookies: the values of `Set-Cookie`, one a cookie.
    public func renewed(by cookies: [String]) -> BackendCredential? {
        var own = BackendCookies(self)
        own.take(cookies.compactMap { ReceivedCookie($0) })
        return own.credential
    }
}
