import Chat
import ChatREST
import HTTP
import URLSessionTransport

/// The cookie of the person who is signed in. An app keeps it in the keychain.
actor SignedIn: CallerCredentials {
    private var credential: BackendCredential?

    init(_ credential: BackendCredential?) { self.credential = credential }

    func headers(for user: UserID) async throws(ChatError) -> HeaderFields { credential?.headers ?? [:] }

    func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) async {
        if let renewed = credential?.renewed(by: cookies) { credential = renewed }
    }

    func refused(_ headers: HeaderFields, for user: UserID) async { credential = nil }
}

/// A person at a backend.
struct Account {
    let user: User
    let repositories: Repositories

    /// By User ID, for backends that take the caller's word.
    init(_ user: UserID, at backend: BaseURL) async throws {
        let transport = URLSessionTransport()
        repositories = RESTRepositories(transport: transport, baseURL: backend).repositories
        self.user = try await repositories.users.user(user)
    }

    /// By a session, for backends with passwords.
    init(_ name: Username, _ password: Password, at backend: BaseURL) async throws {
        let transport = URLSessionTransport()
        let authority = RESTPasswordAuthority(transport: transport, baseURL: backend)
        let session = try await authority.signIn(name, password, from: nil)
        guard let user = session.user else { throw ChatError(.notFound, during: "sign in") }
        self.user = user
        repositories =
            RESTRepositories(
                transport: transport, baseURL: backend, access: .session, credentials: SignedIn(session.credential)
            ).repositories
    }

    /// The list, with the last message of each conversation; then a thread, and what arrives in it.
    func show(_ text: MessageText) async throws {
        let list = try await ConversationOverview(repositories).list(for: user.id)
        for summary in list.active {
            let name = summary.conversation.name ?? "direct conversation"
            print("\(name): \(summary.unread.count) unread, last at \(summary.lastActivity.date)")
        }
        guard let conversation = list.active.first?.conversation else { return }
        let page = try await MessageHistory(repositories.messages).page(in: conversation.id, as: user.id)
        for message in page.messages { show(message) }

        let live = repositories.messages.newMessages(
            in: conversation.id, as: user.id, after: page.messages.last, every: .seconds(1))
        let sent = try await repositories.messages.send(
            NewMessage(conversation: conversation.id, sender: user.id, text: text))
        for try await message in live {
            show(message)
            if message.id == sent.id { break }
        }
    }

    private func show(_ message: Message) {
        guard case .text(let sender, let text) = message.content else { return }
        print("\(sender == user.id ? "I" : "\(sender)"): \(text)")
    }
}

@main struct Example {
    /// `example-app BACKEND USER-ID TEXT`, or `example-app BACKEND USERNAME PASSWORD TEXT`.
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let backend = arguments.first.flatMap(BaseURL.init), let last = arguments.last else { return }
        let text = try MessageText(last)
        let words = Array(arguments.dropFirst().dropLast())
        if words.count == 1, let user = UserID(words[0]) {
            try await Account(user, at: backend).show(text)
        } else if words.count == 2, let name = Username(words[0]), let password = Password(words[1]) {
            try await Account(name, password, at: backend).show(text)
        }
    }
}
