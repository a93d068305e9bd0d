public import ChatRecords
public import Files
internal import SQLite

extension FileCheck {
    /// Compares them without changing anything. A chat of a version that knew no files has none.
    ///
    /// - Parameter path: the chat's database, which a site may use meanwhile.
    /// - Throws: `SQLiteError`.
    public init(ofDatabase path: String, in folder: ContentFolder) throws {
        try self.init(ofDatabase: path, in: folder) {}
    }

    /// - Parameter meanwhile: called when the rows were read, and no content was looked at.
    init(ofDatabase path: String, in folder: ContentFolder, meanwhile: () throws -> Void) throws {
        self.init()
        let rows = try Self.contents(ofDatabase: path)
        try meanwhile()
        // Reads what is stored then, at each query.
        var connection = try Connection(.file(path), access: .reading)
        let hasFiles = try Self.hasFiles(&connection)
        for (hash, name, bytes) in rows {
            let found = folder.size(of: hash)
            // Its last row may have been deleted meanwhile, and then it.
            guard try found == bytes || connection.isReferredTo(hash) else { continue }
            add(hash, name, bytes: bytes, found: found)
        }
        for byte in UInt8.min...UInt8.max {
            for hash in folder.contents(beginningWith: byte) {
                guard try !hasFiles || !connection.isReferredTo(hash) else { continue }
                unreferenced.append(hash.description)
            }
        }
    }

    /// The contents to which the rows of a chat's database refer, each once.
    public static func hashes(ofDatabase path: String) throws -> [ContentHash] {
        try contents(ofDatabase: path).map(\.hash)
    }

    private static func contents(ofDatabase path: String) throws -> [(hash: ContentHash, name: String, bytes: Int64)] {
        var connection = try Connection(.file(path), access: .reading)
        guard try hasFiles(&connection) else { return [] }
        return try connection.rows("SELECT hash, min(name), bytes FROM files GROUP BY hash") {
            (try $0.contentHash(0), $0.text(1), $0.integer(2))
        }
    }

    private static func hasFiles(_ connection: inout Connection) throws -> Bool {
        try connection.row("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'files'") { _ in true } ?? false
    }
}
