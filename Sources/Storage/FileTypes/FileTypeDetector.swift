import CMagic
public import Chat
import Glibc
import Synchronization

/// Finds out of what type a file is, by its content with libmagic, and by its name where the content says too little.
///
/// WebM and MP4 that hold only sound, such as recordings of browsers, are told from video by their tracks.
///
/// libmagic's handle must not be used by two threads at once, so one file is looked at after the other. It takes
/// milliseconds: not to be called on an event loop.
public final class FileTypeDetector: Sendable {
    /// Why nothing can be found out of any file.
    public struct Unavailable: Error, CustomStringConvertible {
        /// libmagic's words.
        public let description: String
    }

    private let handle: Mutex<Handle>

    /// A closed struct, so that the pointer leaves the lock only here.
    ///
    /// `@unchecked Sendable`: used under the lock only.
    private struct Handle: @unchecked Sendable {
        let pointer: magic_t
    }

    /// How much of a file is looked at; what tells a type stands at the beginning.
    private static let mostBytes = 1 << 20
    /// libmagic's other limits, which bound the time and depth of its search.
    private static let parameters: [(name: Int32, value: Int)] = [
        (MAGIC_PARAM_BYTES_MAX, mostBytes), (MAGIC_PARAM_INDIR_MAX, 15), (MAGIC_PARAM_NAME_MAX, 50),
        (MAGIC_PARAM_REGEX_MAX, 8_192), (MAGIC_PARAM_ELF_PHNUM_MAX, 128), (MAGIC_PARAM_ELF_SHNUM_MAX, 128),
        (MAGIC_PARAM_ELF_NOTES_MAX, 16),
    ]
    /// Not followed: links. Not looked into: compressed content, archives of tar, programs.
    private static let flags =
        MAGIC_MIME_TYPE | MAGIC_ERROR | MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_ELF | MAGIC_NO_CHECK_TOKENS

    /// Loads libmagic's database (Debian's libmagic-mgc), 8 MB that all processes share.
    public init() throws(Unavailable) {
        guard let pointer = magic_open(Self.flags) else { throw Unavailable(description: "no memory for libmagic") }
        handle = Mutex(Handle(pointer: pointer))
        guard magic_load(pointer, nil) == 0 else {
            let reason = magic_error(pointer).map { String(cString: $0) } ?? "no reason given"
            magic_close(pointer)
            throw Unavailable(description: reason)
        }
        for (name, value) in Self.parameters {
            var value = value
            magic_setparam(pointer, name, &value)
        }
    }

    deinit { handle.withLock { magic_close($0.pointer) } }

    /// The type of the file at `path`; `.unknown` also for what is no file or can't be read.
    ///
    /// - Parameter name: the name under which it was sent.
    public func type(of path: String, named name: FileName) -> FileType {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return .unknown }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            return .unknown
        }
        let found = handle.withLock { handle in
            magic_descriptor(handle.pointer, descriptor).flatMap { FileType(String(cString: $0)) }
        }
        guard let type = found.map({ TypeCorrection.type($0, named: name) }) else { return .unknown }
        guard let container = MediaContainer(type) else { return type }
        return MediaTracks(of: descriptor, size: Int64(status.st_size), in: container).areOnlySound
            ? container.sound : type
    }
}
