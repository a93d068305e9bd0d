/// How much may be sent.
public struct FileLimits: Hashable, Sendable {
    /// The most bytes of one file; 0 where no files may be sent.
    public let bytesOfFile: Int64
    /// The most bytes that the files of one person have together.
    public let bytesOfPerson: Int64
    /// The most bytes that all files have together.
    public let bytesInAll: Int64

    /// The most files of one message.
    public static let filesOfMessage = 10
    /// How long a file that belongs to no message is kept.
    public static let unsentMemory = Duration.seconds(3_600)

    /// Whether files may be sent at all; those that were sent are read in any case.
    public var allowFiles: Bool { bytesOfFile > 0 }

    public init(
        bytesOfFile: Int64 = 100 << 20, bytesOfPerson: Int64 = 5 << 30, bytesInAll: Int64 = 100 << 30
    ) {
        self.bytesOfFile = bytesOfFile
        self.bytesOfPerson = bytesOfPerson
        self.bytesInAll = bytesInAll
    }
}

/// How much of what they may have the files of a person take.
public struct FileRoom: Hashable, Sendable {
    /// In bytes.
    public let taken: Int64
    /// In bytes (`FileLimits.bytesOfPerson`).
    public let limit: Int64

    public init(taken: Int64, limit: Int64) {
        self.taken = taken
        self.limit = limit
    }
}

/// What a file would exceed.
public enum FileQuota: Hashable, Sendable {
    /// What the files of its sender may have together (`FileLimits.bytesOfPerson`).
    case person
    /// What all files may have together (`FileLimits.bytesInAll`).
    case all
    /// The room of the disk that is kept for everything else than files.
    case disk
}

/// Why a file is not taken that was looked at for malicious software.
public enum FileRefusal: Hashable, Sendable {
    /// Something was found in it.
    case infected
    /// What looks at files is away, or could not look at this one.
    case notChecked
}
