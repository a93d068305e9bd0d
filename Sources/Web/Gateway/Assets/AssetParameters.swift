import HTTP

/// A file, by the version of all of them.
struct AssetParameters: RouteParameters {
    static let segmentCount = 2

    let version: String
    let name: String

    init(version: String, name: String) {
        self.version = version
        self.name = name
    }

    init?(_ target: MatchedTarget) {
        version = target[0]
        name = target.rest(from: 1)
    }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) {
        sink.add(text: number == 0 ? version : name)
    }
}
