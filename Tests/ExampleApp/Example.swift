import Chat
import ChatREST
import HTTP
import URLSessionTransport

/// A person at a backend.
struct Account {
    let user: User
    let repositories: Repositories

    /// By User ID, for backends that take the caller's word.
    init(userID: String, at backend: BaseURL) async throws {
        repositories = RESTRepositories(transport: URLSessionTransport(), baseURL: backend).repositories
        user = try await SessionManager(UserIDAuthentication(users: repositories.users)).signIn(with: userID)
    }

    /// By a session, for backends with passwords.
    init(name: String, password: String, at backend: BaseURL) async throws {
        let transport = URLSessionTransport()
        let authority = RESTPasswordAuthority(transport: transport, baseURL: backend)
        // An app passes a `storage` that keeps the session in the keychain.
        let sessions = SessionManager(PasswordAuthentication(authority))
        user = try await sessions.signIn(with: PasswordCredentials(name, password))
        repositories =
            RESTRepositories(transport: transport, baseURL: backend, access: .session, credentials: sessions)
            .repositories
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
        if words.count == 1 { try await Account(userID: words[0], at: backend).show(text) }
        if words.count == 2 { try await Account(name: words[0], password: words[1], at: backend).show(text) }
    }
}
