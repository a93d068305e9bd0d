import CGLib

/// The names of the system's time zones, as listed by its tz database.
///
/// Every name has one spelling and one canonical name, so no two values mean the same zone. Other files in the folder
/// (`leapseconds`), other paths to zones (`posix/Asia/Tokyo`, `Asia//Tokyo`) and POSIX rules (`EST4`) are not names.
struct ZoneCatalog: Sendable {
    /// The canonical name for each name; a name that is not an alias maps to itself.
    private let canonicalNames: [String: String]

    /// The catalog of this system, read once; empty without a tz database.
    static let system = ZoneCatalog(folder: folder)

    /// The folder from which GLib reads time zones.
    private static var folder: String {
        g_getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
    }

    /// - Parameter folder: the folder of a tz database. Without `tzdata.zi`, the zones come from its tables, without
    ///   aliases.
    init(folder: String) {
        if let text = Self.contents(of: "\(folder)/tzdata.zi") {
            self.init(tzdata: text)
        } else {
            let tables = ["zone1970.tab", "zone.tab"].compactMap { Self.contents(of: "\(folder)/\($0)") }
            self.init(tables: tables)
        }
    }

    /// - Parameter text: the compact form of the tz database's source, as zic(8) reads it.
    init(tzdata text: String) {
        var names: [String: String] = [:]
        var links: [(target: Substring, name: Substring)] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 3)
            guard let keyword = words.first, words.count >= 2 else { continue }
            switch keyword {
            case "Z": names[String(words[1])] = String(words[1])
            case "L" where words.count >= 3: links.append((words[1], words[2]))
            default: break
            }
        }
        // A link may point to a link further down: each pass resolves at least one more of a chain.
        var unresolved = links.count
        while unresolved > 0 {
            links.removeAll { link in
                guard let target = names[String(link.target)] else { return false }
                names[String(link.name)] = target
                return true
            }
            if links.count == unresolved { break }
            unresolved = links.count
        }
        canonicalNames = names
    }

    /// - Parameter tables: lines of country, position and zone, separated by tabs.
    init(tables: [String]) {
        var names = ["UTC": "UTC"]
        for line in tables.joined(separator: "\n").split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t")
            if columns.count >= 3 { names[String(columns[2])] = String(columns[2]) }
        }
        canonicalNames = names
    }

    /// The canonical name for `name`; `nil` if the database does not list it.
    func canonicalName(of name: String) -> String? { canonicalNames[name] }

    /// All canonical names, sorted.
    var zones: [String] { Set(canonicalNames.values).sorted() }

    private static func contents(of path: String) -> String? {
        var bytes: UnsafeMutablePointer<CChar>?
        var count: gsize = 0
        guard g_file_get_contents(path, &bytes, &count, nil) != 0, let bytes else { return nil }
        defer { g_free(bytes) }
        return bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self)
        }
    }
}
