public import PostgreSQL

extension AuditLog {
    /// The same table and triggers as in SQLite. `7776000000` is `retention` in milliseconds. Deleting all lines at once is
    /// an operation of its own here, so it has a trigger, too.
    public static let tables = Migrations(
        "audit",
        [
            [
                """
                CREATE TABLE audit (
                    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                    moment bigint NOT NULL,
                    kind text COLLATE "C" NOT NULL,
                    user_id text COLLATE "C",
                    actor_id text,
                    method text,
                    address text,
                    detail text
                )
                """,
                "CREATE INDEX audit_by_moment ON audit (moment, number)",
                "CREATE INDEX audit_by_user_and_moment ON audit (user_id, moment, number)",
                "CREATE INDEX audit_by_kind_and_moment ON audit (kind, moment, number)",
                """
                CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION 'the audit log is append-only'; END
                $$
                """,
                """
                CREATE FUNCTION audit_keeps_young_lines() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF OLD.moment >= (SELECT max(moment) FROM audit) - 7776000000 THEN
                        RAISE EXCEPTION 'the audit log is append-only';
                    END IF;
                    RETURN OLD;
                END
                $$
                """,
                """
                CREATE TRIGGER audit_keeps_its_lines BEFORE UPDATE ON audit
                FOR EACH ROW EXECUTE FUNCTION audit_is_append_only()
                """,
                """
                CREATE TRIGGER audit_keeps_young_lines BEFORE DELETE ON audit
                FOR EACH ROW EXECUTE FUNCTION audit_keeps_young_lines()
                """,
                """
                CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit
                FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only()
                """,
            ]
        ])
}
