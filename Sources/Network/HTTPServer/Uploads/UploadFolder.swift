import Concurrency
import Glibc
import HTTP
import Synchronization

/// The folder of the files that are arriving, and what they take there together.
final class UploadFolder: Sendable {
    let configuration: UploadConfiguration
    /// What counts as under way.
    private let underWay = Mutex(Usage())

    private struct Usage {
        var bytes = 0
        var requests = 0
    }

    private static let prefix = "upload-"
    /// What a request reserves if it does not say how long it is, and each time when that is used up.
    static let step = ByteCount.mebibytes(1)

    /// Creates the folder if it is missing, and deletes what an earlier process has left there.
    init(_ configuration: UploadConfiguration) throws(ServerError) {
        self.configuration = configuration
        let path = configuration.folder
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw .unusableUploadFolder(path, String(cString: strerror(errno)))
        }
        guard access(path, W_OK | X_OK) == 0, let folder = opendir(path) else {
            throw .unusableUploadFolder(path, String(cString: strerror(errno)))
        }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name.hasUTF8Prefix(Self.prefix) { unlink("\(path)/\(name)") }
        }
    }

    /// A name that no other file has.
    func newPath() -> String {
        "\(configuration.folder)/\(Self.prefix)\(String(UInt64.random(in: .min ... .max), radix: 16))"
    }

    /// Deletes a temporary file on another thread, because freeing 100 MB takes milliseconds.
    static func delete(_ path: String, _ then: @escaping @Sendable () -> Void = {}) {
        let delete: @Sendable () -> Void = {
            unlink(path)
            then()
        }
        if !BlockingPool.shared.offer(delete) { delete() }
    }

    /// Begins with a request that says that it has so many bytes.
    func begin(bytes: Int?, _ limits: UploadLimits) throws(UploadRefusal) -> Upload {
        let reservation = try UploadReservation(in: self, bytes ?? Self.step.bytes)
        return Upload(limits, in: self, reservation)
    }

    fileprivate func add(_ bytes: Int, requests: Int) throws(UploadRefusal) {
        let free = freeBytes()
        try underWay.withLock { usage throws(UploadRefusal) in
            guard usage.bytes + bytes <= configuration.bytesUnderWay.bytes,
                usage.requests + requests <= configuration.requestsUnderWay
            else { throw .busy }
            // What is reserved may be written already, so this refuses early rather than late.
            guard free - usage.bytes - bytes >= configuration.freeDisk.bytes else { throw .noSpace }
            usage.bytes += bytes
            usage.requests += requests
        }
    }

    fileprivate func giveBack(_ bytes: Int) {
        underWay.withLock { usage in
            usage.bytes -= bytes
            usage.requests -= 1
        }
    }

    /// Free for programs without privileges.
    private func freeBytes() -> Int {
        var status = statvfs()
        guard statvfs(configuration.folder, &status) == 0 else { return 0 }
        return Int(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }
}

/// The part of the folder's limits that one request uses, until nobody holds this.
final class UploadReservation: Sendable {
    private let folder: UploadFolder
    private let reserved: Mutex<Int>

    fileprivate init(in folder: UploadFolder, _ bytes: Int) throws(UploadRefusal) {
        try folder.add(bytes, requests: 1)
        self.folder = folder
        reserved = Mutex(bytes)
    }

    deinit { folder.giveBack(reserved.withLock { $0 }) }

    /// Reserves more where `bytes` is more than what is reserved.
    func grow(to bytes: Int) throws(UploadRefusal) {
        try reserved.withLock { reserved throws(UploadRefusal) in
            guard bytes > reserved else { return }
            let more = max(bytes - reserved, UploadFolder.step.bytes)
            try folder.add(more, requests: 0)
            reserved += more
        }
    }
}
