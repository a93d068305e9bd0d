/// The animation in a PNG (PNG, third edition, §4.9 and §11.3.2).
///
/// libpng knows nothing of it, and browsers show the still picture where something is wrong with it. So it counts only if
/// all is as it should be and each frame can be decoded; otherwise the picture is a still one.
struct PNGAnimation {
    /// Its chunks, which are kept beside those of the still picture.
    static let chunks: Set = ["acTL", "fcTL", "fdAT"]

    private(set) var frames = 0

    private let canvas: (width: Int, height: Int)
    private let limits: PictureLimits
    /// The chunks before the pixels, without the header, that a frame needs to be decoded, and the rest of the header.
    private let palette: [PNGChunk]
    private let headerEnd: ArraySlice<UInt8>
    /// How many frames it says that it has.
    private var announced: Int?
    private var sequence = 0
    private var pixels = 0
    private var hasData = false
    /// The frame whose data follows.
    private var frame: Frame?

    private struct Frame {
        let width: Int
        let height: Int
        /// Whether the still picture is its data.
        let isStill: Bool
        var data: [UInt8] = []
    }

    /// - Parameter chunks: of the whole picture, whose still one has been decoded.
    /// - Returns: `nil` where there is no animation, or no valid one.
    /// - Throws: `.tooLarge`
    init?(_ chunks: [PNGChunk], _ limits: PictureLimits) throws(PictureFault) {
        guard let header = chunks.first, header.type == "IHDR", chunks.contains(where: { $0.type == "acTL" }) else {
            return nil
        }
        canvas = (PNGChunk.number(header.content.prefix(4)), PNGChunk.number(header.content.dropFirst(4).prefix(4)))
        headerEnd = header.content.dropFirst(8)
        palette = chunks.filter { $0.type == "PLTE" || $0.type == "tRNS" }
        self.limits = limits
        for chunk in chunks { guard try take(chunk) else { return nil } }
        guard try endFrame(), announced == frames, frames > 0 else { return nil }
    }

    /// - Returns: whether it is as it should be there.
    private mutating func take(_ chunk: PNGChunk) throws(PictureFault) -> Bool {
        let content = chunk.content
        switch chunk.type {
        case "acTL":
            guard announced == nil, !hasData, content.count == 8, chunk.isWhole else { return false }
            announced = PNGChunk.number(content.prefix(4))
        case "fcTL":
            guard announced != nil, content.count == 26, chunk.isWhole, takeNumber(content) else { return false }
            guard try endFrame() else { return false }
            return try beginFrame(content.dropFirst(4))
        case "IDAT":
            hasData = true
        case "fdAT":
            guard hasData, let isStill = frame?.isStill, !isStill, content.count > 4, chunk.isWhole,
                takeNumber(content)
            else { return false }
            frame?.data += content.dropFirst(4)
        default: break
        }
        return true
    }

    /// The chunks of an animation are numbered.
    private mutating func takeNumber(_ content: ArraySlice<UInt8>) -> Bool {
        defer { sequence += 1 }
        return PNGChunk.number(content.prefix(4)) == sequence
    }

    /// - Parameter control: width, height and place of the frame in pixels, its time, and how it is drawn.
    private mutating func beginFrame(_ control: ArraySlice<UInt8>) throws(PictureFault) -> Bool {
        let numbers = (0..<4).map { PNGChunk.number(control.dropFirst(4 * $0).prefix(4)) }
        let (width, height, x, y) = (numbers[0], numbers[1], numbers[2], numbers[3])
        let drawing = Array(control.suffix(2))
        guard width > 0, height > 0, x + width <= canvas.width, y + height <= canvas.height, drawing[0] <= 2,
            drawing[1] <= 1
        else { return false }
        // The still picture is the first frame if its control comes before it.
        guard hasData || (frames == 0 && (width, height) == canvas) else { return false }
        frames += 1
        pixels += width * height
        try limits.checkAnimation(pixels: pixels, frames: frames)
        frame = Frame(width: width, height: height, isStill: !hasData)
        return true
    }

    /// - Returns: whether the frame before can be decoded, if there is one.
    private mutating func endFrame() throws(PictureFault) -> Bool {
        guard let frame else { return true }
        self.frame = nil
        guard !frame.isStill else { return hasData }
        let header = PNGChunk("IHDR", PNGChunk.bytes(frame.width) + PNGChunk.bytes(frame.height) + headerEnd)
        let picture = PNGChunk.picture([header] + palette + [PNGChunk("IDAT", frame.data), PNGChunk("IEND", [])])
        do throws(PictureFault) { _ = try PNGDecoder.decode(picture, limits) } catch {
            if case .tooManyPixels = error { throw error }
            return false
        }
        return true
    }
}
