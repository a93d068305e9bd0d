/// Variables that look like settings of the program, and are none: mostly typos, which would leave a default in place.
enum UnknownVariable {
    /// - Throws: an error that names the first of them, and the setting that was probably meant.
    static func refuse(in environment: [String: String]) throws(ConfigurationError) {
        let known = Setting.allCases.map(\.variable)
        for (variable, text) in environment.sorted(by: { $0.key < $1.key }) where !text.isEmpty {
            guard variable.hasPrefix(Setting.variablePrefix), !known.contains(variable),
                !variable.hasPrefix(MethodSetting.variablePrefix), !isOfOrchestrator(variable)
            else { continue }
            let nearest = known.min { distance($0, variable) < distance($1, variable) }
            let isNear = nearest.map { distance($0, variable) <= maximumDistance } ?? false
            let hint = isNear ? "did you mean \(nearest ?? "")?" : "`engawa --help` lists what is"
            throw ConfigurationError("\(variable) is not known; \(hint)")
        }
    }

    /// How many letters may differ from the setting that is proposed.
    private static let maximumDistance = 4

    /// Kubernetes and container links set such variables for a service or container named "engawa"
    /// (https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables).
    private static func isOfOrchestrator(_ variable: String) -> Bool {
        let name = variable.dropFirst(Setting.variablePrefix.count)
        return ["SERVICE_HOST", "SERVICE_PORT", "PORT", "NAME"].contains(name)
            || ["SERVICE_PORT_", "PORT_", "ENV_"].contains { name.hasPrefix($0) }
    }

    /// How many letters have to be inserted, removed or replaced to make one text of the other (Levenshtein).
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        var row = Array(0...other.count)
        for (i, byte) in one.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, otherByte) in other.enumerated() {
                let replaced = diagonal + (byte == otherByte ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[other.count]
    }
}
