import CSQLite

/// What a check of a database has found.
public enum DatabaseCheck: Equatable, Sendable {
    case sound
    /// The time was up before the end, and nothing was found until then.
    case unfinished
    /// SQLite's sentences.
    case damaged([String])

    /// How many sentences are collected.
    static let maximumProblems = 10
    /// How many instructions of SQLite run between two looks at the clock.
    fileprivate static let instructions: Int32 = 10_000

    /// Checks a whole database, and its references, without changing it.
    ///
    /// - Returns: what was found, and the number of migrations that the database has taken.
    /// - Throws: `SQLiteError` where it can't be opened.
    public static func ofFile(_ path: String) throws -> (result: DatabaseCheck, version: Int) {
        do {
            var connection = try Connection(.file(path), access: .reading)
            let version = try Migrations.version(of: &connection)
            let result = try connection.quickCheck(within: nil)
            guard result == .sound else { return (result, version) }
            let references = try connection.rows("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check") {
                "row \($0.integer(1)) of \($0.text(0)) refers to a row that \($0.text(2)) lacks"
            }.prefix(maximumProblems)
            return (references.isEmpty ? .sound : .damaged(Array(references)), version)
        } catch let error as SQLiteError where error.isDamage {
            return (.damaged([error.message]), 0)
        }
    }
}

extension Connection {
    /// Checks the structure of the database (https://sqlite.org/pragma.html#pragma_quick_check).
    ///
    /// - Parameter time: the longest time to take; `nil` for as long as it takes.
    mutating func quickCheck(within time: Duration?) throws(SQLiteError) -> DatabaseCheck {
        let deadline = Deadline(time.map { ContinuousClock.now + $0 })
        let context = Unmanaged.passUnretained(deadline).toOpaque()
        sqlite3_progress_handler(
            pointer, DatabaseCheck.instructions,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
            }, context)
        defer {
            sqlite3_progress_handler(pointer, 0, nil, nil)
            withExtendedLifetime(deadline) {}
        }
        do {
            let found = try textRows("PRAGMA quick_check(\(DatabaseCheck.maximumProblems))")
            return found == ["ok"] ? .sound : .damaged(found)
        } catch {
            if error.primaryCode == SQLITE_INTERRUPT { return .unfinished }
            if error.isDamage { return .damaged([error.message]) }
            throw error
        }
    }

    private mutating func textRows(_ sql: String) throws(SQLiteError) -> [String] {
        let statement = try prepare(sql)
        var rows: [String] = []
        while try statement.step() { rows.append(statement.text(0)) }
        return rows
    }
}

private final class Deadline {
    private let moment: ContinuousClock.Instant?

    init(_ moment: ContinuousClock.Instant?) { self.moment = moment }

    var isOver: Bool { moment.map { ContinuousClock.now >= $0 } ?? false }
}

extension SQLiteError {
    /// Whether the file is damaged, or no database.
    var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }
}

/// A database could not be opened.
public struct UnopenedDatabase: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: String
    public let cause: SQLiteError

    public var description: String {
        let reason = cause.primaryCode == SQLITE_BUSY ? "is locked by another program" : "can't be opened"
        return "\(path) \(reason). SQLite says: \(cause.message) (\(cause.code))"
    }
}

/// A database was found damaged when it was opened, and was not changed.
public struct DamagedDatabase: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: String
    /// SQLite's sentences.
    public let problems: [String]

    public var description: String {
        "\(path) is damaged: restore a backup (`engawa check` shows more). SQLite says: "
            + problems.joined(separator: "; ")
    }
}
