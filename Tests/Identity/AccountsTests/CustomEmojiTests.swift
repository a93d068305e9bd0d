import Accounts
import Chat
import Cryptography
import RecordStores
import RepositoryBehaviour
import Testing

/// The emoji of the place, in both stores.
@Suite(.eachRecordStore) struct CustomEmojiStoreTests {
    private func register() async throws -> AccountRegister {
        AccountRegister(try await RecordPlace().accounts(), clock: ManualClock().clock)
    }

    private func emoji(_ name: String) throws -> CustomEmoji {
        CustomEmoji(name: try #require(EmojiName(name)), picture: .random())
    }

    @Test func `each has a name of its own, and its bytes`() async throws {
        let register = try await register()
        let (tea, cake) = (try emoji("tea"), try emoji("cake_1"))
        for (one, content) in [(tea, [0, 1, 255]), (cake, [2])] as [(CustomEmoji, [UInt8])] {
            #expect(try await register.add(one, content) == .added)
        }
        #expect(try await register.add(try emoji("tea"), [3]) == .taken)
        #expect(try await register.customEmoji() == [cake, tea])
        #expect(try await register.emojiPicture(tea.picture) == [0, 1, 255])
        #expect(try await register.emojiPicture(.random()) == nil)
        for _ in 0..<2 { try await register.remove(tea.name) }
        #expect(try await register.customEmoji() == [cake])
        #expect(try await register.emojiPicture(tea.picture) == nil)
    }

    @Test func `there are so many and no more`() async throws {
        let register = try await register()
        for number in 0..<CustomEmoji.maximum {
            #expect(try await register.add(try emoji("e\(number)"), [1]) == .added)
        }
        #expect(try await register.add(try emoji("more"), [1]) == .tooMany)
        try await register.remove(try emoji("e0").name)
        #expect(try await register.add(try emoji("more"), [1]) == .added)
    }

    @Test(arguments: ["", "a", "1_2", "Tea", "te-a", "té", " tea", String(repeating: "a", count: 33)])
    func `another text is no name`(text: String) { #expect(EmojiName(text) == nil) }
}
