import PrometheusText
import Testing

@testable import Metrics

private struct RoomLabels: MetricLabels {
    static let names = ["room", "kind"]

    let room: String
    let kind: Int

    var values: [String] { [room, "\(kind)"] }
}

@Suite struct MetricsTests {
    private let registry = MetricsRegistry()

    private func parsed() throws -> ExpositionParser { try ExpositionParser(registry.text) }

    @Test func `the output follows the exposition format`() {
        registry.counter("a_total", "How often.").increment(by: 3)
        registry.gauge("b", "How much.").change(by: -2)
        let family = registry.counters("c_total", "By room.", by: RoomLabels.self)
        family[RoomLabels(room: "kitchen", kind: 2)].increment()
        family[RoomLabels(room: "attic", kind: 1)].increment(by: 2)
        let histogram = registry.histogram("d_seconds", "How long.", bounds: [.milliseconds(5), .seconds(1)])
        for duration in [Duration.milliseconds(5), .microseconds(5_001), .seconds(2)] { histogram.observe(duration) }
        registry.gauge("e", "Read.", reading: { 0.5 })
        registry.gauge("f", "Not there.", reading: { nil })
        #expect(
            registry.text == """
                # HELP a_total How often.
                # TYPE a_total counter
                a_total 3
                # HELP b How much.
                # TYPE b gauge
                b -2
                # HELP c_total By room.
                # TYPE c_total counter
                c_total{room="attic",kind="1"} 2
                c_total{room="kitchen",kind="2"} 1
                # HELP d_seconds How long.
                # TYPE d_seconds histogram
                d_seconds_bucket{le="0.005"} 1
                d_seconds_bucket{le="1"} 2
                d_seconds_bucket{le="+Inf"} 3
                d_seconds_sum 2.010001
                d_seconds_count 3
                # HELP e Read.
                # TYPE e gauge
                e 0.5
                # HELP f Not there.
                # TYPE f gauge

                """)
    }

    @Test func `label values and help texts are escaped and can't start a new line`() throws {
        let nasty = "a\"b\\c\nfake_total 1\\n{},= 縁側"
        let family = registry.counters("c_total", nasty, by: RoomLabels.self)
        family[RoomLabels(room: nasty, kind: 0)].increment()
        let parsed = try parsed()
        #expect(parsed.families.map(\.name) == ["c_total"])
        #expect(parsed.families[0].help == nasty)
        #expect(parsed.value("c_total", ["room": nasty, "kind": "0"]) == 1)
    }

    @Test(arguments: [
        (0.0, "0"), (1.0, "1"), (-1.5, "-1.5"), (1e-5, "1e-05"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
        (.nan, "NaN"), (1_795_255_200.25, "1795255200.25"), (1e300, "1e+300"),
    ])
    func `numbers are written as Go reads them`(number: Double, text: String) {
        #expect(Exposition.number(number) == text)
    }

    @Test func `label sets beyond a family's limit share one`() throws {
        let family = registry.counters("c_total", "Many.", by: RoomLabels.self)
        for number in 0..<(MetricsLimits.labelSets + 500) {
            family[RoomLabels(room: "room \(number)", kind: number)].increment()
        }
        family[RoomLabels(room: "room 0", kind: 0)].increment()
        let parsed = try parsed()
        #expect(parsed.samples("c_total").count == MetricsLimits.labelSets + 1)
        #expect(parsed.value("c_total", ["room": "other", "kind": "other"]) == 500)
        #expect(parsed.value("c_total", ["room": "room 0", "kind": "0"]) == 2)
    }

    @Test func `concurrent increments are not lost, and scrapes meanwhile are consistent`() async throws {
        let family = registry.counters("c_total", "Many.", by: RoomLabels.self)
        let histograms = registry.histograms("d_seconds", "Long.", by: RoomLabels.self)
        let gauge = registry.gauge("b", "Under way.")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<5_000 {
                        let labels = RoomLabels(room: "room", kind: (number + task) % 10)
                        gauge.change(by: 1)
                        family[labels].increment()
                        histograms[labels].observe(.milliseconds(number % 100))
                        gauge.change(by: -1)
                    }
                }
            }
            group.addTask { for _ in 0..<50 { _ = try self.parsed() } }
            try await group.waitForAll()
        }
        let parsed = try parsed()
        #expect(parsed.samples("c_total").map(\.value) == Array(repeating: 4_000, count: 10))
        #expect(parsed.samples("d_seconds_count").map(\.value) == Array(repeating: 4_000, count: 10))
        #expect(parsed.value("b") == 0)
        let sum = parsed.samples("d_seconds_sum").reduce(0) { $0 + $1.value }
        #expect(abs(sum - 8 * 50 * 4.95) < 1e-6)
    }

    @Test func `process metrics have the values of the system`() throws {
        ProcessMetrics.register(in: registry)
        let parsed = try parsed()
        let value = { (name: String) throws -> Double in try #require(parsed.value(name)) }
        #expect((1e6...1e11).contains(try value("process_resident_memory_bytes")))
        #expect(try value("process_virtual_memory_bytes") > value("process_resident_memory_bytes"))
        #expect((3...10_000).contains(try value("process_open_fds")))
        #expect(try value("process_max_fds") >= value("process_open_fds"))
        #expect((0.001...100_000).contains(try value("process_cpu_seconds_total")))
        #expect(try value("process_start_time_seconds") > 1.7e9)
    }
}

@Suite struct ExpositionParserTests {
    @Test(arguments: [
        "a_total 1\n", "# HELP a_total x\na_total 1\n", "# TYPE a gauge\na 1\n",
        "# HELP a x\n# TYPE a counter\na 1\n", "# HELP a x\n# TYPE a gauge\na 1\na 1\n",
        "# HELP a x\n# TYPE a gauge\nb 1\n", "# HELP a x\n# TYPE a gauge\na{b=\"c\\d\"} 1\n",
        "# HELP a x\n# TYPE a gauge\na{b=c} 1\n", "# HELP a x\n# TYPE a gauge\na inf\n",
        "# HELP a x\n# TYPE a gauge\na 1", "# HELP a x\n# TYPE a gauge\n\n",
        "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n",
        "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
    ])
    func `the parser of these tests detects errors`(text: String) {
        #expect(throws: ExpositionParser.Fault.self) { try ExpositionParser(text) }
    }
}
