/// Why a server could not start.
public enum ServerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The address can't be listened on, with the system's reason.
    case cannotListen(ListenAddress, String)
    /// What systemd passed is no socket to listen on.
    case unusablePassedSocket(String)
    /// The folder for the files that arrive can't be used, with the system's reason.
    case unusableUploadFolder(String, String)
    /// libmicrohttpd did not start, with what it logged; most often a certificate or key that it can't use.
    case cannotStart(String)

    public var description: String {
        switch self {
        case .cannotListen(let address, let reason): "cannot listen on \(address): \(reason)"
        case .unusablePassedSocket(let reason): "cannot listen on the socket that was passed (LISTEN_FDS): \(reason)"
        case .unusableUploadFolder(let folder, let reason): "cannot write to the folder \(folder): \(reason)"
        case .cannotStart(let reason): "cannot start the server: \(reason)"
        }
    }
}
