/// Groups that everybody finds and may join.
extension Schema {
    static let openGroups = """
        ALTER TABLE conversations ADD COLUMN is_open INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX open_groups ON conversations (name) WHERE is_open = 1;
        """
}
