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

@Suite("The files of messages, where several sites share a database and a folder")
struct SharedFilesTests {
    @Test("the store keeps files", arguments: FileBehaviour.all)
    func storeKeepsFiles(_ behaviour: FileBehaviour) async throws {
        let (place, scratch, clock) = (try await TestDatabase.migrated(), ScratchFolder(), ManualClock())
        let folder = try ContentFolder(scratch.path)
        let store = PostgreSQLChatStore(
            place.database, files: FileKeeping(.folder(folder), limits: FileBehaviour.limits),
            time: .of(clock.clock))
        let files = try #require(store.files)
        try await behaviour.verify(store.repositories, store, files, clock) { name, content in
            try .arrived(in: folder.incoming, name, content)
        }
        try await store.dropReleased()
        // Whatever was done, a row has its content, and a content its row.
        #expect(
            try await FileCheck(of: store, in: folder) == FileCheck(contents: try await store.countOfContents()))
        try await eventually { try FileManager.default.contentsOfDirectory(atPath: folder.incoming) == [] }
    }

    @Test func `uploaded at one site, sent at another, read and deleted at the third`() async throws {
        let sites = try await SharedFiles()
        let picture = try #require(PictureShape(width: 640, height: 480, firstLook: [0, 0x1F, 0x1E, 0xFF]))
        let arrived = try sites.arrived("猫 \"quoted\", {a}.png", "meow")
        let attachment = try await sites.files[0].add(
            NewFile(
                name: arrived.name, type: FileType("image/png")!, picture: picture, path: arrived.path,
                bytes: arrived.bytes, hash: arrived.hash), of: sites.alice.id)
        #expect(!FileManager.default.fileExists(atPath: arrived.path))
        let sent = try await sites.send(attachment, try await sites.upload("b", "2", at: 2), at: 1)
        #expect(sent.attachments.map(\.name.description) == ["猫 \"quoted\", {a}.png", "b"])
        let read = try await sites.stores[2].messages(in: sites.group.id, as: sites.bob.id, before: nil, limit: 5)
        #expect(read == [sent])
        #expect(read[0].attachments[0].picture == picture)
        let found = try await sites.files[2].file(attachment.id, as: sites.bob.id)
        #expect(try sites.text(of: found) == "meow")
        try await sites.stores[2].delete(sent.id, in: sites.group.id, as: sites.alice.id)
        #expect(try await sites.check() == FileCheck())
        await #expect(throws: ChatError.self) { try await sites.files[0].file(attachment.id, as: sites.bob.id) }
    }

    @Test func `kept again under its id, the same content is one file, also after it was sent`() async throws {
        let sites = try await SharedFiles()
        func add(_ id: FileID, _ content: String, _ person: User, at site: Int) async throws -> Chat.Attachment {
            let new = try sites.arrived("a.txt", content)
            return try await sites.files[site].add(
                NewFile(id: id, name: new.name, type: new.type, path: new.path, bytes: new.bytes, hash: new.hash),
                of: person.id)
        }
        let id = FileID.random()
        let first = try await add(id, "same", sites.alice, at: 0)
        #expect(try await add(id, "same", sites.alice, at: 1) == first)
        let message = try await sites.send(first)
        #expect(try await add(id, "same", sites.alice, at: 2) == first)
        #expect(message.attachments == [first])
        await #expect(throws: ChatError.self) { try await add(id, "other", sites.alice, at: 0) }
        await #expect(throws: ChatError.self) { try await add(id, "same", sites.bob, at: 1) }
        #expect(try await sites.check() == FileCheck(contents: 1))
    }

    @Test func `a file that is refused leaves neither its name nor a content`() async throws {
        let sites = try await SharedFiles()
        let new = try sites.arrived("a", "hello")
        await #expect(throws: ChatError(.notFound, during: "add")) {
            try await sites.files[0].add(new, of: .random())
        }
        _ = try await sites.stores[0].delete(sites.bob.id, withMessages: false)
        await #expect(throws: ChatError(.notFound, during: "add")) {
            try await sites.files[1].add(try sites.arrived("a", "hello"), of: sites.bob.id)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: sites.arrivals.path) == [])
        #expect(try await sites.check() == FileCheck())
    }

    @Test func `a file is refused where the disk is nearly full, and a message is not`() async throws {
        let sites = try await SharedFiles(reserve: UInt64(Int64.max))
        let refusal = await #expect(throws: ChatError.self) { try await sites.upload("a", "hello") }
        #expect(refusal?.reason == .quotaExceeded(.disk))
        _ = try await sites.stores[0].send(
            NewMessage(conversation: sites.group.id, sender: sites.alice.id, text: try MessageText("hello")))
    }

    @Test func `what the files of a person take is counted for all sites together`() async throws {
        let sites = try await SharedFiles(limits: FileBehaviour.limits)
        let largest = String(repeating: "x", count: 99)
        let kept = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        _ = try await sites.upload("a", "\(largest)\(number % 3)", at: number % 3)
                        return true
                    } catch {
                        #expect((error as? ChatError)?.reason == .quotaExceeded(.person))
                        return false
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(kept.count { $0 } == 3)
        _ = try await sites.upload("b", largest, at: 1, as: sites.bob)
        _ = try await sites.upload("b", largest, at: 2, as: sites.bob)
        let refusal = await #expect(throws: ChatError.self) {
            try await sites.files[0].checkRoom(for: 3, of: sites.bob.id)
        }
        #expect(refusal?.reason == .quotaExceeded(.all))
        #expect(
            try await sites.place.values("SELECT bytes || ' ' || files FROM file_totals ORDER BY bytes") == [
                "198 2", "300 3", "498 5",
            ])
        #expect(try await sites.check() == FileCheck(contents: try await sites.stores[0].countOfContents()))
    }

    @Test func `of many sites that send the same file in two conversations at once, one does`() async throws {
        let sites = try await SharedFiles()
        let other = try await sites.stores[0].create(
            NewConversation(.direct, participants: [sites.alice.id, sites.bob.id])!, as: sites.alice.id)
        for round in 0..<5 {
            let attachments = [
                try await sites.upload("a", "\(round)"), try await sites.upload("b", "\(round)", at: 1),
            ]
            let sent = await withTaskGroup(of: Message?.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        let files = number.isMultiple(of: 2) ? attachments : attachments.reversed()
                        return try? await sites.stores[number % 3].send(
                            NewMessage(
                                conversation: number % 4 < 2 ? sites.group.id : other.id, sender: sites.alice.id,
                                text: .none, files: files.map(\.id)), key: .random()
                        ).message
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
            }
            #expect(sent.count == 1)
        }
    }

    @Test func `a content stays as long as a message has it, at whichever site`() async throws {
        let sites = try await SharedFiles()
        let first = try await sites.send(try await sites.upload("a", "same"))
        let second = try await sites.send(
            try await sites.upload("b", "same", at: 1, as: sites.bob), at: 2, as: sites.bob)
        try await sites.stores[2].delete(first.id, in: sites.group.id, as: sites.alice.id)
        let found = try await sites.files[0].file(second.attachments[0].id, as: sites.alice.id)
        #expect(try sites.text(of: found) == "same")
        try await sites.stores[1].delete(second.id, in: sites.group.id, as: sites.bob.id)
        #expect(try await sites.check() == FileCheck())
    }

    @Test func `a content is deleted at one site while it is added at another, and those that have it find it`()
        async throws
    {
        let sites = try await SharedFiles()
        let content = "wanted by many"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for site in 0..<3 {
                group.addTask {
                    for round in 0..<20 {
                        let attachment = try await sites.upload("\(round)", content, at: site)
                        let message = try await sites.send(attachment, at: (site + 1) % 3)
                        let found = try await sites.files[(site + 2) % 3].file(attachment.id, as: sites.bob.id)
                        #expect(try sites.text(of: found) == content)
                        try await sites.stores[(site + round) % 3].delete(
                            message.id, in: sites.group.id, as: sites.alice.id)
                    }
                }
            }
            group.addTask { for round in 0..<10 { try await sites.files[round % 3].sweepAll() } }
            try await group.waitForAll()
        }
        #expect(try await sites.check() == FileCheck())
    }

    @Test func `a person who is deleted at one site leaves no file that arrives at another`() async throws {
        let sites = try await SharedFiles()
        for round in 0..<5 {
            let person = try await sites.stores[0].register(
                NewUser(alias: Alias("carol\(round)")!, name: DisplayName("C")!, avatarURL: nil))
            await withTaskGroup(of: Void.self) { group in
                for site in 0..<3 {
                    group.addTask { _ = try? await sites.upload("a", "\(site)", at: site, as: person) }
                }
                group.addTask { _ = try? await sites.stores[1].delete(person.id, withMessages: true) }
            }
        }
        #expect(try await sites.place.values("SELECT count(*) FROM files") == ["0"])
        #expect(try await sites.check() == FileCheck())
    }

    @Test func `a site without the folder deletes rows, and another one the contents`() async throws {
        let sites = try await SharedFiles()
        let sent = try await sites.send(try await sites.upload("a", "1"))
        let other = PostgreSQLChatStore(sites.place.another(), time: .of(sites.clock.clock))
        #expect(other.files == nil)
        #expect(try await other.find([sent.id], in: sites.group.id, as: sites.bob.id) == [sent.id: sent])
        try await other.delete(sent.id, in: sites.group.id, as: sites.alice.id)
        #expect(sites.folder.has(try sites.hash("1")))
        try await sites.files[2].sweep()
        #expect(try await sites.check() == FileCheck())
    }
}
