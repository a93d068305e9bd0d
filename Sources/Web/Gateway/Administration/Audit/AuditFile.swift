import Accounts
import Chat

/// The audit log as comma-separated values (RFC 4180), for a spreadsheet.
enum AuditFile {
    /// A byte order mark, without which spreadsheets take the names for another encoding, and the names of the columns.
    static let head =
        Array("\u{FEFF}".utf8)
        + row([
            "time (UTC)", "kind", "user id", "user alias", "user name", "by id", "by alias", "by name", "method",
            "address", "detail",
        ])

    static func rows(_ lines: [AuditEvent], _ names: AuditNames) -> [UInt8] {
        lines.flatMap { line in
            row(
                [line.moment.iso8601, line.kind.rawValue] + person(line.user, names) + person(line.actor, names)
                    + [line.method, line.address, line.detail])
        }
    }

    private static func person(_ id: UserID?, _ names: AuditNames) -> [String?] {
        let user = id.flatMap { names[$0] }
        return [id?.description, user?.alias, user?.name]
    }

    static func row(_ cells: [String?]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, text) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "\""))
            let text = text ?? ""
            if let first = text.unicodeScalars.first, formulas.contains(first) { bytes.append(UInt8(ascii: "'")) }
            for byte in text.utf8 {
                if byte == UInt8(ascii: "\"") { bytes.append(byte) }
                bytes.append(byte)
            }
            bytes.append(UInt8(ascii: "\""))
        }
        return bytes + [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    /// With these a spreadsheet takes a text for a formula; an apostrophe before it keeps it a text (OWASP, CSV
    /// Injection). The last four are theirs in East Asian width.
    private static let formulas: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
}
