// The replies to messages in conversations of their own.
extension Schema {
    /// A thread is a conversation with the group as its `parent` and the message as its `root`; its name is empty. `root`
    /// refers to no row by a constraint, because conversations are copied before messages.
    ///
    /// `replies` of a message counts the texts of its thread, NULL where there was none ever. Triggers count, so that no way
    /// to store or delete a message can forget it, and also while a whole chat is copied: the number is not copied.
    static let threads =
        [
            "ALTER TABLE conversations ADD COLUMN has_threads bigint NOT NULL DEFAULT 0",
            "ALTER TABLE conversations ADD COLUMN parent uuid REFERENCES conversations (id)",
            "ALTER TABLE conversations ADD COLUMN root uuid",
            "CREATE UNIQUE INDEX threads_by_root ON conversations (root) WHERE root IS NOT NULL",
            "CREATE INDEX threads_of_group ON conversations (parent) WHERE parent IS NOT NULL",
            "ALTER TABLE messages ADD COLUMN replies bigint",
        ] + countingOfReplies
        // Versions that know no threads read such a message again, too.
        + trigger(
            "replies_changed", "AFTER UPDATE OF replies ON messages", when: "NEW.deleted_at IS NULL",
            "note_change(NEW.conversation_id, 'reacted', NEW.id, NULL)")
        + trigger(
            "group_threaded", "AFTER UPDATE OF has_threads ON conversations",
            "note_change(NEW.id, 'members', NULL, NULL)")
        + threadsBeforeOthers

    /// PostgreSQL runs triggers of one event in the order of their names: these after `message_posted` and
    /// `message_deleted`, so that the stream of the thread comes before that of the group; and before
    /// `message_with_files_deleted`, because the streams come before the totals of files.
    private static let countingOfReplies = [
        """
        CREATE FUNCTION replies_counted() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS (
                SELECT FROM posted JOIN conversations ON conversations.id = posted.conversation_id
                WHERE conversations.root IS NOT NULL)
            THEN
                UPDATE messages SET replies = coalesce(messages.replies, 0) + added.texts
                FROM (
                    SELECT conversations.root, count(*) AS texts
                    FROM posted JOIN conversations ON conversations.id = posted.conversation_id
                    WHERE conversations.root IS NOT NULL AND posted.kind = 'text' AND posted.deleted_at IS NULL
                    GROUP BY conversations.root) added
                WHERE messages.id = added.root;
            END IF;
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER replies_counted AFTER INSERT ON messages REFERENCING NEW TABLE AS posted
        FOR EACH STATEMENT EXECUTE FUNCTION replies_counted()
        """,
        """
        CREATE FUNCTION message_reply_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE messages SET replies = replies - 1
            WHERE id = (SELECT root FROM conversations WHERE id = NEW.conversation_id);
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER message_reply_deleted AFTER UPDATE OF deleted_at ON messages FOR EACH ROW
        WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND NEW.kind = 'text')
        EXECUTE FUNCTION message_reply_deleted()
        """,
    ]

    /// A reply changes the stream of its thread and then that of the group. So the streams of threads come before those of
    /// other conversations, whatever their ids are, and both before those of people.
    private static let threadsBeforeOthers =
        ["participants_added", "participants_changed"].map { name in
            """
            CREATE OR REPLACE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF \(isRecording) THEN
                    PERFORM note_change(conversation_id, 'members', user_id, NULL) FROM (
                        SELECT touched.conversation_id, touched.user_id
                        FROM touched JOIN conversations ON conversations.id = touched.conversation_id
                        ORDER BY conversations.parent IS NULL, touched.conversation_id, touched.user_id) theirs;
                    PERFORM note_change(user_id, 'membership', conversation_id, NULL)
                    FROM (SELECT * FROM touched ORDER BY user_id, conversation_id) theirs;
                END IF;
                RETURN NULL;
            END $$
            """
        } + [
            """
            CREATE OR REPLACE FUNCTION person_changed() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM note_change(conversation_id, 'members', NEW.id, NULL) FROM (
                    SELECT participants.conversation_id
                    FROM participants JOIN conversations ON conversations.id = participants.conversation_id
                    WHERE participants.user_id = NEW.id
                    ORDER BY conversations.parent IS NULL, participants.conversation_id) theirs;
                RETURN NULL;
            END $$
            """
        ]
}
