import CGLib
import Synchronization

/// A time zone of the system's tz database, by its canonical name: each zone is one object.
///
/// `@unchecked Sendable`: GLib's `GTimeZone` is immutable and counted atomically.
public final class ZoneOfTime: @unchecked Sendable {
    /// `Asia/Tokyo`; what GLib calls the local zone where it was asked for.
    public let identifier: String

    private let zone: OpaquePointer

    /// The zones that were asked for so far. There are never more than the catalog has.
    private static let loaded = Mutex<[String: ZoneOfTime]>([:])

    private init(_ identifier: String, _ zone: OpaquePointer) {
        self.identifier = identifier
        self.zone = zone
    }

    deinit { g_time_zone_unref(zone) }

    /// The zone of a name or an alias of the tz database, such as `Asia/Tokyo` or `Asia/Calcutta`; `nil` for anything
    /// else.
    public static func named(_ name: String) -> ZoneOfTime? {
        guard let identifier = ZoneCatalog.system.canonicalName(of: name) else { return nil }
        return loaded.withLock { loaded in
            if let zone = loaded[identifier] { return zone }
            guard let pointer = g_time_zone_new_identifier(identifier) else { return nil }
            let zone = ZoneOfTime(identifier, pointer)
            loaded[identifier] = zone
            return zone
        }
    }

    /// The canonical names of all zones of the system.
    public static var allIdentifiers: [String] { ZoneCatalog.system.zones }

    /// The zone of the machine (`TZ`, else `/etc/localtime`).
    public static let local: ZoneOfTime = {
        let zone: OpaquePointer = g_time_zone_new_local()
        return ZoneOfTime(g_time_zone_get_identifier(zone).map { String(cString: $0) } ?? "UTC", zone)
    }()

    /// Seconds to add to UTC at a moment given in seconds since 1970.
    public func secondsFromUTC(at seconds: Int64) -> Int64 {
        let interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(seconds))
        return interval < 0 ? 0 : Int64(g_time_zone_get_offset(zone, interval))
    }
}
