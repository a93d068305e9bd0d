/// Which square of a picture is shown, as large as the picture allows.
public struct SquareCut: Sendable, Hashable {
    /// Where its middle should be, as a share of the width and the height; it lies within the picture in any case.
    public let x: Double
    public let y: Double
    /// How many times its side fits into the shorter side of the picture.
    public let zoom: Int

    public static let zooms = 1...4
    public static let middle = SquareCut(x: 0.5, y: 0.5)

    /// Values beyond what there is become the nearest.
    public init(x: Double, y: Double, zoom: Int = 1) {
        self.x = Self.share(x)
        self.y = Self.share(y)
        self.zoom = min(max(zoom, Self.zooms.lowerBound), Self.zooms.upperBound)
    }

    private static func share(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), 1) : 0.5 }
}
