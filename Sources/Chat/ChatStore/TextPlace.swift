/// Where the text of a message is kept: by conversation, and there in the order of the messages.
struct TextPlace: RawRepresentable, Hashable, Comparable {
    private static let positionBits = 32
    /// The number of positions in a block is 2 to the power of this.
    private static let blockBits = 6
    /// The number of positions in a block. One filter serves all texts of a block.
    static let positionsPerBlock: Int64 = 1 << blockBits

    /// The conversation's number, and in the lower 32 bits the message's position.
    let rawValue: Int64

    init(rawValue: Int64) { self.rawValue = rawValue }
    init(conversation: Int64, position: Int64) { rawValue = (conversation << Self.positionBits) | position }

    var conversation: Int64 { rawValue >> Self.positionBits }
    var position: Int64 { rawValue & ((1 << Self.positionBits) - 1) }

    /// The first place of the block.
    var block: TextPlace { TextPlace(rawValue: (rawValue >> Self.blockBits) << Self.blockBits) }
    /// The last place of the block.
    var endOfBlock: TextPlace { TextPlace(rawValue: block.rawValue + Self.positionsPerBlock - 1) }
    /// The first place of the block before, which may belong to another conversation.
    var blockBefore: TextPlace { TextPlace(rawValue: block.rawValue - Self.positionsPerBlock) }

    static func < (a: TextPlace, b: TextPlace) -> Bool { a.rawValue < b.rawValue }
}
