import CMicroHTTPD
import HTTP

/// Reads a form with libmicrohttpd's post processor while it arrives. Files in it are left out.
///
/// Used on the connection's thread only.
final class FormReader {
    private let maximumFields: Int
    private var processor: OpaquePointer?
    private var fields: [(name: String, bytes: [UInt8])] = []
    private var isBroken = false

    /// The post processor's buffer: the longest field name that it can read.
    private static let bufferBytes = 4_096

    init(_ connection: Connection, maximumFields: Int) {
        self.maximumFields = maximumFields
        processor = MHD_create_post_processor(
            connection.pointer, Self.bufferBytes,
            { context, _, name, filename, _, _, data, offset, size in
                guard let context, let name else { return .NO }
                let reader = Unmanaged<FormReader>.fromOpaque(context).takeUnretainedValue()
                guard filename == nil else { return .YES }
                return reader.take(name, data, size, continues: offset > 0) ? .YES : .NO
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { _ = destroy() }

    /// Takes a part of the body; `false` where it is no form, or has too many fields.
    func read(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let processor, !isBroken else { return false }
        let result = part.withMemoryRebound(to: CChar.self) {
            MHD_post_process(processor, $0.baseAddress, $0.count)
        }
        return result == .YES
    }

    /// The form, when all of it has arrived; `nil` where it broke off. Text that is not UTF-8 is mended with U+FFFD.
    func finish() -> Form? {
        guard destroy(), !isBroken else { return nil }
        return Form(fields.map { Form.Field(name: $0.name, value: String(decoding: $0.bytes, as: UTF8.self)) })
    }

    /// Ends the post processor, which hands over the last field here.
    private func destroy() -> Bool {
        guard let processor else { return true }
        self.processor = nil
        return MHD_destroy_post_processor(processor) == .YES
    }

    private func take(_ name: UnsafePointer<CChar>, _ data: UnsafePointer<CChar>?, _ size: Int, continues: Bool)
        -> Bool
    {
        let part = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size)
        if continues, let last = fields.indices.last {
            fields[last].bytes.append(contentsOf: part)
        } else {
            guard fields.count < maximumFields else {
                isBroken = true
                return false
            }
            fields.append((String(cString: name), Array(part)))
        }
        return true
    }
}
