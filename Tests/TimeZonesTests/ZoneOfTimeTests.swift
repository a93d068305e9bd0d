import Foundation
import Testing
import TimeZones

@Suite struct ZoneOfTimeTests {
    @Test(arguments: [
        "Asia/Tokyo", "America/New_York", "Europe/London", "Australia/Lord_Howe", "UTC", "Asia/Kathmandu",
    ])
    func `offsets are those of Foundation, summer and winter`(identifier: String) throws {
        let zone = try #require(ZoneOfTime(identifier: identifier))
        let foundation = try #require(TimeZone(identifier: identifier))
        for seconds in stride(from: Int64(0), to: 2_000_000_000, by: 5_000_003) {
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(zone.secondsFromUTC(at: seconds) == Int64(foundation.secondsFromGMT(for: date)))
        }
    }

    @Test(arguments: [
        "", "Nowhere/City", "../../etc/passwd", "/etc/localtime", "Asia/Tokyo\0", String(repeating: "a", count: 100),
    ])
    func `what is no zone is refused`(identifier: String) {
        #expect(ZoneOfTime(identifier: identifier) == nil)
    }
}
