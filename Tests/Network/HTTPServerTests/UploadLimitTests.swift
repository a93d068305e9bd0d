import Eventually
import Foundation
import HTTP
import HTTPServer
import Synchronization
import Testing

/// What files may take, and who may send them.
@Suite struct UploadLimitTests {
    private let stand = UploadStand()

    private func post(_ port: UInt16, _ parts: [FormPart]) async throws -> Int? {
        let body = FormPart.body(parts)
        let client = try RawClient(port: port)
        client.send(FormPart.head(bytes: body.count))
        client.send(body)
        return await client.response()?.status
    }

    @Test func `a file, their number and the text have limits of their own`() async throws {
        var limits = ServerLimits()
        limits.body = .kibibytes(64)
        try await stand.withServer(limits: limits, admission: { _ in UploadLimits(file: .kibibytes(100), files: 2) }) {
            port in
            let full = noise(100 << 10)
            #expect(try await post(port, [.file("f", "a", full), .file("f", "b", full)]) == 200)
            #expect(try await post(port, [.file("f", "a", full + [0])]) == 413)
            #expect(try await post(port, (0..<3).map { .file("f", "\($0)", [1]) }) == 413)
            #expect(try await post(port, (0..<3).map { .file("f", "\($0)", []) }) == 413)
            #expect(try await post(port, [.text("a", String(repeating: "a", count: 60 << 10))]) == 200)
            #expect(try await post(port, [.text("a", String(repeating: "a", count: 70 << 10))]) == 413)
            stand.forget()
            try await eventually { stand.left.isEmpty }
        }
    }

    @Test(arguments: [false, true]) func `a body that is announced as far too large is answered before it comes`(
        waits: Bool
    ) async throws {
        try await stand.withServer(admission: { _ in
            if waits { for _ in 0..<20 { await Task.yield() } }
            return UploadLimits(file: .mebibytes(4), files: 3)
        }) { port in
            let client = try RawClient(port: port)
            client.send(FormPart.head(bytes: 100 << 20))
            #expect(await client.response()?.status == 413)
            #expect(await client.isClosed())
            #expect(stand.left.isEmpty)
        }
    }

    @Test func `a file that turns out too large is not read to its end`() async throws {
        var limits = ServerLimits()
        limits.discardedBody = .mebibytes(1)
        try await stand.withServer(
            limits: limits, admission: { _ in UploadLimits(file: .mebibytes(1), files: 100) }
        ) { port in
            let client = try RawClient(port: port)
            client.send(FormPart.head(bytes: 90 << 20))
            let start = ContinuousClock.now
            client.send(FormPart.body([.file("f", "a", noise((1 << 20) + 40_000))]))
            #expect(await client.isClosed())
            #expect(ContinuousClock.now - start < .seconds(5))
            try await eventually { stand.left.isEmpty }
        }
    }

    @Test(arguments: [false, true]) func `who is not admitted brings no files, whether that is known at once or not`(
        waits: Bool
    ) async throws {
        try await stand.withServer(admission: { request in
            if waits { for _ in 0..<20 { await Task.yield() } }
            return request.cookies["session"] == "good" ? UploadLimits(file: .mebibytes(4), files: 3) : nil
        }) { port in
            for (cookie, answer) in [("good", "f/a=5"), ("bad", "")] {
                let body = FormPart.body([.file("f", "a", noise(5))])
                let client = try RawClient(port: port)
                client.send(FormPart.head(bytes: body.count, "Cookie: session=\(cookie)\r\n"))
                client.send(body)
                #expect(await client.response()?.body == answer)
                #expect(stand.received.withLock { $0.last?.hasOmittedFiles } == answer.isEmpty)
            }
            // More than a form without files may have: what was written beside it counts.
            let body = FormPart.body([.text("t", "kept"), .file("f", "a", noise(2 << 20)), .text("u", "too")])
            let client = try RawClient(port: port)
            client.send(FormPart.head(bytes: body.count, "Cookie: session=bad\r\n"))
            client.send(body)
            #expect(await client.response()?.body == "t=kept|u=too")
            #expect(stand.files.count == 1)
            // As much as is read for nothing otherwise, and no more.
            let stranger = try RawClient(port: port)
            stranger.send(
                FormPart.head(bytes: ServerLimits().discardedBody.bytes + 1, "Cookie: session=bad\r\n"))
            #expect(await stranger.response()?.status == 413)
            #expect(await stranger.isClosed())
        }
    }

    @Test(arguments: UploadRefusal.allCases) func `what is written beside files that are refused arrives`(
        refusal: UploadRefusal
    ) async throws {
        var limits = ServerLimits()
        limits.body = .kibibytes(64)
        limits.discardedBody = .kibibytes(64)
        try await stand.withServer(
            limits: limits,
            change: {
                if refusal == .busy { $0.requestsUnderWay = 0 }
                if refusal == .noSpace { $0.freeDisk = .bytes(1 << 60) }
            }, admission: { _ in UploadLimits(file: .mebibytes(1), files: 2) }
        ) { port in
            let files: [FormPart] =
                switch refusal {
                case .tooLarge: [.file("f", "a", noise((1 << 20) + 40_000))]
                case .tooMany: (0..<3).map { .file("f", "\($0)", [1]) }
                case .busy, .noSpace: [.file("f", "a", noise(500_000))]
                }
            let body = FormPart.body([.text("t", "before")] + files + [.text("u", "after")])
            let client = try RawClient(port: port)
            client.send(FormPart.head(bytes: body.count))
            client.send(body)
            #expect(await client.response()?.body == "t=before|u=after")
            let last = stand.received.withLock { $0.last }
            #expect(last?.uploadRefusal == refusal && last?.hasOmittedFiles == true)
            #expect(stand.files.isEmpty)
            try await eventually { stand.left.isEmpty }
            // A form without files has nothing that could be refused.
            for parts in [[FormPart.text("t", "alone")], [.text("t", "alone"), .file("f", "", [])]] {
                #expect(try await post(port, parts) == 200)
                #expect(stand.received.withLock { $0.last?.hasOmittedFiles } == false)
            }
        }
    }

    @Test func `the connection waits while the answer to whether files are admitted is on its way`() async throws {
        let gate = Gate()
        try await stand.withServer(admission: { request in
            await gate.wait()
            return UploadLimits(file: .mebibytes(4), files: 3)
        }) { port in
            let body = FormPart.body([.file("f", "a", noise(3 << 20))])
            let client = try RawClient(port: port)
            client.send(FormPart.head(bytes: body.count))
            try await eventually { gate.waiting == 1 }
            #expect(stand.left.isEmpty)
            gate.open()
            client.send(body)
            #expect(await client.response()?.body == "f/a=\(3 << 20)")
        }
    }

    @Test func `a server stops though it still waits for an admission`() async throws {
        let gate = Gate()
        var limits = ServerLimits()
        limits.drainTime = .milliseconds(50)
        limits.cancelTime = .milliseconds(50)
        try await stand.withServer(
            limits: limits,
            admission: { request in
                await gate.wait()
                return UploadLimits(file: .mebibytes(4), files: 3)
            }
        ) { port in
            let client = try RawClient(port: port)
            client.send(FormPart.head(bytes: 1 << 20))
            try await eventually { gate.waiting == 1 }
        }
        gate.open()
    }

    @Test func `a client that leaves before it is admitted does no harm`() async throws {
        let gate = Gate()
        try await stand.withServer(admission: { request in
            await gate.wait()
            return UploadLimits(file: .mebibytes(4), files: 3)
        }) { port in
            for _ in 0..<20 {
                let client = try RawClient(port: port)
                client.send(FormPart.head(bytes: 1 << 20))
                client.reset()
            }
            gate.open()
            #expect(try await post(port, [.file("f", "a", [1])]) == 200)
        }
    }

    @Test func `all files together have a limit, which counts until nobody holds them`() async throws {
        try await stand.withServer(change: { $0.bytesUnderWay = .mebibytes(3) }) { port in
            let parts = [FormPart.file("f", "a", noise(2 << 20))]
            #expect(try await post(port, parts) == 200)
            #expect(try await post(port, parts) == 503)
            stand.forget()
            try await eventually { try await post(port, parts) == 200 }
        }
    }

    @Test func `the number of requests with files has a limit`() async throws {
        try await stand.withServer(change: { $0.requestsUnderWay = 2 }, admission: UploadStand.usual) { port in
            let parts = [FormPart.file("f", "a", [1])]
            for status in [200, 200, 503] {
                let answer = try await post(port, parts)
                #expect(answer == status)
            }
        }
    }

    @Test func `files that are refused are not read where they are too long for that`() async throws {
        var limits = ServerLimits()
        limits.discardedBody = .kibibytes(64)
        try await stand.withServer(
            limits: limits, change: { $0.requestsUnderWay = 0 },
            admission: { _ in UploadLimits(file: .mebibytes(1), files: 3) }
        ) { port in
            let client = try RawClient(port: port)
            client.send(FormPart.head(bytes: 2 << 20))
            #expect(await client.response()?.status == 503)
            #expect(await client.isClosed())
        }
    }

    @Test func `a request that says no length reserves as it comes`() async throws {
        try await stand.withServer(change: { $0.bytesUnderWay = .mebibytes(3) }) { port in
            for (bytes, status) in [(2 << 20, 200), (4 << 20, 503)] {
                stand.forget()
                try await eventually { stand.left.isEmpty }
                let body = FormPart.body([.file("f", "a", noise(bytes))])
                let client = try RawClient(port: port)
                client.send(FormPart.head(bytes: nil))
                client.send("\(String(body.count, radix: 16))\r\n")
                client.send(body)
                client.send("\r\n0\r\n\r\n")
                #expect(await client.response()?.status == status)
            }
        }
    }

    @Test func `a disk that is nearly full is left alone`() async throws {
        try await stand.withServer(change: { $0.freeDisk = .bytes(1 << 60) }, admission: UploadStand.usual) { port in
            let answer = try await post(port, [.file("f", "a", [1])])
            #expect(answer == 507)
            #expect(stand.left.isEmpty)
        }
    }

    @Test func `a slow file takes as long as it needs, and one that stalls is cut off`() async throws {
        var limits = ServerLimits()
        // The client may be kept from sending for a while by what else runs on the machine.
        limits.uploadTime = .seconds(1)
        limits.transferTime = .seconds(1)
        limits.transferProgress = .kibibytes(16)
        try await stand.withServer(limits: limits) { port in
            let body = FormPart.body([.file("f", "a", noise(1 << 20))])
            let client = try RawClient(port: port)
            client.send(FormPart.head(bytes: body.count))
            let start = ContinuousClock.now
            for part in stride(from: 0, to: body.count, by: 16 << 10) {
                client.send(body[part..<min(part + 16 << 10, body.count)])
                // The last part may be answered at once.
                if part + 16 << 10 < body.count { #expect(!client.hasAnswer(within: .milliseconds(20))) }
            }
            #expect(await client.response()?.status == 200)
            #expect(ContinuousClock.now - start > limits.uploadTime)

            let stalled = try RawClient(port: port)
            stalled.send(FormPart.head(bytes: body.count))
            let stallStart = ContinuousClock.now
            // A few bytes are no progress.
            while !stalled.hasAnswer(within: .milliseconds(20)), ContinuousClock.now - stallStart < .seconds(5) {
                stalled.send([0])
            }
            #expect(stalled.read() == nil)
            #expect(ContinuousClock.now - stallStart < .seconds(3))
        }
    }
}
