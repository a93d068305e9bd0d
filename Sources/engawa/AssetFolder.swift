import FoundationEssentials
import Gateway

/// Finds `Public/`: at the configured path, beside the program, in `../share/engawa`, or in the current folder.
enum AssetFolder {
    /// A file that only this program's folder has.
    private static let mark = "engawa.webmanifest"

    /// - Throws: an error that names the folder and what is wrong with it.
    static func load(_ named: String?) throws -> Assets {
        let folder = try find(named)
        guard FileManager.default.fileExists(atPath: "\(folder)/\(mark)") else {
            throw Setting.assets.refusal(of: folder, because: "it has no \(mark)")
        }
        do { return try Assets(directory: folder) } catch let error as Assets.LoadingError {
            throw Setting.assets.refusal(of: folder, because: error.description)
        }
    }

    private static func find(_ named: String?) throws(ConfigurationError) -> String {
        let candidates =
            named.map { [$0] }
            ?? programFolder.map { ["\($0)/Public", "\($0)/../share/engawa/Public", "Public"] } ?? ["Public"]
        guard let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw Setting.assets.refusal(
                of: candidates.joined(separator: ", "), because: "there is no such folder")
        }
        return found
    }

    private static var programFolder: String? {
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            let slash = program.lastIndex(of: "/")
        else { return nil }
        return String(program[..<slash])
    }
}
