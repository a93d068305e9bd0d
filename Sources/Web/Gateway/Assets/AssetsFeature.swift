import HTTP

/// The files of the site, which are the same for everybody.
struct AssetsFeature: Sendable {
    let assets: Assets

    func asset(_ visit: Visit, _ asset: AssetParameters) throws(Failure) -> Response {
        let response = assets.response(to: visit.request, version: asset.version, name: asset.name)
        guard let response else { throw .notFound }
        return response
    }

    func favicon() -> Response { .seeOther(assets.path("icon.svg").text) }
}
