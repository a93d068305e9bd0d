import Cryptography

/// What one process tells the others of an attempt, so that all count together.
public struct AttemptSignal: Sendable, Equatable {
    enum Kind: String {
        /// It counts as failed from its start.
        case begun
        case succeeded
        case abandoned
    }

    let kind: Kind
    /// In the form in which all spellings of an account are equal.
    let account: String
    /// The client's.
    let address: String?

    private static let label = Vault.Label("attempt", owner: [])
    private static let separator = "\n"

    init(_ kind: Kind, account: String, address: String?) {
        self.kind = kind
        self.account = account
        self.address = address
    }

    /// Sealed, because a person may have typed a password for a name: one word.
    public func sealed(by vault: Vault) -> String {
        let text = [kind.rawValue, address ?? "", account].joined(separator: Self.separator)
        return Base64URL.encode(vault.seal(Array(text.utf8), as: Self.label))
    }

    /// `nil` for what is not of this installation.
    public init?(sealed: Substring, by vault: Vault) {
        guard let bytes = Base64URL.decode(String(sealed)), let text = try? vault.open(bytes, as: Self.label) else {
            return nil
        }
        let parts = String(decoding: text, as: UTF8.self)
            .split(separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let kind = Kind(rawValue: parts[0]) else { return nil }
        self.init(kind, account: parts[2], address: parts[1].isEmpty ? nil : parts[1])
    }
}
