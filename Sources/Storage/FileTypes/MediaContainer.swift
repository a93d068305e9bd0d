import Chat

/// A container for video that may hold only sound. libmagic calls it video in either case.
enum MediaContainer {
    /// RFC 9559. An element is an id and a size of variable lengths (RFC 8794), and content.
    case webM
    /// ISO/IEC 14496-12. A box is a size, a type, and content.
    case mp4

    init?(_ type: FileType) {
        switch type.description {
        case "video/webm": self = .webM
        case "video/mp4": self = .mp4
        default: return nil
        }
    }

    /// The type of a file with sound alone.
    var sound: FileType { FileType(self == .webM ? "audio/webm" : "audio/mp4") ?? .unknown }

    /// The elements around the one that says what kind a track is, from outside to inside.
    var path: [UInt32] {
        switch self {
        // Segment, Tracks, TrackEntry.
        case .webM: [0x1853_8067, 0x1654_AE6B, 0xAE]
        // moov, trak, mdia.
        case .mp4: [0x6D6F_6F76, 0x7472_616B, 0x6D64_6961]
        }
    }

    /// The element that says it: TrackType; hdlr.
    var kind: UInt32 { self == .webM ? 0x83 : 0x6864_6C72 }
    /// Where in its content, and in how many bytes at most.
    var kindPlace: (offset: Int64, bytes: Int) { self == .webM ? (0, 8) : (8, 4) }
    /// The number that stands there for a track of video: 1; "vide".
    var video: UInt64 { self == .webM ? 1 : 0x7669_6465 }
    /// For a track of sound: 2; "soun".
    var audio: UInt64 { self == .webM ? 2 : 0x736F_756E }

    /// The longest head of an element, in bytes.
    static let maximumHead = 16

    /// The id of an element, how long its head is, and its content; the size is `nil` where the content goes on to the
    /// end of what is around it.
    typealias Head = (id: UInt32, bytes: Int, size: Int64?)

    /// The head at the beginning of `bytes`, if one stands there.
    func head(of bytes: ArraySlice<UInt8>) -> Head? { self == .webM ? Self.element(bytes) : Self.box(bytes) }

    private static func element(_ bytes: ArraySlice<UInt8>) -> Head? {
        guard let first = bytes.first else { return nil }
        let idBytes = first.leadingZeroBitCount + 1
        let rest = bytes.dropFirst(idBytes)
        guard idBytes <= 4, let second = rest.first else { return nil }
        let sizeBytes = second.leadingZeroBitCount + 1
        guard sizeBytes <= 8, rest.count >= sizeBytes else { return nil }
        // The first bit that is set tells the length. All others set: the size is not known.
        let values = UInt64(1) << (7 * UInt64(sizeBytes)) - 1
        let size = number(rest.prefix(sizeBytes)) & values
        return (
            UInt32(truncatingIfNeeded: number(bytes.prefix(idBytes))), idBytes + sizeBytes,
            size == values ? nil : Int64(size)
        )
    }

    private static func box(_ bytes: ArraySlice<UInt8>) -> Head? {
        guard bytes.count >= 8 else { return nil }
        let size = number(bytes.prefix(4))
        let id = UInt32(truncatingIfNeeded: number(bytes.dropFirst(4).prefix(4)))
        // 0: to the end. 1: the size follows in eight bytes.
        guard size != 0 else { return (id, 8, nil) }
        let head = size == 1 ? 16 : 8
        guard bytes.count >= head else { return nil }
        let whole = size == 1 ? number(bytes.dropFirst(8).prefix(8)) : size
        guard whole >= head else { return nil }
        return (id, head, Int64(clamping: whole) - Int64(head))
    }

    /// A number of at most eight bytes, the most significant one first.
    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
