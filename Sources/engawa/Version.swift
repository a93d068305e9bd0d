/// The version of this program, as `CHANGELOG.md` describes it (https://semver.org).
enum Version {
    static let current = "0.2.0"
}
