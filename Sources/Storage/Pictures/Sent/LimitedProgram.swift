import CLinux
import Glibc
import HTTP

/// A program that is run with limits, in a process of its own, by Debian's `timeout` and `prlimit`: whatever is in the file
/// that it reads, it ends, and nothing ends with it.
struct LimitedProgram {
    let path: String
    /// Of addresses, which is more than of memory.
    let memory: ByteCount
    let processorTime: Duration
    let time: Duration
    /// Of each file that it writes.
    let file: ByteCount

    private static let timeout = "/usr/bin/timeout"
    private static let limiter = "/usr/bin/prlimit"
    private static let environment = ["LC_ALL=C", "PATH=/usr/bin:/bin"]

    /// Whether it and the programs that limit it are installed.
    var isInstalled: Bool {
        let programs: [String] = [path, Self.timeout, Self.limiter]
        return programs.allSatisfy { access($0, X_OK) == 0 }
    }

    /// Runs the program, without input and output, and waits for its end.
    ///
    /// - Returns: whether its status was 0.
    func run(_ arguments: [String]) -> Bool {
        let command =
            [
                Self.timeout, "--signal=KILL", "\(time.components.seconds)",
                Self.limiter, "--as=\(memory.bytes)", "--cpu=\(processorTime.components.seconds)",
                "--fsize=\(file.bytes)", "--core=0", path,
            ] + arguments
        guard let process = Self.spawn(command) else { return false }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return false } }
        return status == 0
    }

    private static func spawn(_ command: [String]) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for descriptor in STDIN_FILENO...STDERR_FILENO {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        _ = engawa_close_from(&actions, STDERR_FILENO + 1)
        // Signals that the site waits for, or ignores, are the program's own.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let (arguments, variables) = (CStrings(command), CStrings(environment))
        defer { withExtendedLifetime((arguments, variables)) {} }
        var process = pid_t()
        return posix_spawn(&process, timeout, &actions, &attributes, arguments.pointers, variables.pointers) == 0
            ? process : nil
    }

    /// Texts as C has them, with a null pointer after the last one.
    private final class CStrings {
        var pointers: [UnsafeMutablePointer<CChar>?]

        init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

        deinit { for pointer in pointers { free(pointer) } }
    }
}
