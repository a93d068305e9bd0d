public import Chat
import Cryptography
import HTTP

/// The user of a browser's last sign-in by User ID, whom its sign-in page offers. It proves nothing.
public struct LastUser: Sendable, Equatable {
    /// The maximum length of an alias from a backend that is kept.
    static let maximumAliasCharacters = 64
    /// The maximum length of the encrypted text: a user ID and an alias of four bytes for each character, with the
    /// vault's head and tag, in Base64.
    static let maximumSealedBytes = 512

    public let id: UserID
    /// The alias at that sign-in, for display; empty if the user had none.
    public let alias: String

    public init(id: UserID, alias: String) {
        self.id = id
        self.alias = alias.prefix(scalars: Self.maximumAliasCharacters)
    }

    /// What the sign-in page shows: the alias, or the user ID if there is none.
    public var text: String { alias.isEmpty ? id.description : alias }

    fileprivate var bytes: [UInt8] { Array("\(id)\n\(alias)".utf8) }

    fileprivate init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
            let id = UserID(String(decoding: bytes[..<end], as: UTF8.self))
        else { return nil }
        self.init(id: id, alias: String(decoding: bytes[(end + 1)...], as: UTF8.self))
    }
}

extension Sessions {
    /// The user, encrypted for the browser's cookie, so that nobody else can read or write it.
    public func sealed(_ user: LastUser) -> String {
        Base64URL.encode(vault.seal(user.bytes, as: .lastUser))
    }

    /// The user of a text that `sealed` returned; `nil` for any other text.
    public func lastUser(sealed text: String) -> LastUser? {
        guard text.utf8.count <= LastUser.maximumSealedBytes, let sealed = Base64URL.decode(text),
            let bytes = try? vault.open(sealed, as: .lastUser)
        else { return nil }
        return LastUser(bytes)
    }
}

extension Vault.Label {
    fileprivate static var lastUser: Vault.Label { Vault.Label("last user", owner: []) }
}
