import CCBOR

@testable import WebAuthn

/// What the check of the structure takes for one value is one for libcbor, too.
enum CBORProperty {
    static func check(_ input: [UInt8]) throws(Violation) {
        _ = AttestationObject(input)
        guard let first = CBORStructure.firstValue(of: input[...]) else {
            return try require(!CBORStructure.isOneValue(input[...]), "one value, and no first one")
        }
        try require(CBORStructure.isOneValue(first), "the first value is not one value")
        let bytes = Array(first)
        var result = cbor_load_result()
        // It refuses text that is not UTF-8, which the check leaves to it.
        guard var item = cbor_load(bytes, bytes.count, &result) else { return }
        defer { withUnsafeMutablePointer(to: &item) { release($0) } }
        try require(result.read == bytes.count, "libcbor reads \(result.read) of \(bytes.count) bytes")
    }

    private static func release(_ item: UnsafeMutablePointer<UnsafeMutablePointer<cbor_item_t>>) {
        var optional: UnsafeMutablePointer<cbor_item_t>? = item.pointee
        cbor_decref(&optional)
    }
}
