import Foundation
import HTTP
import Testing

@testable import Gateway

/// A row whose links can be printed with samples of its parameters.
private protocol SampledRow: RouteRow {
    associatedtype Parameters: SampledParameters

    func callAsFunction(_ parameters: Parameters) -> Path
    func parameters(of target: RequestTarget) -> Parameters?
}

extension Route: SampledRow where Parameters: SampledParameters {}

/// What is printed with parameters is read back as the same row with the same parameters.
@Suite struct RouteRoundTripTests {
    @Test func `the link of each row leads back to the row, with the same parameters`() throws {
        for row in Routes.table.rows {
            let row = try #require(
                row as? any SampledRow, "\(row.method) \(row.pattern): its parameters have no samples")
            try checkLinks(of: row)
        }
    }

    private func checkLinks<Row: SampledRow>(of row: Row) throws {
        for sample in Row.Parameters.samples {
            let link = row(sample).text
            let place = "\(row.method) \(row.pattern) as \(link)"
            let target = try #require(RequestTarget(link), "\(place)")
            #expect(Routes.table.match(row.method, target).row === row, "\(place)")
            let read = try #require(row.parameters(of: target), "\(place)")
            #expect(text(of: read) == text(of: sample), "\(place)")
            // In two parts, as pages of many links print it.
            if Row.Parameters.segmentCount > 0, let route = row as? Route<Row.Parameters> {
                let parts = TextBuilder.text {
                    route.writeStart(sample, to: &$0)
                    sample.write(segment: Row.Parameters.segmentCount - 1, to: &$0)
                    route.writeEnd(sample, to: &$0)
                }
                #expect(parts == link)
            }
        }
    }

    /// Otherwise a new parameter that a link leaves out would not be noticed.
    @Test func `each parameter has several values in the samples`() throws {
        for row in Routes.table.rows {
            let row = try #require(row as? any SampledRow, "\(row.pattern)")
            for (name, values) in valuesOfSamples(of: row) { #expect(values.count > 1, "\(row.pattern): \(name)") }
        }
    }

    private func valuesOfSamples<Row: SampledRow>(of row: Row) -> [String: Set<String>] {
        var values: [String: Set<String>] = [:]
        for sample in Row.Parameters.samples {
            for child in Mirror(reflecting: sample).children {
                values[child.label ?? "", default: []].insert(text(of: child.value))
            }
        }
        return values
    }

    /// A row that is no stored member of `Routes` (static, computed, in an extension or elsewhere) would print links that
    /// nothing answers.
    @Test func `each row that the code makes stands in the table`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Web")
        let files = try #require(FileManager.default.enumerator(atPath: sources.path))
        var made: [String] = []
        for case let path as String in files where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            for match in text.matches(of: /(?:\bRoute(?:<\w+>)?|\.init)\(\s*"\w+",\s*\.\w+,\s*"(\/[^"]*)"/) {
                made.append(String(match.output.1))
            }
        }
        #expect(made.sorted() == Routes.table.rows.map(\.pattern.description).sorted())
    }

    /// All members, also those of members.
    private func text(of value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }
}
