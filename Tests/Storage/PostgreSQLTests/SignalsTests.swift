import Eventually
import PostgreSQLServer
import Synchronization
import Testing

@testable import PostgreSQL

@Suite("Signals between processes")
struct SignalsTests {
    private final class Ear: Sendable {
        private let heard = Mutex<[String]>([])
        private let beginnings = Atomic(0)
        var texts: [String] { heard.withLock { $0 } }
        var isListening: Bool { beginnings.load(ordering: .relaxed) > 0 }

        func listen(to signals: Signals, _ topic: String) -> Task<Void, Never> {
            signals.handle(topic) { text in self.heard.withLock { $0.append(String(text)) } }
            return Task {
                await signals.run {
                    self.beginnings.add(1, ordering: .relaxed)
                } report: { _ in
                }
            }
        }
    }

    @Test("what a process sends is heard by the others in its order, and not by itself")
    func order() async throws {
        let place = try await TestDatabase()
        let (near, far) = (Signals(place.another()), Signals(place.another()))
        let (own, ear) = (Ear(), Ear())
        let tasks = [own.listen(to: near, "news"), ear.listen(to: far, "news")]
        defer { for task in tasks { task.cancel() } }
        try await eventually { own.isListening && ear.isListening }
        // More than one notification may hold.
        let texts = (0..<2_000).map { "number \($0)" }
        for text in texts { near.send("news", text) }
        near.send("other", "is not for this handler")
        near.send("news", "last")
        try await eventually { ear.texts.last == "last" }
        #expect(ear.texts == texts + ["last"])
        #expect(own.texts.isEmpty)
    }

    @Test("the same is sent once, unless it counts each time; what is too long or too much is lost")
    func bounds() async throws {
        let place = try await TestDatabase()
        let (near, far, ear) = (Signals(place.another()), Signals(place.another()), Ear())
        let task = ear.listen(to: far, "news")
        defer { task.cancel() }
        try await eventually { ear.isListening }
        for _ in 0..<3 { near.send("news", "once") }
        for _ in 0..<2 { near.send("news", "twice", isRepeatable: true) }
        near.send("news", String(repeating: "x", count: Signals.maximumBytes))
        near.send("news", "end")
        try await eventually { ear.texts.last == "end" }
        #expect(ear.texts == ["once", "twice", "twice", "end"])
        // It gathers for long enough to be told all of them.
        let slow = Signals(place.another(), gatherTime: .seconds(2))
        for number in 0..<(Signals.maximumWaiting + 10) { slow.send("news", "\(number)") }
        try await eventually { ear.texts.last == "\(Signals.maximumWaiting - 1)" }
    }
}
