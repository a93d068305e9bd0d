/// What admins change of groups, and the system messages that tell it.
extension Schema {
    /// `admins_only` has the bits of `AdminsOnly`. The list of kinds of messages is changed in the schema itself: no row is
    /// different, and a copy of all messages would take minutes (SQLite, "Making Other Kinds Of Table Schema Changes").
    static let groups = """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, '(''text'', ''join'', ''leave'')', '(''text'', ''join'', ''leave'', ''change'')')
        WHERE type = 'table' AND name = 'messages';
        PRAGMA writable_schema = RESET;
        ALTER TABLE conversations ADD COLUMN description TEXT;
        ALTER TABLE conversations ADD COLUMN admins_only INTEGER NOT NULL DEFAULT 0;
        """
}
