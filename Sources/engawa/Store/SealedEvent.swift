import Accounts
import Chat
import Cryptography

/// An event for a person's streams at other processes. It is sealed, because it may have a text of theirs, and because
/// everybody who may use the database could send one otherwise.
struct SealedEvent: Equatable {
    private static let label = Vault.Label("event", owner: [])
    private static let separator = UInt8(ascii: "\n")

    let user: UserID
    let bytes: [UInt8]

    init(user: UserID, bytes: [UInt8]) {
        self.user = user
        self.bytes = bytes
    }

    /// One word.
    func sealed(by vault: Vault) -> String {
        Base64URL.encode(vault.seal(Array(user.description.utf8) + [Self.separator] + bytes, as: Self.label))
    }

    /// `nil` for what is not of this installation.
    init?(_ sealed: Substring, by vault: Vault) {
        guard let sealed = Base64URL.decode(sealed), let opened = try? vault.open(sealed, as: Self.label),
            let end = opened.firstIndex(of: Self.separator),
            let user = UserID(String(decoding: opened[..<end], as: UTF8.self))
        else { return nil }
        self.init(user: user, bytes: Array(opened[(end + 1)...]))
    }
}
