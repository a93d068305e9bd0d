import Accounts
import Cryptography
import FoundationEssentials

/// The settings of sign-in methods: from flags, else from environment variables.
struct MethodSettings {
    /// By the part after the prefix: `corp-client-id`.
    private var values: [String: SettingValue] = [:]

    init(environment: [String: String]) {
        for (variable, text) in environment where variable.hasPrefix(MethodSetting.variablePrefix) && !text.isEmpty {
            let rest = variable.dropFirst(MethodSetting.variablePrefix.count)
            values[rest.lowercased().replacing("_", with: "-")] = SettingValue(text: text, source: variable)
        }
    }

    /// Stores a flag with the prefix.
    mutating func take(_ value: SettingValue) {
        values[String(value.source.dropFirst(MethodSetting.flagPrefix.count))] = value
    }

    /// Throws for settings of none of `methods`, which are typos.
    func checkNames(_ methods: [SignInMethodID]) throws(ConfigurationError) {
        let known = Set(
            methods.flatMap { method in
                MethodSetting.allCases.flatMap { setting in
                    ["\(method)-\(setting.rawValue)"]
                        + (setting.isSecret ? ["\(method)-\(setting.rawValue)\(MethodSetting.fileEnding)"] : [])
                }
            })
        for (name, value) in values.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
            throw ConfigurationError(
                """
                \(value.source) is not a setting of a sign-in method in \(Setting.signIn.flag) \
                (\(methods.map(\.description).joined(separator: ", "))); `engawa help serve` lists them
                """)
        }
    }

    /// Whether any setting of a method is given.
    func hasAny(of method: SignInMethodID) -> Bool {
        MethodSetting.allCases.contains { values["\(method)-\($0.rawValue)"] != nil }
            || MethodSetting.allCases.contains { values["\(method)-\($0.rawValue)\(MethodSetting.fileEnding)"] != nil }
    }

    func text(_ setting: MethodSetting, of method: SignInMethodID) -> String? {
        values["\(method)-\(setting.rawValue)"]?.text
    }

    func required(_ setting: MethodSetting, of method: SignInMethodID) throws(ConfigurationError) -> String {
        guard let text = text(setting, of: method) else { throw Self.missing(setting, method) }
        return text
    }

    /// The value of `setting`, parsed; `nil` if it is not set.
    func value<Value>(
        _ setting: MethodSetting, of method: SignInMethodID, _ parse: (String) -> Value?
    ) throws(ConfigurationError) -> Value? {
        try values["\(method)-\(setting.rawValue)"]?.parsed(as: setting.form, parse)
    }

    /// A secret: from a variable or a file.
    func secret(_ setting: MethodSetting, of method: SignInMethodID) throws(ConfigurationError) -> Secret? {
        let name = "\(method)-\(setting.rawValue)"
        if let value = values[name] {
            guard !value.source.hasPrefix("--") else {
                throw ConfigurationError(
                    "\(value.source): a secret is not for a flag; use a variable, or \(value.source)-file")
            }
            return Secret(value.text)
        }
        guard let file = values[name + MethodSetting.fileEnding] else { return nil }
        guard let text = try? String(contentsOfFile: file.text, encoding: .utf8) else {
            throw refusal(of: setting, method, because: "it can't be read")
        }
        let secret = text.drop { $0.isWhitespace }
        guard let end = secret.lastIndex(where: { !$0.isWhitespace }) else {
            throw refusal(of: setting, method, because: "it is empty")
        }
        return Secret(String(secret[...end]))
    }

    func requiredSecret(_ setting: MethodSetting, of method: SignInMethodID) throws(ConfigurationError) -> Secret {
        if let secret = try secret(setting, of: method) { return secret }
        throw Self.missing(setting, method)
    }

    /// The error for a secret that can't be used. It names the variable or the file, and does not show the secret.
    func refusal(
        of setting: MethodSetting, _ method: SignInMethodID, because reason: String
    ) -> ConfigurationError {
        let name = "\(method)-\(setting.rawValue)"
        if let value = values[name] {
            return setting.form.refusal(of: "the value", from: value.source, because: reason)
        }
        let file = values[name + MethodSetting.fileEnding]
        return setting.fileForm.refusal(
            of: "\"\(file?.text ?? "")\"", from: file?.source ?? Self.flag(setting, method), because: reason)
    }

    /// The error for a setting without which the method can't be used.
    static func missing(_ setting: MethodSetting, _ method: SignInMethodID) -> ConfigurationError {
        let flag = flag(setting, method) + (setting.isSecret ? MethodSetting.fileEnding : "")
        let form = setting.isSecret ? setting.fileForm : setting.form
        return ConfigurationError(
            "\(flag) is needed for the sign-in method \"\(method)\" of \(Setting.signIn.flag): \(form.help(for: flag))")
    }

    static func flag(_ setting: MethodSetting, _ method: SignInMethodID) -> String {
        "\(MethodSetting.flagPrefix)\(method)-\(setting.rawValue)"
    }
}
