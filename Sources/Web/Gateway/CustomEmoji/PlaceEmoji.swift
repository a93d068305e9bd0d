public import Accounts
import Chat
import Concurrency
import HTML
import Synchronization

/// The emoji of the place, as pages and events show them: read from time to time, so that no page waits for them.
public final class PlaceEmoji: Sendable {
    /// After what time those are known everywhere that were added at another site.
    private static let pause = Duration.seconds(30)

    private let register: AccountRegister
    private let known = Mutex<[String: SafeURL]>([:])

    public init(_ register: AccountRegister) { self.register = register }

    /// The addresses of the pictures, by name.
    var all: [String: SafeURL] { known.withLock { $0 } }

    /// - Returns: whether they are others than before.
    @discardableResult
    func reload() async throws -> Bool {
        let emoji = try await register.customEmoji()
        let found = Dictionary(
            emoji.map { ($0.name.description, routes.emojiPicture($0.picture).url) }
        ) { first, _ in first }
        return known.withLock { known in
            defer { known = found }
            return known != found
        }
    }

    /// Reads them until the task is cancelled, and calls `changed` where they have changed. Where they can't be read, those that
    /// are known stay until the next time.
    func run(_ changed: () -> Void) async {
        await repeating(every: Self.pause) {
            if (try? await reload()) == true { changed() }
        }
    }

    /// The address of a reaction's picture; `nil` for other reactions.
    static func picture(of reaction: String, among emoji: [String: SafeURL]) -> (name: String, url: SafeURL)? {
        guard !emoji.isEmpty, reaction.utf8.count > 2, reaction.utf8.first == UInt8(ascii: ":"),
            reaction.utf8.last == UInt8(ascii: ":"),
            let name = String(reaction.utf8.dropFirst().dropLast()), let url = emoji[name]
        else { return nil }
        return (name, url)
    }
}
