public import Chat
public import HTTP

extension SessionManager: CallerCredentials {
    public func headers(for user: UserID) async throws(ChatError) -> HeaderFields {
        guard let session = session(of: user) else { throw ChatError(.unauthenticated, during: "headers") }
        return session.credential?.headers ?? [:]
    }

    public func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) async {
        guard let credential = credential(in: headers, of: user) else { return }
        if let renewed = credential.renewed(by: cookies) {
            await renew(credential, to: renewed)
        } else {
            await expire(credential)
        }
    }

    public func refused(_ headers: HeaderFields, for user: UserID) async {
        if let credential = credential(in: headers, of: user) { await expire(credential) }
    }

    /// The credential of a request, if it is still that of the session.
    private func credential(in headers: HeaderFields, of user: UserID) -> BackendCredential? {
        session(of: user)?.credential.flatMap { $0.headers == headers ? $0 : nil }
    }
}
