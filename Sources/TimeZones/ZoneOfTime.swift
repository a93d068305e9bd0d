import CGLib

/// A time zone of the IANA database, as the system has it.
///
/// `@unchecked Sendable`: GLib's `GTimeZone` is immutable and counted atomically.
public final class ZoneOfTime: @unchecked Sendable {
    /// `Asia/Tokyo`; what GLib calls the local zone where it was asked for.
    public let identifier: String

    private let zone: OpaquePointer

    /// Fails where the system has no such zone.
    public init?(identifier: String) {
        guard identifier.utf8.count <= Self.maximumIdentifierBytes, Self.isPlausible(identifier),
            let zone = g_time_zone_new_identifier(identifier)
        else { return nil }
        self.identifier = identifier
        self.zone = zone
    }

    private init(local zone: OpaquePointer) {
        self.zone = zone
        identifier = g_time_zone_get_identifier(zone).map { String(cString: $0) } ?? "UTC"
    }

    deinit { g_time_zone_unref(zone) }

    /// The zone of the machine (`TZ`, else `/etc/localtime`).
    public static let local = ZoneOfTime(local: g_time_zone_new_local())

    /// Seconds to add to UTC at a moment given in seconds since 1970.
    public func secondsFromUTC(at seconds: Int64) -> Int64 {
        let interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(seconds))
        return interval < 0 ? 0 : Int64(g_time_zone_get_offset(zone, interval))
    }

    private static let maximumIdentifierBytes = 64

    /// Letters, digits and `+-_/` only: the identifier becomes the name of a file.
    private static func isPlausible(_ identifier: String) -> Bool {
        identifier.utf8.first.map { $0 != UInt8(ascii: "/") } == true
            && identifier.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "+-_/".utf8.contains(byte)
                }
            }
    }
}
