import PostgreSQL
import S3

/// An invalid command line or environment; the description names the setting.
struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A value that was set, with the flag or variable that set it.
struct SettingValue {
    let text: String
    let source: String
    var isSecret = false

    /// - Throws: an error that names the flag or variable, the value unless it is a secret, and what is allowed.
    func parsed<Value>(as form: ValueForm, _ parse: (String) -> Value?) throws(ConfigurationError) -> Value {
        guard let value = parse(text) else {
            throw form.refusal(of: isSecret ? "the value" : "\"\(text)\"", from: source)
        }
        return value
    }
}

/// The values that were set.
struct Settings {
    private var values: [Setting: SettingValue] = [:]
    /// Settings of single sign-in methods.
    private(set) var methods: MethodSettings
    /// The id and the secret of an access key for a store of files, as the environment has them.
    private let accessKey: (id: String?, secret: String?)

    /// - Parameters:
    ///   - arguments: those after the command.
    ///   - environment: of the process; an empty variable counts as not set.
    init(arguments: some Sequence<String>, environment: [String: String]) throws(ConfigurationError) {
        methods = MethodSettings(environment: environment)
        accessKey = (environment[AccessKeyVariable.id], environment[AccessKeyVariable.secret])
        try UnknownVariable.refuse(in: environment)
        for setting in Setting.allCases {
            if let text = environment[setting.variable], !text.isEmpty {
                values[setting] = SettingValue(text: text, source: setting.variable, isSecret: setting.isHidden)
            }
        }
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let flag = String(parts[0])
            let setting = Setting.allCases.first { $0.flag == flag }
            guard setting != nil || flag.hasPrefix(MethodSetting.flagPrefix) else {
                throw ConfigurationError("\(flag) is not known; `engawa --help` lists what is")
            }
            if let setting, setting.isSecret {
                throw ConfigurationError("\(flag): a secret is not for a flag; use \(setting.variable)")
            }
            guard let text = parts.count == 2 ? String(parts[1]) : arguments.next(), !text.isEmpty else {
                let named = MethodSetting.named(inFlag: flag)
                let form = setting?.form ?? named.map { $0.isFile ? $0.setting.fileForm : $0.setting.form }
                throw ConfigurationError("\(flag) needs a value\(form.map { ": \($0.help(for: flag))" } ?? "")")
            }
            if setting?.mayHoldPassword == true, ServerAddress(text)?.hasPassword == true {
                let setting = Setting.store
                throw ConfigurationError(
                    "\(flag): a password is not for a flag; use \(setting.variable), \(Setting.storeFile.flag) or PGPASSFILE"
                )
            }
            let value = SettingValue(text: text, source: flag, isSecret: setting?.isHidden == true)
            if let setting { values[setting] = value } else { methods.take(value) }
        }
    }

    func text(_ setting: Setting) -> String? { values[setting]?.text }

    /// The value of `setting`, parsed; `nil` if it is not set.
    func value<Value>(_ setting: Setting, _ parse: (String) -> Value?) throws(ConfigurationError) -> Value? {
        try values[setting]?.parsed(as: setting.form, parse)
    }

    /// The access key of the environment; `nil` where there is none.
    func keyOfEnvironment() throws(ConfigurationError) -> S3Key? {
        switch (accessKey.id ?? "", accessKey.secret ?? "") {
        case ("", ""): return nil
        case (let id, let secret):
            guard let key = S3Key(id: id, secret: secret) else {
                throw ConfigurationError(
                    "\(AccessKeyVariable.id) and \(AccessKeyVariable.secret) are not the id of an access key and its secret"
                )
            }
            return key
        }
    }

    /// The value of a setting whose form is a number.
    func number(_ setting: Setting) throws(ConfigurationError) -> Int? {
        guard let range = setting.form.range else { preconditionFailure("\(setting.flag) is no number") }
        return try value(setting) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// The value of a setting whose form is a choice among the cases of a type.
    func choice<Value: RawRepresentable<String>>(_ setting: Setting) throws(ConfigurationError) -> Value? {
        try value(setting) { Value(rawValue: $0) }
    }

    func isOn(_ setting: Setting) throws(ConfigurationError) -> Bool? { try value(setting, ValueForm.isOn) }
}
