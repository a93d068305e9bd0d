import HTTP
import Testing

@Suite struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-99", 0..<10), ("bytes=3-5", 3..<6), ("bytes=9-", 9..<10), ("bytes=0-", 0..<10),
        ("bytes=-3", 7..<10), ("bytes=-99", 0..<10), ("BYTES= 2-4 ", 2..<5),
        ("bytes=5-99999999999999999999999", 5..<10), ("bytes=-99999999999999999999999", 0..<10),
    ])
    func `a range that exists is cut at the end`(field: String, bytes: Range<Int>) {
        #expect(ByteRange(field: field)?.bytes(of: 10) == bytes)
    }

    @Test(arguments: ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999999-"])
    func `a range beyond the end has no bytes`(field: String) throws {
        #expect(try #require(ByteRange(field: field)).bytes(of: 10) == nil)
    }

    @Test(arguments: ["bytes=0-", "bytes=-1", "bytes=0-0"]) func `nothing has no ranges`(field: String) throws {
        #expect(try #require(ByteRange(field: field)).bytes(of: 0) == nil)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=5-3", "bytes=a-b", "bytes=1-2,4-5", "bytes=1", "items=0-5",
        "bytes=--5",
        "bytes=+1-2", "bytes=１-２", "bytes=0x1-2", "bytes=1-2-3",
    ])
    func `what is no single range is ignored`(field: String) {
        #expect(ByteRange(field: field) == nil)
    }
}

@Suite struct StrongComparisonTests {
    @Test func `only strong tags are strongly equal`() {
        let tag = EntityTag(opaque: "a")
        #expect(tag.isStronglyEqual(toSerialized: "\"a\""))
        #expect(!tag.isStronglyEqual(toSerialized: "\"b\""))
        #expect(!tag.isStronglyEqual(toSerialized: "W/\"a\""))
        #expect(!tag.isStronglyEqual(toSerialized: "Wed, 21 Oct 2026 07:28:00 GMT"))
        #expect(!EntityTag(opaque: "a", isWeak: true).isStronglyEqual(toSerialized: "W/\"a\""))
    }
}

@Suite struct ReceivedFileTests {
    private func file(_ delete: @escaping @Sendable () -> Void) -> ReceivedFile {
        ReceivedFile(field: "file", name: "a", bytes: 1, path: "/a", hash: [], delete: delete)
    }

    @Test func `a file that nobody took is deleted with its last reference`() async {
        await confirmation { deleted in
            let file = file { deleted() }
            #expect(file.path == "/a")
        }
    }

    @Test func `a file that was taken is not deleted, and is taken once`() async {
        await confirmation(expectedCount: 0) { deleted in
            let file = file { deleted() }
            #expect(file.take() == "/a")
            #expect(file.take() == nil)
        }
    }
}
