extension String {
    /// With U+FFFD for each NUL: PostgreSQL stores no NUL (https://www.postgresql.org/docs/15/datatype-character.html).
    public var replacingNUL: String {
        guard utf8.contains(0) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }
}
