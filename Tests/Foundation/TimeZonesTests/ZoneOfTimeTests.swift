import Foundation
import Testing

@testable import TimeZones

@Suite struct ZoneOfTimeTests {
    @Test(arguments: [
        "Asia/Tokyo", "America/New_York", "Europe/London", "Australia/Lord_Howe", "UTC", "Asia/Kathmandu",
    ])
    func `offsets are those of Foundation, in summer and winter`(identifier: String) throws {
        let zone = try #require(ZoneOfTime.named(identifier))
        let foundation = try #require(TimeZone(identifier: identifier))
        for seconds in stride(from: Int64(0), to: 2_000_000_000, by: 5_000_003) {
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(zone.secondsFromUTC(at: seconds) == Int64(foundation.secondsFromGMT(for: date)))
        }
    }

    @Test(arguments: [
        "", "Nowhere/City", "../../etc/passwd", "/etc/localtime", "Asia/Tokyo\0", String(repeating: "a", count: 100),
    ])
    func `invalid names are rejected`(identifier: String) {
        #expect(ZoneOfTime.named(identifier) == nil)
    }

    @Test(arguments: [
        "Asia//Tokyo", "Asia/./Tokyo", "Asia/Tokyo/", "Asia/../Asia/Tokyo", "posix/Asia/Tokyo", "right/Asia/Tokyo",
        "asia/tokyo", "ASIA/TOKYO", "Asia/tokyo", "localtime", "posixrules", "leapseconds", "leap-seconds.list",
        "tzdata.zi", "zone.tab", "Asia", "EST4", "UTC+1", "+09:00", "<+09>-9", "posix", "#",
    ])
    func `only names in the system's list are zones, in the same spelling`(identifier: String) {
        #expect(ZoneOfTime.named(identifier) == nil)
    }

    /// Names that browsers send (CLDR keeps names that the tz database has replaced), and older names that are links.
    @Test(arguments: [
        ("Asia/Calcutta", "Asia/Kolkata"), ("Asia/Saigon", "Asia/Ho_Chi_Minh"), ("Asia/Katmandu", "Asia/Kathmandu"),
        ("Asia/Rangoon", "Asia/Yangon"), ("Europe/Kiev", "Europe/Kyiv"), ("US/Eastern", "America/New_York"),
        ("America/Buenos_Aires", "America/Argentina/Buenos_Aires"), ("America/Godthab", "America/Nuuk"),
        ("Japan", "Asia/Tokyo"), ("GMT", "Etc/GMT"), ("UTC", "Etc/UTC"), ("Etc/GMT+9", "Etc/GMT+9"),
        ("Asia/Tokyo", "Asia/Tokyo"),
    ])
    func `an alias gives its canonical zone`(alias: String, identifier: String) throws {
        #expect(try #require(ZoneOfTime.named(alias)).identifier == identifier)
    }

    @Test func `every zone of the system's list can be loaded, and is one object`() throws {
        let identifiers = ZoneOfTime.allIdentifiers
        #expect(identifiers.count > 300)
        for identifier in identifiers {
            let zone = try #require(ZoneOfTime.named(identifier), "\(identifier)")
            #expect(zone.identifier == identifier)
            #expect(ZoneOfTime.named(identifier) === zone)
            #expect(abs(zone.secondsFromUTC(at: 1_795_257_639)) <= 14 * 3_600)
        }
        #expect(ZoneOfTime.named("Asia/Calcutta") === ZoneOfTime.named("Asia/Kolkata"))
    }
}

@Suite struct ZoneCatalogTests {
    @Test func `links are resolved in any order, and dangling ones are ignored`() {
        let catalog = ZoneCatalog(
            tzdata: """
                # version 2025b
                R d 1916 o - Jun 14 23s 1 S
                L Middle Far
                L Asia/Tokyo Middle
                Z Asia/Tokyo 9:18:59 - LMT 1887 D 31 15u
                9 JP J%sT
                Z Etc/UTC 0 - UTC
                L Nowhere Lost
                L Loop Loop
                L
                """)
        #expect(catalog.canonicalName(of: "Far") == "Asia/Tokyo")
        #expect(catalog.canonicalName(of: "Middle") == "Asia/Tokyo")
        #expect(catalog.zones == ["Asia/Tokyo", "Etc/UTC"])
        for name in ["Lost", "Loop", "9", "d", "", "far"] { #expect(catalog.canonicalName(of: name) == nil) }
    }

    @Test func `without the list, the zones of the tables and UTC are available`() {
        let catalog = ZoneCatalog(tables: [
            "# comment\nJP\t+353916+1394441\tAsia/Tokyo\nCH,DE,LI\t+4723+00832\tEurope/Zurich\tBüsingen\n",
            "DE\t+5230+01322\tEurope/Berlin\tmost of Germany",
        ])
        #expect(catalog.zones == ["Asia/Tokyo", "Europe/Berlin", "Europe/Zurich", "UTC"])
        #expect(ZoneCatalog(folder: "/nowhere").canonicalName(of: "Asia/Tokyo") == nil)
    }
}
