public import Cryptography
import HTTP

/// Encrypts stored secrets such as tokens and backend cookies.
///
/// Encrypts with its first key and decrypts with any, so a key is rotated by adding a new one in front. The format:
/// version (1 byte), key identifier (8 bytes), nonce, ciphertext, tag (see `AEADKey`).
public struct Vault: Sendable {
    private static let version: UInt8 = 1
    private static let identifierBytes = 8

    /// The purpose and the owner of encrypted bytes, which are authenticated: decryption with another label fails.
    public struct Label: Sendable, Hashable {
        let bytes: [UInt8]

        /// - Parameters:
        ///   - purpose: the kind of data, such as `tokens`.
        ///   - owner: the row's key, such as the session's hash.
        public init(_ purpose: StaticString, owner: some Collection<UInt8>) {
            // The zero byte separates the two, so that no two labels have the same bytes.
            bytes = Array("\(purpose)".utf8) + [0] + Array(owner)
        }
    }

    private let sealing: AEADKey
    private let opening: [AEADKey]

    /// - Parameters:
    ///   - key: encrypts.
    ///   - formerKeys: only decrypt.
    public init(key: AEADKey, formerKeys: [AEADKey] = []) {
        sealing = key
        opening = [key] + formerKeys
    }

    /// Parses keys from the configuration, the newest first.
    ///
    /// - Parameter configured: one or more keys of 64 hexadecimal digits, separated by commas.
    public init(configured: String) throws(VaultError) {
        var keys: [AEADKey] = []
        for text in configured.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false) {
            guard let key = AEADKey(hexadecimal: Substring(text).removingWhitespace) else { throw .invalidKey }
            keys.append(key)
        }
        guard let first = keys.first else { throw .invalidKey }
        self.init(key: first, formerKeys: Array(keys.dropFirst()))
    }

    /// The encrypted bytes.
    public func seal(_ bytes: [UInt8], as label: Label) -> [UInt8] {
        let head = [Self.version] + sealing.identifier(bytes: Self.identifierBytes)
        return head + sealing.seal(bytes, associatedData: head + label.bytes)
    }

    /// A keyed hash: what was hashed can't be guessed without the key. Of all processes with the same first key it is the
    /// same.
    func digest(_ bytes: [UInt8], as label: Label) -> [UInt8] {
        sealing.digest(label.bytes + [0] + bytes)
    }

    /// The decrypted bytes.
    public func open(_ sealed: [UInt8], as label: Label) throws(VaultError) -> [UInt8] {
        let head = Array(sealed.prefix(1 + Self.identifierBytes))
        guard head.count == 1 + Self.identifierBytes, head.first == Self.version else { throw .damaged }
        let identifier = Array(head.dropFirst())
        // Computed on demand, as it loads libcrypto, which an idle process does not need.
        guard let key = opening.first(where: { $0.identifier(bytes: Self.identifierBytes) == identifier }) else {
            throw .unknownKey
        }
        guard let bytes = key.open(sealed.dropFirst(head.count), associatedData: head + label.bytes) else {
            throw .damaged
        }
        return bytes
    }
}

extension AEADKey {
    /// Parses 64 hexadecimal digits.
    init?(hexadecimal text: some StringProtocol) {
        guard let bytes = Hexadecimal.decode(text.lowercased()) else { return nil }
        self.init(bytes)
    }
}

/// Why a vault can't be opened or can't decrypt.
public enum VaultError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A configured key is not 64 hexadecimal digits.
    case invalidKey
    /// The same for a key in the key file.
    case damagedKeyFile(path: String)
    /// Others than its owner may read or write the key file.
    case exposedKeyFile(path: String)
    /// The key file can neither be read nor created, with the system's error number.
    case keyFile(path: String, errorNumber: Int32)
    /// It was encrypted with an unknown key.
    case unknownKey
    /// The bytes were changed or have another label.
    case damaged

    public var description: String {
        switch self {
        case .invalidKey: "a key of the vault must be 64 hexadecimal digits"
        case .damagedKeyFile(let path): "\(path) is damaged: a key is not 64 hexadecimal digits. Restore a backup"
        case .exposedKeyFile(let path): "\(path) is open to others than its owner: chmod 600 it, or make a new key"
        case .keyFile(let path, let number): "\(path) can't be read or made (error \(number))"
        case .unknownKey: "sealed with a key that is not configured"
        case .damaged: "sealed bytes were changed, or belong to something else"
        }
    }
}
