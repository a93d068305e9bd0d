import CZlib

/// A chunk of a PNG (PNG §5.3).
struct PNGChunk {
    let type: String
    /// With its length, type and checksum.
    let bytes: ArraySlice<UInt8>

    static let signatureBytes = 8
    /// Length, type and checksum.
    private static let frameBytes = 12

    var content: ArraySlice<UInt8> { bytes.dropFirst(8).dropLast(4) }

    /// Whether the checksum is that of type and content.
    var isWhole: Bool { bytes.suffix(4).elementsEqual(Self.checksum(bytes.dropFirst(4).dropLast(4))) }

    init(type: String, bytes: ArraySlice<UInt8>) {
        self.type = type
        self.bytes = bytes
    }

    /// A new chunk.
    init(_ type: String, _ content: [UInt8]) {
        let named = Array(type.utf8) + content
        self.init(type: type, bytes: (Self.bytes(content.count) + named + Self.checksum(named[...]))[...])
    }

    /// The chunks of a picture up to its end, behind which there may be anything.
    /// - Throws: `.broken`, where one is not complete.
    static func chunks(of picture: [UInt8]) throws(PictureFault) -> [PNGChunk] {
        var chunks: [PNGChunk] = []
        var position = signatureBytes
        while chunks.last?.type != "IEND" {
            guard position + frameBytes <= picture.count else { throw .broken(.png) }
            let end = position + frameBytes + number(picture[position..<position + 4])
            guard end <= picture.count else { throw .broken(.png) }
            let type = String(decoding: picture[position + 4..<position + 8], as: UTF8.self)
            chunks.append(PNGChunk(type: type, bytes: picture[position..<end]))
            position = end
        }
        return chunks
    }

    /// The picture with these chunks.
    static func picture(_ chunks: some Sequence<PNGChunk>) -> [UInt8] {
        chunks.reduce(into: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { $0 += $1.bytes }
    }

    /// An unsigned number, the first byte first (PNG §7.1).
    static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// Four bytes.
    static func bytes(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Self.bytes(bytes.withUnsafeBufferPointer { Int(crc32(0, $0.baseAddress, UInt32($0.count))) })
    }
}
