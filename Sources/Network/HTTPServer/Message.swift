import CMicroHTTPD
import Glibc
import HTTP

/// libmicrohttpd's response object.
struct Message: ~Copyable {
    private let pointer: OpaquePointer

    /// Keeps an array where it is, for as long as libmicrohttpd sends from it, and what is held meanwhile.
    private final class Body: Sendable {
        let bytes: [UInt8]
        let lease: Lease?

        init(_ bytes: [UInt8], _ lease: Lease?) {
            self.bytes = bytes
            self.lease = lease
        }
    }

    /// A response with a body that is sent from where it lies.
    ///
    /// The elements of an array don't move as long as the array is retained and not mutated: `Body` retains it in a
    /// `let`.
    init?(body: [UInt8], lease: Lease? = nil) {
        if body.isEmpty {
            guard let pointer = MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) else { return nil }
            self.pointer = pointer
            return
        }
        let start = body.withUnsafeBytes { UnsafeMutableRawPointer(mutating: $0.baseAddress) }
        let keeper = Unmanaged.passRetained(Body(body, lease))
        let pointer = MHD_create_response_from_buffer_with_free_callback_cls(
            body.count, start, { keeper in keeper.map { Unmanaged<Body>.fromOpaque($0).release() } },
            keeper.toOpaque())
        guard let pointer else {
            keeper.release()
            return nil
        }
        self.pointer = pointer
    }

    /// A response whose body is a part of a file, which libmicrohttpd sends with `sendfile`, or reads piece by piece over
    /// TLS.
    init?(_ file: OpenedFile) {
        let range = file.body.range
        let descriptor = file.release()
        guard
            let pointer = MHD_create_response_from_fd_at_offset64(
                UInt64(range.count), descriptor, UInt64(range.lowerBound))
        else {
            close(descriptor)
            return nil
        }
        self.pointer = pointer
    }

    /// A response whose body is asked for, piece by piece, until it says that it has ended.
    init?(_ context: UnsafeMutableRawPointer, _ reader: MHD_ContentReaderCallback) {
        let blockSize = StreamLimits.oldPart.bytes
        guard let pointer = MHD_create_response_from_callback(engawa_unknown_size, blockSize, reader, context, nil)
        else { return nil }
        self.pointer = pointer
    }

    deinit { MHD_destroy_response(pointer) }

    func add(_ fields: HeaderFields) {
        for field in fields.fields {
            // Not by implicit conversion, which makes an array of each string.
            field.name.canonical.withCString { name in
                _ = field.value.withCString { MHD_add_response_header(pointer, name, $0) }
            }
        }
    }

    /// Called inside the access handler only. libmicrohttpd then holds the response itself.
    func queue(on connection: Connection, _ status: Status) -> MHD_Result {
        MHD_queue_response(connection.pointer, UInt32(status.rawValue), pointer)
    }
}
