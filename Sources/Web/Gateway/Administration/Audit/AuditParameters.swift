import Accounts
import HTTP

/// A page of the audit log, as it is asked for: what was typed into the filter, and where the page begins.
struct AuditParameters: RouteParameters {
    static let segmentCount = 0
    static let (fromField, toField, personField, kindField) = ("from", "to", "person", "kind")
    private static let cursorField = "before"

    /// The first and the last day, as the browser sends them: `2026-11-25`. Empty for no limit.
    let from: String
    let to: String
    /// An alias or a User ID; empty for everybody.
    let person: String
    /// `nil` for all kinds.
    let kind: AuditEvent.Kind?
    /// The end of the page before; `nil` for the first page.
    let before: AuditCursor?

    init(
        from: String = "", to: String = "", person: String = "", kind: AuditEvent.Kind? = nil,
        before: AuditCursor? = nil
    ) {
        self.from = from
        self.to = to
        self.person = person
        self.kind = kind
        self.before = before
    }

    init?(_ target: MatchedTarget) { self.init(target.query) }

    /// Reads a query or a form. Fails for a kind or a cursor that nobody can choose.
    init?(_ fields: Query) {
        // The form sends an empty one for all kinds.
        let kind = fields[Self.kindField].flatMap { $0.isEmpty ? nil : $0 }
        guard let kind = Self.optional(kind, { AuditEvent.Kind(rawValue: $0) }),
            let before = Self.optional(fields[Self.cursorField], { AuditCursor($0) })
        else { return nil }
        self.init(
            from: fields[Self.fromField] ?? "", to: fields[Self.toField] ?? "",
            person: fields[Self.personField] ?? "", kind: kind, before: before)
    }

    /// What was typed and chosen, without the place in the list.
    var fields: [(name: String, value: String)] {
        let all = [
            (Self.fromField, from), (Self.toField, to), (Self.personField, person),
            (Self.kindField, kind?.rawValue ?? ""),
        ]
        return all.filter { !$0.1.isEmpty }
    }

    func older(than cursor: AuditCursor) -> AuditParameters {
        AuditParameters(from: from, to: to, person: person, kind: kind, before: cursor)
    }

    func writeQuery<Sink: PathSink & ~Copyable>(to sink: inout Sink) {
        let cursor = before.map { [(Self.cursorField, $0.description)] } ?? []
        for (index, field) in (fields + cursor).enumerated() {
            if index == 0 { sink.add("?") } else { sink.addAmpersand() }
            sink.add(text: "\(field.0)=")
            sink.add(text: PercentEncoding.encode(field.1))
        }
    }
}

extension Route<AuditParameters> {
    func callAsFunction() -> Path { self(AuditParameters()) }
}
