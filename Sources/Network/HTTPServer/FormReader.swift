import CMicroHTTPD
import HTTP

/// What becomes of the files of a form.
enum FileDestination {
    /// They are left out.
    case none
    case upload(Upload)
    /// They are left out, and that is told.
    case refused(UploadRefusal)
}

/// Reads a form with libmicrohttpd's post processor while it arrives. Files in it go to an upload, or are left out: all of
/// them from the moment on at which one is refused.
///
/// Used on the connection's thread only.
final class FormReader {
    private let maximumFields: Int
    private let maximumText: Int
    private var files: FileDestination
    private let isMultipart: Bool
    private var processor: OpaquePointer?
    private var fields: [(name: String, bytes: [UInt8])] = []
    private var textBytes = 0
    private var fault: Incoming.Fault?
    /// Why its files are left out; `nil` where it has none.
    private(set) var refusal: UploadRefusal?
    /// Whether it has files that are left out.
    private(set) var hasOmittedFiles = false

    /// The post processor's buffer: the longest field name that it can read.
    private static let bufferBytes = 4_096
    /// The same for a form with files, of which it hands over so much at once.
    private static let fileBufferBytes = 32_768

    /// - Parameters:
    ///   - maximumText: the most bytes of all fields that are not files.
    init(
        _ connection: Connection, isMultipart: Bool, maximumFields: Int, maximumText: ByteCount, files: FileDestination
    ) {
        self.isMultipart = isMultipart
        self.maximumFields = maximumFields
        self.maximumText = maximumText.bytes
        self.files = files
        let takesFiles = if case .upload = files { true } else { false }
        processor = MHD_create_post_processor(
            connection.pointer, takesFiles ? Self.fileBufferBytes : Self.bufferBytes,
            { context, _, name, filename, _, _, data, offset, size in
                guard let context, let name else { return .NO }
                let reader = Unmanaged<FormReader>.fromOpaque(context).takeUnretainedValue()
                let part = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size)
                return reader.take(name, filename, part, at: offset) ? .YES : .NO
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { _ = destroy() }

    /// Takes a part of the body; throws where it is no form, or holds too much.
    func read(_ part: UnsafeBufferPointer<UInt8>) throws(Incoming.Fault) {
        if let fault { throw fault }
        guard let processor else { throw .badForm }
        let result = part.withMemoryRebound(to: CChar.self) {
            MHD_post_process(processor, $0.baseAddress, $0.count)
        }
        guard result == .YES else { throw fault ?? .badForm }
    }

    /// The form, when all of it has arrived. Text that is not UTF-8 is mended with U+FFFD.
    func finish() throws(Incoming.Fault) -> (form: Form, files: [ReceivedFile]) {
        let isWhole = destroy()
        if let fault { throw fault }
        guard isWhole else { throw .badForm }
        let form = Form(fields.map { Form.Field(name: $0.name, value: String(decoding: $0.bytes, as: UTF8.self)) })
        return (form, finishFiles())
    }

    /// Ends the post processor, which hands over the last field here.
    private func destroy() -> Bool {
        guard let processor else { return true }
        self.processor = nil
        return MHD_destroy_post_processor(processor) == .YES
    }

    private func take(
        _ name: UnsafePointer<CChar>, _ filename: UnsafePointer<CChar>?, _ part: UnsafeRawBufferPointer,
        at offset: UInt64
    ) -> Bool {
        if let filename {
            takeFile(String(cString: name), String(cString: filename), part, at: offset)
            return true
        }
        do throws(Incoming.Fault) {
            try takeText(name, part, at: offset)
            return true
        } catch {
            fault = error
            return false
        }
    }

    private func takeFile(_ field: String, _ name: String, _ part: UnsafeRawBufferPointer, at offset: UInt64) {
        switch files {
        // A form without files has an empty part for them.
        case .none: if !name.isEmpty || !part.isEmpty { hasOmittedFiles = true }
        case .refused(let refusal): if !name.isEmpty || !part.isEmpty { refuse(refusal) }
        case .upload(let upload):
            do throws(UploadRefusal) {
                try upload.take(field: field, name: name, part, at: offset)
            } catch {
                refuse(error)
            }
        }
    }

    private func finishFiles() -> [ReceivedFile] {
        guard case .upload(let upload) = files else { return [] }
        do throws(UploadRefusal) {
            return try upload.finish()
        } catch {
            refuse(error)
            return []
        }
    }

    /// Takes no file any more; those that have arrived are deleted.
    private func refuse(_ refusal: UploadRefusal) {
        self.refusal = refusal
        hasOmittedFiles = true
        files = .none
    }

    private func takeText(
        _ name: UnsafePointer<CChar>, _ part: UnsafeRawBufferPointer, at offset: UInt64
    ) throws(Incoming.Fault) {
        textBytes += part.count
        guard textBytes <= maximumText else { throw .bodyTooLarge }
        if let last = fields.indices.last, offset > 0 || isContinued(fields[last], name) {
            fields[last].bytes.append(contentsOf: part)
        } else {
            guard fields.count < maximumFields else { throw .badForm }
            fields.append((String(cString: name), Array(part)))
        }
    }

    /// libmicrohttpd 0.9.75 hands over an empty part first where no more than four bytes of a value have arrived, and
    /// then the value from its beginning.
    private func isContinued(_ field: (name: String, bytes: [UInt8]), _ name: UnsafePointer<CChar>) -> Bool {
        isMultipart && field.bytes.isEmpty && field.name == String(cString: name)
    }
}
