import HTTP

/// A file of `Public/`, and the version of all files (`Assets.version`).
struct AssetParameters {
    let version: String
    let name: String
}

extension AssetParameters: RouteParameters {
    static let segmentCount = 2

    init?(_ target: MatchedTarget) {
        version = target[0]
        name = target.rest(from: 1)
    }

    func write<Sink: PathSink & ~Copyable>(segment number: Int, to sink: inout Sink) {
        sink.add(text: number == 0 ? version : name)
    }
}
