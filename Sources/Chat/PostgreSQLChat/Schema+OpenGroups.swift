// Groups that everybody finds and may join.
extension Schema {
    static let openGroups =
        [
            "ALTER TABLE conversations ADD COLUMN is_open bigint NOT NULL DEFAULT 0",
            "CREATE INDEX open_groups ON conversations (name) WHERE is_open = 1",
        ]
        + trigger(
            "group_opened", "AFTER UPDATE OF is_open ON conversations", "note_change(NEW.id, 'members', NULL, NULL)")
}
