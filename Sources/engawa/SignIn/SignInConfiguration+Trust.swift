import Accounts
import HTTPClient

extension SignInConfiguration {
    /// Which servers of a method are trusted: by the system's authorities and, where a file is given, by those in it.
    static func trust(
        _ id: SignInMethodID, _ settings: MethodSettings
    ) throws(ConfigurationError) -> ServerTrust {
        let files = TrustFiles(
            authorities: settings.text(.ca, of: id), pins: try settings.value(.pin, of: id, KeyPin.list) ?? [])
        let authorities = try files.readAuthorities { path, reason in
            MethodSetting.ca.form.refusal(of: "\"\(path)\"", from: MethodSettings.flag(.ca, id), because: reason)
        }
        return ServerTrust(authorities.map { .systemAnd($0) } ?? .system, pins: files.pins)
    }
}
