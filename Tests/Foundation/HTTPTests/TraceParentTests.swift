import HTTP
import Testing

/// The field `traceparent` (W3C Trace Context §3.2).
@Suite struct TraceParentTests {
    private static let example = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func `a valid field is read and written as it was`() throws {
        let parent = try #require(TraceParent(Self.example))
        #expect(parent.traceID.description == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(parent.description == Self.example)
    }

    @Test(arguments: [
        (
            "00-00000000000000000000000000000001-0000000000000001-00",
            "00-00000000000000000000000000000001-0000000000000001-00"
        ),
        // A later version may say more, which is left out, and flags that are not known here.
        (
            "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-brings",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        ),
        (
            "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03"
        ),
    ])
    func `what other versions say is written as version 00`(field: String, written: String) throws {
        #expect(TraceParent(field)?.description == written)
    }

    @Test(arguments: [
        "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 ",
        "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01x",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00F067AA0BA902B7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
        "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01",
        "00-４bf92f3577b34da6a3ce929d0e0e47-00f067aa0ba902b7-01",
    ])
    func `what the standard does not allow is refused`(field: String) {
        #expect(TraceParent(field) == nil)
    }

    @Test func `a request without one valid field begins a trace of its own`() throws {
        let target = try #require(RequestTarget("/"))
        func trace(_ headers: HeaderFields) -> String {
            Request(method: .get, target: target, headers: headers).trace.traceID.description
        }
        #expect(trace([.traceParent: Self.example]) == "4bf92f3577b34da6a3ce929d0e0e4736")
        for headers: HeaderFields in [
            [:], [.traceParent: "nonsense"], [.traceParent: Self.example, .traceParent: Self.example],
        ] {
            let (one, other) = (trace(headers), trace(headers))
            #expect(one != other && one != "4bf92f3577b34da6a3ce929d0e0e4736")
            #expect(TraceParent("00-\(one)-00f067aa0ba902b7-01") != nil)
        }
    }

    @Test func `the next request of a trace has another parent`() throws {
        let parent = try #require(TraceParent(Self.example))
        let (one, other) = (parent.next(), parent.next())
        #expect(one.traceID == parent.traceID && other.traceID == parent.traceID)
        #expect(Set([parent, one, other]).count == 3)
        #expect(TraceParent(one.description) == one)
        #expect(one.description.hasSuffix("-01"))
    }
}
