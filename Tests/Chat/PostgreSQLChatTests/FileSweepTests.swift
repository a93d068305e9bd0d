import Chat
import ChatRecords
import Eventually
import Files
import Foundation
import PostgreSQL
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@testable import PostgreSQLChat

@Suite("What sites that share a folder delete, and what they leave")
struct FileSweepTests {
    @Test func `what was not sent is deleted after its time by any site, and what was sent stays`() async throws {
        let sites = try await SharedFiles()
        let sent = try await sites.send(try await sites.upload("sent", "1"))
        let old = try await sites.upload("old", "2", at: 1)
        sites.clock.advance(by: FileLimits.unsentMemory - .milliseconds(1))
        let young = try await sites.upload("young", "3", at: 2)
        try await sites.files[0].sweep()
        #expect(try await sites.files[2].file(old.id, as: sites.alice.id).attachment == old)
        sites.clock.advance(by: .milliseconds(1))
        try await sites.files[2].sweep()
        let error = await #expect(throws: ChatError.self) {
            try await sites.files[0].file(old.id, as: sites.alice.id)
        }
        #expect(error?.reason == .notFound)
        #expect(!sites.folder.has(try sites.hash("2")))
        for attachment in [sent.attachments[0], young] {
            let found = try await sites.files[1].file(attachment.id, as: sites.alice.id)
            #expect(FileManager.default.fileExists(atPath: found.path))
        }
        #expect(try await sites.check() == FileCheck(contents: 2))
    }

    @Test func `more than one transaction deletes are deleted by one sweep`() async throws {
        let sites = try await SharedFiles()
        _ = try await sites.place.database.run(
            Query(
                """
                INSERT INTO files (id, hash, name, type, bytes, user_id, uploaded_at)
                SELECT gen_random_uuid(), sha256(number::text::bytea), 'a', 'a/b', 1, $1, 0
                FROM generate_series(1, $2::bigint) AS series (number)
                """, sites.alice.id.description, 2 * PostgreSQLFiles.sweptAtOnce + 1))
        try await sites.files[0].sweep()
        #expect(try await sites.place.values("SELECT count(*) FROM files") == ["0"])
        #expect(try await sites.place.values("SELECT count(*) FROM released_contents") == ["0"])
        #expect(try await sites.place.values("SELECT DISTINCT bytes + files FROM file_totals") == ["0"])
    }

    @Test func `a content that a crash has left without a row is deleted at the next start of any site`() async throws {
        let sites = try await SharedFiles()
        let kept = try await sites.send(try await sites.upload("kept", "kept"))
        try sites.folder.place(try sites.arrived("left", "left").path, as: try sites.hash("left"))
        #expect(
            try await sites.check()
                == FileCheck(contents: 1, unreferenced: [try sites.hash("left").description]))
        try await sites.files[1].sweepAll()
        #expect(try await sites.check() == FileCheck(contents: 1))
        let found = try await sites.files[0].file(kept.attachments[0].id, as: sites.bob.id)
        #expect(try sites.text(of: found) == "kept")
    }

    @Test func `a content that is lost or of another size is found, and comes back with the same file`() async throws {
        let sites = try await SharedFiles()
        _ = try await sites.send(try await sites.upload("a", "1"), try await sites.upload("b", "22"))
        try Data("longer".utf8).write(to: URL(filePath: sites.folder.path(of: try sites.hash("22"))))
        _ = try sites.folder.retire(try sites.hash("1"))
        let check = try await sites.check()
        #expect(check.contents == 2)
        #expect(
            Set(check.damaged) == [
                "\(try sites.hash("1")) (a) is missing", "\(try sites.hash("22")) (b) has 6 bytes instead of 2",
            ])
        for content in ["1", "22"] { _ = try await sites.upload("again", content, at: 1) }
        #expect(try await sites.check() == FileCheck(contents: 2))
    }

    /// What another site does between its content's way into the folder and the end of its transaction.
    @Test func `a sweep waits for a file that is being added, and leaves its content`() async throws {
        let sites = try await SharedFiles()
        let content = try sites.hash("arriving")
        let brought = try sites.folder.bring(try sites.arrived("a", "arriving").path, as: content)
        let sweep = try await sites.place.another().transaction { transaction in
            _ = try await transaction.run([.lock(content)])
            try sites.folder.settle(brought)
            let sweep = Task { try await sites.files[1].sweepAll() }
            try await eventually {
                try await sites.place.values("SELECT count(*) FROM pg_locks WHERE NOT granted") == ["1"]
            }
            #expect(sites.folder.has(content))
            try await transaction.run(
                Query(
                    """
                    INSERT INTO files (id, hash, name, type, bytes, user_id, uploaded_at)
                    VALUES ($1, $2, 'a', 'a/b', 8, $3, \(Int64.max / 2))
                    """, FileID.random().description, content.bytes, sites.alice.id.description))
            return sweep
        }
        sites.folder.delete(brought)
        try await sweep.value
        #expect(try await sites.check() == FileCheck(contents: 1))
    }

    @Test func `a content gets its name back where the lock was lost before it was known to be not needed`()
        async throws
    {
        let sites = try await SharedFiles()
        let content = try sites.hash("stalled")
        try sites.folder.place(try sites.arrived("a", "stalled").path, as: content)
        var wasAway = false
        await #expect(throws: ChatError.self) {
            try await sites.stores[0].release(content, in: sites.folder) {
                wasAway = !sites.folder.has(content)
                // As after a time in which this site did nothing.
                try await sites.place.server.run(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = '\(sites.place.name)' AND pid <> pg_backend_pid()
                    """, in: "postgres")
            }
        }
        #expect(wasAway)
        #expect(sites.folder.has(content))
        #expect(try FileManager.default.contentsOfDirectory(atPath: sites.folder.incoming) == [])
        try await eventually {
            do throws(ChatError) {
                try await sites.stores[0].release(content, in: sites.folder)
                return true
            } catch {
                return false
            }
        }
        #expect(!sites.folder.has(content))
    }

    @Test func `a note of a content that is released again is not lost`() async throws {
        let sites = try await SharedFiles()
        let sent = try await sites.send(try await sites.upload("a", "1"))
        _ = try await sites.place.database.run(
            Query("INSERT INTO released_contents VALUES ($1)", try sites.hash("1").bytes))
        // A release that begins while the last row is deleted, and not committed.
        let release = try await sites.place.another().transaction { transaction in
            try await transaction.run(
                Query("UPDATE messages SET text = NULL, deleted_at = 1 WHERE id = $1", sent.id.description))
            let release = Task { try await sites.files[1].sweep() }
            try await eventually {
                try await sites.place.values("SELECT count(*) FROM pg_locks WHERE NOT granted") == ["1"]
            }
            return release
        }
        try await release.value
        #expect(try await sites.check() == FileCheck())
    }

    @Test func `one site sweeps at a time, and another one after a site that was killed`() async throws {
        let sites = try await SharedFiles()
        _ = try await sites.upload("a", "1")
        sites.clock.advance(by: FileLimits.unsentMemory)
        let lease = SweepLease(sites.stores[0])
        #expect(try await lease.renew())
        #expect(try await lease.renew())
        for sweep in [{ try await sites.files[1].sweep() }, { try await sites.files[2].sweepAll() }] {
            try await sweep()
            #expect(try await sites.check() == FileCheck(contents: 1))
        }
        _ = try await sites.place.database.run(Query("UPDATE file_sweeps SET ends_at = milliseconds_now()"))
        try await sites.files[1].sweep()
        #expect(try await sites.check() == FileCheck())
        // Whoever comes to an end gives the others their turn.
        #expect(try await sites.place.values("SELECT count(*) FROM file_sweeps") == ["0"])
    }

    @Test func `a sweep that another site has taken over ends`() async throws {
        let sites = try await SharedFiles()
        let lease = SweepLease(sites.stores[0])
        #expect(try await lease.renew())
        _ = try await sites.place.database.run(Query("UPDATE file_sweeps SET ends_at = milliseconds_now()"))
        let other = SweepLease(sites.stores[1])
        #expect(try await other.renew())
        #expect(try await !lease.renew())
        try await lease.end()
        #expect(try await other.renew())
    }

    @Test func `what a crash has left half in the folder is deleted a day later`() async throws {
        let sites = try await SharedFiles()
        let left = try NewFile.arrived(in: sites.folder.incoming, "left", "half")
        let now = Clock.system.now().milliseconds / 1_000
        sites.folder.clearIncoming(at: now + ContentFolder.incomingMemory.components.seconds - 60)
        #expect(FileManager.default.fileExists(atPath: left.path))
        try await sites.files[0].sweepAll()
        #expect(FileManager.default.fileExists(atPath: left.path))
        sites.folder.clearIncoming(at: now + ContentFolder.incomingMemory.components.seconds + 60)
        #expect(!FileManager.default.fileExists(atPath: left.path))
    }

    @Test func `all sites have the same folder, which the first one settles`() async throws {
        let sites = try await SharedFiles()
        try await sites.files[0].claim()
        for files in sites.files { try await files.claim() }
        let identity = try #require(sites.folder.identity)
        let scratch = ScratchFolder()
        let other = try ContentFolder(scratch.path)
        let keeping = FileKeeping(.folder(other), limits: FileLimits())
        let misled = try #require(PostgreSQLChatStore(sites.place.another(), files: keeping).files)
        await #expect(throws: ForeignFiles(.folder, .other(than: identity))) { try await misled.claim() }
        // As the message says.
        try other.identify(as: identity)
        try await misled.claim()
        let elsewhere = try await TestDatabase.migrated()
        let foreign = try #require(PostgreSQLChatStore(elsewhere.database, files: keeping).files)
        await #expect(throws: ForeignFiles(.folder, .ofAnother)) { try await foreign.claim() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.incoming) == [])
    }

    @Test func `sites that start at the same time settle on one folder`() async throws {
        for _ in 0..<5 {
            let sites = try await SharedFiles()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for files in sites.files + sites.files { group.addTask { try await files.claim() } }
                try await group.waitForAll()
            }
            #expect(sites.folder.identity != nil)
        }
    }
}
