import Chat
import TimeZones
import Testing

@testable import Gateway

@Suite struct ViewerTimeTests {
    @Test(arguments: [
        ("UTC", "2026-11-25", "2026-11-25T00:00:00.000Z"),
        ("Asia/Tokyo", "2026-11-25", "2026-11-24T15:00:00.000Z"),
        ("Asia/Kathmandu", "2026-11-25", "2026-11-24T18:15:00.000Z"),
        ("America/Los_Angeles", "2026-11-25", "2026-11-25T08:00:00.000Z"),
        // Clocks change in the night after: the day begins in the former time.
        ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z"),
        ("Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00.000Z"),
        ("Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z"),
        ("America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z"),
        ("America/New_York", "2026-11-02", "2026-11-02T05:00:00.000Z"),
        ("Pacific/Auckland", "2026-09-27", "2026-09-26T12:00:00.000Z"),
    ])
    func `a day begins when clocks of the zone show midnight`(zone: String, day: String, start: String) throws {
        let time = ViewerTime(
            zone: try #require(ZoneOfTime.named(zone)), now: Timestamp(milliseconds: 0),
            say: Speaker(language: .english))
        let date = try #require(FormDay(day)).date
        #expect(time.start(of: date).iso8601 == start)
        #expect(time.day(of: time.start(of: date)) == date)
        #expect(time.day(of: time.start(of: date).adding(.milliseconds(-1))) < date)
    }

    @Test(arguments: [
        ("Asia/Tokyo", "2026-11-30T09:05", "2026-11-30T00:05:00.000Z"),
        ("America/Los_Angeles", "2026-11-30T23:59", "2026-12-01T07:59:00.000Z"),
        // Clocks change in that night.
        ("Europe/Berlin", "2026-03-29T01:59", "2026-03-29T00:59:00.000Z"),
        ("Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00:00.000Z"),
        ("Europe/Berlin", "2026-10-25T12:00", "2026-10-25T11:00:00.000Z"),
    ])
    func `a day and a time of a field are a moment of the zone, and back`(zone: String, field: String, moment: String)
        throws
    {
        let time = ViewerTime(
            zone: try #require(ZoneOfTime.named(zone)), now: Timestamp(milliseconds: 0),
            say: Speaker(language: .english))
        let form = try #require(FormMoment(field))
        #expect(time.moment(form).iso8601 == moment)
        #expect(time.formMoment(time.moment(form)) == form && form.description == field)
    }

    @Test(arguments: [
        // 2026-11-29 is a Sunday: the Monday is tomorrow.
        ("2026-11-29", nil), ("2026-11-30", "2026-12-07"), ("2026-12-01", "2026-12-07"), ("2026-12-05", "2026-12-07"),
    ])
    func `the next Monday is offered where it is not tomorrow`(today: String, monday: String?) throws {
        let zone = try #require(ZoneOfTime.named("UTC"))
        let now = try #require(Timestamp(iso8601: "\(today)T23:30:00Z"))
        let time = ViewerTime(zone: zone, now: now, say: Speaker(language: .english))
        #expect(time.moment(of: .monday).map { time.formMoment($0).description } == monday.map { "\($0)T09:00" })
        #expect(time.moment(of: .hour) == now.adding(.seconds(3_600)))
    }

    @Test func `what is no day and time is none`() {
        for text in [
            "", "2026-11-30", "2026-11-30T", "T09:00", "2026-11-30 09:00", "2026-11-30T24:00", "2026-11-30T9:00",
        ] {
            #expect(FormMoment(text) == nil, "\(text)")
        }
    }

    @Test func `what is no day is none`() {
        for text in ["", "2026-11-25 ", "2026-11-31", "2026-1-1", "26-11-25", "2026/11/25", "２０２６-11-25"] {
            #expect(FormDay(text) == nil, "\(text)")
        }
        #expect(FormDay("2024-02-29")?.next.description == "2024-03-01")
        for text in ["9999-12-31", "1969-12-31", "0001-01-01"] { #expect(FormDay(text)?.description == text) }
    }
}
