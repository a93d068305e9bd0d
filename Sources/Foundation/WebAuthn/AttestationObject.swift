import CCBOR

/// The attestation object of a new credential (WebAuthn §6.5): a CBOR map of `fmt`, `attStmt` and `authData`.
struct AttestationObject {
    static let maximumBytes = 16_384

    let format: String
    /// The number of members of the attestation statement.
    let statementCount: Int
    let authenticatorData: [UInt8]

    /// Fails for anything else, including trailing bytes.
    init?(_ bytes: [UInt8]) {
        // libcbor allocates the declared length of an array, so lengths are checked first.
        guard bytes.count <= Self.maximumBytes, CBORStructure.isOneValue(bytes[...]) else { return nil }
        var result = cbor_load_result()
        guard var item = cbor_load(bytes, bytes.count, &result) else { return nil }
        defer { withUnsafeMutablePointer(to: &item) { pointer in Self.release(pointer) } }
        guard result.read == bytes.count, cbor_isa_map(item), let pairs = cbor_map_handle(item) else { return nil }
        var (format, statementCount, data): (String?, Int?, [UInt8]?)
        var keys: Set<String> = []
        for index in 0..<cbor_map_size(item) {
            let pair = pairs[index]
            guard let key = Self.text(pair.key), let value = pair.value, keys.insert(key).inserted else { return nil }
            switch key {
            case "fmt": format = Self.text(value)
            case "attStmt": statementCount = cbor_isa_map(value) ? cbor_map_size(value) : nil
            case "authData": data = Self.bytes(value)
            default: break
            }
        }
        guard let format, let statementCount, let data else { return nil }
        self.format = format
        self.statementCount = statementCount
        authenticatorData = data
    }

    private static func release(_ item: UnsafeMutablePointer<UnsafeMutablePointer<cbor_item_t>>) {
        var optional: UnsafeMutablePointer<cbor_item_t>? = item.pointee
        cbor_decref(&optional)
    }

    private static func text(_ item: UnsafeMutablePointer<cbor_item_t>?) -> String? {
        guard let item, cbor_isa_string(item), cbor_string_is_definite(item), let start = cbor_string_handle(item)
        else { return nil }
        return String(validating: UnsafeBufferPointer(start: start, count: cbor_string_length(item)), as: UTF8.self)
    }

    private static func bytes(_ item: UnsafeMutablePointer<cbor_item_t>) -> [UInt8]? {
        guard cbor_isa_bytestring(item), cbor_bytestring_is_definite(item), let start = cbor_bytestring_handle(item)
        else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: cbor_bytestring_length(item)))
    }
}
