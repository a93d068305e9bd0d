import CGLib
import Synchronization

/// A time zone of the system's tz database; one object for each canonical name.
///
/// `@unchecked Sendable`: GLib's `GTimeZone` is immutable and has an atomic reference count.
public final class ZoneOfTime: @unchecked Sendable {
    /// For example `Asia/Tokyo`; for the local zone, GLib's identifier.
    public let identifier: String

    private let zone: OpaquePointer

    /// The zones loaded so far, at most as many as the catalog has.
    private static let loaded = Mutex<[String: ZoneOfTime]>([:])

    private init(_ identifier: String, _ zone: OpaquePointer) {
        self.identifier = identifier
        self.zone = zone
    }

    deinit { g_time_zone_unref(zone) }

    /// The zone with a name or alias of the tz database, such as `Asia/Tokyo` or `Asia/Calcutta`; `nil` for anything
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

    /// The local zone of the machine (`TZ`, else `/etc/localtime`).
    public static let local: ZoneOfTime = {
        let zone: OpaquePointer = g_time_zone_new_local()
        return ZoneOfTime(g_time_zone_get_identifier(zone).map { String(cString: $0) } ?? "UTC", zone)
    }()

    /// The offset from UTC in seconds, at a time in seconds since 1970.
    public func secondsFromUTC(at seconds: Int64) -> Int64 {
        let interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(seconds))
        return interval < 0 ? 0 : Int64(g_time_zone_get_offset(zone, interval))
    }
}
