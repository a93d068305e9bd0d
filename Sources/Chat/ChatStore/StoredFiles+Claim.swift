internal import Chat
internal import ChatRecords
internal import Files
internal import SQLite

extension StoredFiles {
    /// Finds out whether contents can be kept, and whether their place is the one that the database knows: else messages
    /// would have lost their files, and a sweep would delete what belongs to another database. A new place is taken if all
    /// contents are there that messages have.
    /// - Throws: `ForeignFiles`, `MissingFiles`; `ChatError`.
    public func claim() async throws {
        let known = try store.knownFilePlace()
        switch store.fileKeeping?.place {
        case nil: break
        case .folder(let folder):
            guard let known else { break }
            let check = try await FileCheck(
                forEachContent: store.forEachContent, unknown: store.unknown, list: { _ in [] },
                size: { hash in try await Self.inPool(during: "claim") { folder.size(of: hash) } })
            try MissingFiles.refuse(check, known)
            try await store.write(during: "claim") { connection in try connection.run("DELETE FROM file_place") }
        case .store(let contents, let cache):
            try await claim(RemoteContents(contents, cache: cache), known)
        }
    }

    private func claim(_ remote: RemoteContents, _ known: KnownFilePlace?) async throws {
        try await remote.checkWritable()
        let found = try await remote.identity()
        switch (known, found) {
        case (let known?, let found?):
            guard known.identity == found else { throw ForeignFiles(.store, .other(than: known.identity)) }
        case (nil, _?): throw ForeignFiles(.store, .ofAnother)
        case (_, nil):
            let check = try await FileCheck(
                forEachContent: store.forEachContent, unknown: store.unknown, list: remote.store.contents,
                size: remote.store.size)
            if let known, !check.damaged.isEmpty { throw ForeignFiles(.store, .other(than: known.identity)) }
            try MissingFiles.refuse(check, known)
        }
        let place = KnownFilePlace(
            identity: known?.identity ?? UserID.random().description, location: remote.store.description)
        // First here: a store with a name that no database knows would be that of another one.
        if place != known { try await store.write(during: "claim") { connection in try connection.set(place) } }
        if found == nil { try await remote.identify(as: place.identity) }
    }
}

/// Contents that messages have are not in the place that is to be used from now on.
public struct MissingFiles: Error, Hashable, CustomStringConvertible {
    /// How many there are.
    public let contents: Int
    public let missing: Int
    /// Where they are, as the operator named it; `nil` for the data folder.
    public let place: String?

    fileprivate static func refuse(_ check: FileCheck, _ known: KnownFilePlace?) throws(MissingFiles) {
        guard !check.damaged.isEmpty else { return }
        throw MissingFiles(contents: check.contents, missing: check.damaged.count, place: known?.location)
    }

    public var description: String {
        """
        \(missing) of \(contents) contents of messages are not there: they are in \(place ?? "the data folder"). Copy them \
        first
        """
    }
}

/// The store that a chat's database knows as the place of its files.
public struct KnownFilePlace: Hashable, Sendable {
    /// The name in it (`ContentStore.identity`).
    public let identity: String
    /// As the operator named it.
    public let location: String

    /// Reads it from a chat's database, which a site may use meanwhile; `nil` where the files are in the data folder.
    /// - Throws: `SQLiteError`.
    public init?(ofDatabase path: String) throws {
        var connection = try Connection(.file(path), access: .reading)
        let isKnown = try connection.row(
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'file_place'"
        ) { _ in true }
        guard isKnown != nil, let place = try connection.filePlace() else { return nil }
        self = place
    }

    fileprivate init(identity: String, location: String) {
        self.identity = identity
        self.location = location
    }
}

extension ChatStore {
    fileprivate func knownFilePlace() throws(ChatError) -> KnownFilePlace? {
        try read(during: "claim") { connection in try connection.filePlace() }
    }
}

extension Connection {
    fileprivate mutating func filePlace() throws -> KnownFilePlace? {
        try row("SELECT identity, location FROM file_place") {
            KnownFilePlace(identity: $0.text(0), location: $0.text(1))
        }
    }

    fileprivate mutating func set(_ place: KnownFilePlace) throws {
        try run(
            "INSERT OR REPLACE INTO file_place (is_only, identity, location) VALUES (1, ?, ?)", place.identity,
            place.location)
    }
}
