import Accounts
import Cryptography
import Foundation
import Testing

@Suite struct VaultTests {
    private let label = Vault.Label("tokens", owner: [1, 2, 3])
    private let secret = Array("a refresh token".utf8)

    @Test func `sealed bytes open with their label only`() throws {
        let vault = Vault(key: .random())
        let sealed = vault.seal(secret, as: label)
        #expect(try vault.open(sealed, as: label) == secret)
        for other in [
            Vault.Label("tokens", owner: [1, 2]), Vault.Label("cookies", owner: [1, 2, 3]),
            Vault.Label("tokens\0\u{1}", owner: [2, 3]),
        ] {
            #expect(throws: VaultError.damaged) { try vault.open(sealed, as: other) }
        }
    }

    @Test func `the sealed bytes do not contain the secret`() throws {
        let sealed = Vault(key: .random()).seal(secret, as: label)
        #expect(!sealed.contains(secret))
    }

    @Test func `any changed byte is detected`() throws {
        let vault = Vault(key: .random())
        let sealed = vault.seal(secret, as: label)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: VaultError.self) { try vault.open(changed, as: label) }
        }
        for count in 0..<sealed.count {
            #expect(throws: VaultError.self) { try vault.open(Array(sealed.prefix(count)), as: label) }
        }
    }

    @Test func `a former key still opens, and its sealed bytes are outdated`() throws {
        let (old, new) = (AEADKey.random(), AEADKey.random())
        let sealed = Vault(key: old).seal(secret, as: label)
        let vault = Vault(key: new, formerKeys: [old])
        #expect(try vault.open(sealed, as: label) == secret)
        #expect(throws: VaultError.unknownKey) { try Vault(key: new).open(sealed, as: label) }
    }

    @Test func `keys are configured as hexadecimal digits, the newest first`() throws {
        let (first, second) = (String(repeating: "ab", count: 32), String(repeating: "CD", count: 32))
        let sealed = try Vault(configured: second).seal(secret, as: label)
        let both = try Vault(configured: "\(first), \(second)\n")
        #expect(try both.open(sealed, as: label) == secret)
        for wrong in ["", "ab", first + ",", "\(first)0", String(repeating: "xy", count: 32)] {
            #expect(throws: VaultError.invalidKey) { try Vault(configured: wrong) }
        }
    }

    @Test func `a key file is created once, readable by its owner only`() throws {
        try withFolder { folder in
            let path = "\(folder)/vault.key"
            let sealed = try Vault(keyFile: path).seal(secret, as: label)
            #expect(try mode(of: path) == 0o600)
            #expect(try Vault(keyFile: path).open(sealed, as: label) == secret)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["vault.key"])
        }
    }

    @Test func `concurrent starts use one key`() async throws {
        try await withFolder { folder in
            let path = "\(folder)/vault.key"
            let vaults = try await withThrowingTaskGroup { group in
                for _ in 0..<20 { group.addTask { try Vault(keyFile: path) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let sealed = try #require(vaults.first).seal(secret, as: label)
            for vault in vaults { #expect(try vault.open(sealed, as: label) == secret) }
        }
    }

    @Test func `a key file that others can read or without a key is rejected`() throws {
        try withFolder { folder in
            let path = "\(folder)/vault.key"
            _ = try Vault(keyFile: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            #expect(throws: VaultError.exposedKeyFile(path: path)) { try Vault(keyFile: path) }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            try Data("not a key".utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            #expect(throws: VaultError.damagedKeyFile(path: path)) { try Vault(keyFile: path) }
            #expect(throws: VaultError.keyFile(path: "\(folder)/none/key", errorNumber: ENOENT)) {
                try Vault(keyFile: "\(folder)/none/key")
            }
        }
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func withFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder.path(percentEncoded: false))
    }

    private func withFolder<Value>(
        _ body: (String) async throws -> Value, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.path(percentEncoded: false))
    }
}
