import Bytes
import Cryptography
import Glibc

/// The names and addresses of this machine in a local network.
enum MachineNames {
    /// The name with `.local`, which devices find by multicast DNS, comes first.
    static var all: [LocalName] {
        var names: [String] = []
        if let host = hostName {
            // Of a public name only the first part belongs to the local network.
            let label = String(host.prefix { $0 != "." })
            names += ["\(label).local", label, host]
        }
        names += ["localhost"] + LocalAddresses.lan.map(\.description) + ["127.0.0.1", "::1"]
        var found: [LocalName] = []
        for name in names.compactMap({ LocalName($0) }) where !found.contains(name) { found.append(name) }
        return found
    }

    private static var hostName: String? {
        var bytes = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard gethostname(&bytes, bytes.count) == 0 else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
