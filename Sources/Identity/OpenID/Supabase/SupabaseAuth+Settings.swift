public import Bytes
public import Cryptography
import HTTP
import JOSE

/// The column of settings of the table `users`: an object of which this site reads and writes one member.
extension SupabaseAuth {
    /// How often a change is tried where others change the same settings meanwhile.
    private static let settingsAttempts = 3
    /// Longer settings are no part of a URL: servers refuse long ones.
    private static let maximumCondition = ByteCount.kibibytes(4)
    /// Beyond it a double does not hold each whole number (2⁵³).
    private static let exactNumbers = 9_007_199_254_740_992.0

    /// Whether the table has a column of settings.
    public var hasSettings: Bool { columns[.settings] != nil }

    /// The member `name` of the settings of the person with `id`; `nil` if there is none.
    /// - Throws: as `row(of:_:)`.
    public func setting(_ name: String, of id: String, _ accessToken: Secret) async throws(ProviderError) -> JSON? {
        try await settings(of: id, accessToken)[name]
    }

    /// Sets the member `name` of the settings of the person with `id`. All other members stay as they are, also those
    /// that others change meanwhile.
    ///
    /// - Throws: `refused` where there is no such row, or where it may not be changed; `invalidAnswer` where the column
    ///   holds something else than an object.
    public func set(
        _ name: String, to value: JSON, of id: String, _ accessToken: Secret
    ) async throws(ProviderError) {
        for _ in 1...Self.settingsAttempts {
            let old = try await settings(of: id, accessToken)
            if old[name] == value { return }
            guard case .object(var members) = old.json else { throw wrongSettings }
            members[name] = value
            if try await replace(old, by: .object(members), of: id, accessToken) { return }
        }
        throw ProviderError(
            .refused(code: "unchanged", words: "the row was not changed"), during: .profile, at: provider)
    }

    private func settings(of id: String, _ accessToken: Secret) async throws(ProviderError) -> SupabaseSettings {
        guard let column = columns[.settings] else { throw wrongSettings }
        let query: Query = [columns.id: "eq.\(id)", "select": column]
        let answer = try await wire.send(
            rowRequest(.get, "\(table)?\(query.serialized)", accessToken), during: .profile)
        guard answer.status == .ok else { throw rowFailure(answer) }
        guard let rows = answer.json?.array else { throw nonsense }
        guard let row = rows.first else {
            throw ProviderError(.refused(code: "missing", words: "no row"), during: .profile, at: provider)
        }
        guard let settings = SupabaseSettings(row[column] ?? .null) else { throw wrongSettings }
        return settings
    }

    /// Replaces the settings where they are still `old`.
    /// - Returns: whether a row was changed.
    private func replace(
        _ old: SupabaseSettings, by new: JSON, of id: String, _ accessToken: Secret
    ) async throws(ProviderError) -> Bool {
        guard let column = columns[.settings] else { throw wrongSettings }
        let text = String(decoding: old.json.bytes, as: UTF8.self)
        let isShort = text.utf8.count <= Self.maximumCondition.bytes
        let condition = old.isNull ? "is.null" : isShort ? "eq.\(text)" : nil
        do throws(ProviderError) {
            return try await patch(column, to: new, of: id, where: condition, accessToken)
        } catch {
            // A column of the type `json` can't be compared (PostgreSQL's undefined_function).
            guard case .refused(code: "42883", _) = error.reason, condition != nil else { throw error }
            return try await patch(column, to: new, of: id, where: nil, accessToken)
        }
    }

    /// - Parameter condition: of the column, as PostgREST writes it; without one the numbers must be exact, because the
    ///   whole column is written.
    private func patch(
        _ column: String, to value: JSON, of id: String, where condition: String?, _ accessToken: Secret
    ) async throws(ProviderError) -> Bool {
        guard condition != nil || value.isExact(below: Self.exactNumbers) else { throw wrongSettings }
        var query: Query = [columns.id: "eq.\(id)", "select": columns.id]
        if let condition { query.append(column, condition) }
        var request = rowRequest(.patch, "\(table)?\(query.serialized)", accessToken)
        request.headers[.contentType] = "\(MediaType.json)"
        request.headers["Prefer"] = "return=representation"
        request.body = JSON.object([column: value]).bytes
        let answer = try await wire.send(request, during: .profile)
        guard answer.status == .ok else { throw rowFailure(answer) }
        guard let rows = answer.json?.array else { throw nonsense }
        return !rows.isEmpty
    }

    private var wrongSettings: ProviderError {
        ProviderError(.invalidAnswer("settings that can't be changed"), during: .profile, at: provider)
    }
}

/// What the column of settings holds: an object, or nothing yet.
private struct SupabaseSettings {
    let json: JSON
    let isNull: Bool

    init?(_ json: JSON) {
        isNull = json == .null
        guard isNull || json.object != nil else { return nil }
        self.json = isNull ? [:] : json
    }

    subscript(_ name: String) -> JSON? { json[name] }
}

extension JSON {
    /// Whether all numbers are below `limit`, so that none has changed by being read and written.
    fileprivate func isExact(below limit: Double) -> Bool {
        switch self {
        case .number(let number): number.magnitude < limit
        case .array(let values): values.allSatisfy { $0.isExact(below: limit) }
        case .object(let members): members.values.allSatisfy { $0.isExact(below: limit) }
        case .null, .bool, .string: true
        }
    }
}
