/// The blocks of a GIF (GIF89a), read without decoding a frame.
struct GIFBlocks {
    private static let (image, separator, trailer): (UInt8, UInt8, UInt8) = (0x2C, 0x21, 0x3B)
    private static let (plainText, control, application): (UInt8, UInt8, UInt8) = (0x01, 0xF9, 0xFF)
    private static let (signatureBytes, screenBytes, imageBytes) = (6, 7, 10)
    /// The flag of a table of colours, and the bits that say how many it has.
    private static let (hasColors, colorBits): (UInt8, UInt8) = (0x80, 0x07)

    private let bytes: [UInt8]
    private var position = 0
    private var kept: [UInt8] = []

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A picture without comments, texts, data of applications but for loops, and what was appended. What is missing at its
    /// end stays missing.
    static func stripped(_ bytes: [UInt8]) throws(PictureFault) -> [UInt8] {
        var blocks = Self(bytes)
        try blocks.strip()
        return blocks.kept + [trailer]
    }

    private mutating func strip() throws(PictureFault) {
        let screen = Self.signatureBytes + Self.screenBytes
        try keep(screen)
        try keepColors(bytes[Self.signatureBytes + 4])
        // How the next frame is shown; a text that follows it takes it away.
        var control: Range<Int>?
        while position < bytes.count, bytes[position] != Self.trailer {
            switch bytes[position] {
            case Self.image:
                if let control { kept += bytes[control] }
                control = nil
                try keepImage()
            case Self.separator:
                let block = try extensionBlock()
                switch bytes[block.lowerBound + 1] {
                case Self.control: control = block
                case Self.plainText: control = nil
                case Self.application where Self.isLoop(bytes[block]): kept += bytes[block]
                default: break
                }
            default: throw .broken(.gif)
            }
        }
    }

    private mutating func keep(_ count: Int) throws(PictureFault) {
        guard position + count <= bytes.count else { throw .broken(.gif) }
        kept += bytes[position..<position + count]
        position += count
    }

    private mutating func keepColors(_ flags: UInt8) throws(PictureFault) {
        if flags & Self.hasColors != 0 { try keep(3 << (Int(flags & Self.colorBits) + 1)) }
    }

    private mutating func keepImage() throws(PictureFault) {
        try keep(Self.imageBytes)
        try keepColors(bytes[position - 1])
        // The first byte is the size of codes.
        let end = try endOfParts(position + 1)
        kept += bytes[position..<end]
        position = end
    }

    /// The place of an extension, with its label and its parts; they are passed over.
    private mutating func extensionBlock() throws(PictureFault) -> Range<Int> {
        let start = position
        position = try endOfParts(start + 2)
        return start..<position
    }

    /// Where parts end that begin at `start`: each with its length before it, the last one empty.
    private func endOfParts(_ start: Int) throws(PictureFault) -> Int {
        var place = start
        while place < bytes.count, bytes[place] != 0 { place += 1 + Int(bytes[place]) }
        guard place < bytes.count else { throw .broken(.gif) }
        return place + 1
    }

    /// Whether an extension says how often the animation is repeated, and nothing else.
    private static func isLoop(_ block: ArraySlice<UInt8>) -> Bool {
        let content = block.dropFirst(2)
        guard content.count == 17 else { return false }
        let name = content.dropFirst().prefix(11)
        return content.first == 11 && ["NETSCAPE2.0", "ANIMEXTS1.0"].contains { name.elementsEqual($0.utf8) }
            && content.dropFirst(12).starts(with: [3, 1])
    }
}
