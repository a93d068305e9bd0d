import Glibc
import HTTP

/// Makes JPEG of the pictures that phones take and few browsers show (HEIC; ISO/IEC 23008-12), and of AVIF, with Debian's
/// program `heif-convert` (libheif).
public struct HEIFConverter: Sendable {
    /// Where Debian's package libheif-examples puts it.
    public static let path = "/usr/bin/heif-convert"

    /// The media types of what it reads (RFC 9110 §8.3.1).
    public static let types: Set = ["image/heic", "image/heif", "image/avif"]

    private let program: LimitedProgram
    /// Of JPEG, 0…100.
    private static let quality = 92
    /// The names that it gives to what it writes: for a file with one picture, and for the first of several.
    private static let names = (given: "picture.jpg", first: "picture-1.jpg")

    /// Fails where the program is not installed; such pictures are then files like any other.
    public init?(path: String = path) {
        program = LimitedProgram(
            path: path, memory: .mebibytes(2_048), processorTime: .seconds(30), time: .seconds(60),
            file: PictureLimits.sent.file)
        guard program.isInstalled else { return nil }
    }

    /// The JPEG of a file's first picture; `nil` where it can't be decoded within the program's limits.
    ///
    /// - Parameter folder: made for what is written meanwhile; nothing may be there.
    func jpeg(_ path: String, in folder: String) -> [UInt8]? {
        guard mkdir(folder, 0o700) == 0 else { return nil }
        defer { Self.delete(folder) }
        guard program.run(["-q", "\(Self.quality)", path, "\(folder)/\(Self.names.given)"]) else { return nil }
        return [Self.names.given, Self.names.first].lazy
            .compactMap { WholeFile.read("\(folder)/\($0)", atMost: PictureLimits.sent.file) }.first
    }

    private static func delete(_ folder: String) {
        guard let entries = opendir(folder) else { return }
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            unlink("\(folder)/\(name)")
        }
        closedir(entries)
        rmdir(folder)
    }
}
