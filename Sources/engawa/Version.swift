/// The version of this program, as `CHANGELOG.md` describes it (https://semver.org).
enum Version {
    /// The version without the commit. This is its only place; `make release` sets it.
    static let number = "0.2.0"

    /// With the commit that the program was built of, if the build knew it: `0.2.0+1a2b3c4d5e6f`; with `.modified` where
    /// files differed from the commit.
    static let current = BuildCommit.commit.map { "\(number)+\($0)" } ?? number
}

/// The commit that the program was built of.
enum BuildCommit: BuildCommitDefault {}

/// `Release/build.sh` adds a member `commit` to `BuildCommit` during a build; it takes precedence over this one.
protocol BuildCommitDefault {}

extension BuildCommitDefault {
    static var commit: String? { nil }
}
