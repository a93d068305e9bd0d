import Cryptography

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The file with a vault's key, used if none is configured; created with mode 0600.
struct VaultKeyFile {
    private static let maximumBytes = 1_024
    private static let ownerOnly: mode_t = 0o600
    private static let others: mode_t = 0o077

    let path: String

    /// The content of the file; creates it with a new key if it is missing or empty.
    func readOrMake() throws(VaultError) -> String {
        let found = try content()
        if let found, !found.isEmpty { return found }
        try make(replacing: found != nil)
        // Another process may have created it first, so read the file.
        guard let text = try content() else { throw failure(ENOENT) }
        return text
    }

    private func content() throws(VaultError) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            guard errno == ENOENT else { throw failure(errno) }
            return nil
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(errno) }
        guard status.st_mode & Self.others == 0 else { throw .exposedKeyFile(path: path) }
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.maximumBytes) { buffer, count in
            count = max(0, read(file, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes a new key to a temporary file and links it into place: atomic, and without replacing a key that another
    /// process has created.
    ///
    /// - Parameter isEmpty: whether an empty file is there, which is replaced.
    private func make(replacing isEmpty: Bool) throws(VaultError) {
        let temporary = "\(path).\(Hexadecimal.encode(SecureRandom.bytes(8)))"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, Self.ownerOnly)
        guard file >= 0 else { throw failure(errno) }
        defer { unlink(temporary) }
        let text = Array((Hexadecimal.encode(SecureRandom.bytes(AEADKey.keyBytes)) + "\n").utf8)
        let isWritten = write(file, text, text.count) == text.count && fsync(file) == 0
        let reason = errno
        close(file)
        guard isWritten else { throw failure(reason) }
        guard isEmpty ? rename(temporary, path) == 0 : link(temporary, path) == 0 || errno == EEXIST else {
            throw failure(errno)
        }
    }

    private func failure(_ errorNumber: Int32) -> VaultError { .keyFile(path: path, errorNumber: errorNumber) }
}

extension Vault {
    /// A vault whose key is in a file, such as `vault.key` in the data folder; created with mode 0600 if missing.
    ///
    /// The file may contain several keys, as in `init(configured:)`.
    public init(keyFile path: String) throws(VaultError) {
        let text = try VaultKeyFile(path: path).readOrMake()
        do { try self.init(configured: text) } catch {
            guard case .invalidKey = error else { throw error }
            throw .damagedKeyFile(path: path)
        }
    }
}
