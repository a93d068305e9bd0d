// What has changed lately, by which other processes learn of it (`ChangeFeed`).
extension Schema {
    /// How many tables hold the changes, in turn, each those of `changesSpan`. The one that is next is emptied as a whole.
    static let changesTables = 4
    static let changesSpan = Duration.seconds(5 * 60)

    /// A stream is a conversation or a person. Its changes count 1, 2, 3 … : the row of `change_streams` is locked until the
    /// end of the transaction, so they become visible in this order.
    ///
    /// The changes are lost when the server crashes, for that makes them cheap. Then there is a gap, and who was to read them
    /// reads everything again.
    static let changes =
        [
            """
            CREATE TABLE change_streams (
                id uuid PRIMARY KEY,
                last_number bigint NOT NULL
            ) WITH (fillfactor = 50)
            """,
            """
            CREATE UNLOGGED TABLE changes (
                slot integer NOT NULL,
                stream uuid NOT NULL,
                number bigint NOT NULL,
                kind text NOT NULL,
                subject uuid,
                detail uuid,
                at bigint NOT NULL,
                PRIMARY KEY (stream, number, slot)
            ) PARTITION BY LIST (slot)
            """,
        ]
        + (0..<changesTables).map { slot in
            "CREATE UNLOGGED TABLE changes_\(slot) PARTITION OF changes FOR VALUES IN (\(slot))"
        } + [
            "CREATE INDEX changes_by_time ON changes (at)",
            """
            CREATE FUNCTION changes_slot(moment bigint) RETURNS integer LANGUAGE sql IMMUTABLE AS
            $$ SELECT (moment / \(changesSpan.components.seconds * 1_000) % \(changesTables))::integer $$
            """,
            """
            CREATE FUNCTION note_change(changed uuid, kind text, subject uuid, detail uuid) RETURNS void
            LANGUAGE plpgsql AS $$
            DECLARE
                moment bigint;
                latest bigint;
            BEGIN
                INSERT INTO change_streams AS streams (id, last_number) VALUES (changed, 1)
                ON CONFLICT (id) DO UPDATE SET last_number = streams.last_number + 1
                RETURNING last_number INTO latest;
                moment := milliseconds_now();
                INSERT INTO changes VALUES (changes_slot(moment), changed, latest, kind, subject, detail, moment);
            END $$
            """,
        ]

    /// Since when changes are kept: it is lost with them, and written again by the next look for changes.
    static let beginningOfChanges = [
        """
        CREATE UNLOGGED TABLE changes_beginning (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
            began_at bigint NOT NULL
        )
        """
    ]

    /// Writes it where it is missing.
    static let noteBeginningOfChanges = """
        INSERT INTO changes_beginning (began_at) SELECT milliseconds_now()
        WHERE NOT EXISTS (SELECT FROM changes_beginning) ON CONFLICT DO NOTHING
        """

    /// In a transaction the streams of conversations come before those of people, and both in the order of their ids, so that
    /// no two transactions wait for each other.
    static let recordingOfChanges =
        trigger(
            "message_posted", "AFTER INSERT ON messages", "note_change(NEW.conversation_id, 'posted', NEW.id, NULL)")
        + trigger(
            "message_deleted", "AFTER UPDATE OF deleted_at ON messages", when: "OLD.deleted_at IS NULL",
            "note_change(NEW.conversation_id, 'deleted', NEW.id, NULL)")
        + trigger(
            "reaction_added", "AFTER INSERT ON reactions",
            "note_change(conversation_id, 'reacted', NEW.message_id, NULL) FROM messages WHERE id = NEW.message_id")
        + trigger(
            "reaction_removed", "AFTER DELETE ON reactions",
            """
            note_change(conversation_id, 'reacted', OLD.message_id, NULL)
            FROM messages WHERE id = OLD.message_id AND deleted_at IS NULL
            """)
        + participation("participants_added", "INSERT") + participation("participants_changed", "UPDATE")
        + trigger(
            "person_changed", "AFTER UPDATE ON users",
            """
            note_change(conversation_id, 'members', NEW.id, NULL) FROM (
                SELECT conversation_id FROM participants WHERE user_id = NEW.id ORDER BY conversation_id) theirs
            """)
        + trigger(
            "read_mark_set", "AFTER INSERT OR UPDATE ON read_marks",
            "note_change(NEW.user_id, 'read', NEW.conversation_id, NEW.message_id)")
        + trigger("bookmark_added", "AFTER INSERT ON bookmarks", "note_change(NEW.user_id, 'bookmarks', NULL, NULL)")
        + trigger("bookmark_removed", "AFTER DELETE ON bookmarks", "note_change(OLD.user_id, 'bookmarks', NULL, NULL)")

    /// All messages that one statement stores at once, instead of one by one.
    static let recordingOfPostedTogether = [
        "DROP TRIGGER message_posted ON messages",
        """
        CREATE OR REPLACE FUNCTION message_posted() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            moment bigint;
        BEGIN
            IF \(isRecording) THEN
                moment := milliseconds_now();
                WITH counted AS (
                    INSERT INTO change_streams AS streams (id, last_number)
                    SELECT conversation_id, count(*) FROM posted GROUP BY conversation_id ORDER BY conversation_id
                    ON CONFLICT (id) DO UPDATE SET last_number = streams.last_number + excluded.last_number
                    RETURNING id, last_number)
                INSERT INTO changes
                SELECT changes_slot(moment), conversation_id,
                    last_number + 1 - row_number() OVER (PARTITION BY conversation_id ORDER BY position DESC),
                    'posted', posted.id, NULL, moment
                FROM posted JOIN counted ON counted.id = conversation_id;
            END IF;
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER message_posted AFTER INSERT ON messages REFERENCING NEW TABLE AS posted
        FOR EACH STATEMENT EXECUTE FUNCTION message_posted()
        """,
    ]

    /// Not while a whole chat is copied into an empty database.
    static let isRecording = "current_setting('engawa.records_changes', true) IS DISTINCT FROM 'off'"

    static func trigger(
        _ name: String, _ event: String, when condition: String = "true", _ call: String
    ) -> [String] {
        [
            """
            CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM \(call);
                RETURN NULL;
            END $$
            """,
            """
            CREATE TRIGGER \(name) \(event) FOR EACH ROW
            WHEN (\(condition) AND \(isRecording)) EXECUTE FUNCTION \(name)()
            """,
        ]
    }

    /// All rows of a statement at once, in an order that is the same for all.
    private static func participation(_ name: String, _ event: String) -> [String] {
        [
            """
            CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF \(isRecording) THEN
                    PERFORM note_change(conversation_id, 'members', user_id, NULL)
                    FROM (SELECT * FROM touched ORDER BY conversation_id, user_id) theirs;
                    PERFORM note_change(user_id, 'membership', conversation_id, NULL)
                    FROM (SELECT * FROM touched ORDER BY user_id, conversation_id) theirs;
                END IF;
                RETURN NULL;
            END $$
            """,
            """
            CREATE TRIGGER \(name) AFTER \(event) ON participants REFERENCING NEW TABLE AS touched
            FOR EACH STATEMENT EXECUTE FUNCTION \(name)()
            """,
        ]
    }
}
