import CCurl
import HTTP

extension TransportError.Reason {
    /// Why libcurl ended a transfer with `code`.
    ///
    /// Whether the request was sent is not read from the code but known: a refused connection, too, can come after
    /// a first attempt on a connection that died.
    init(_ code: CURLcode, mayHaveBeenSent: Bool) {
        self =
            switch code {
            // The code for bytes that are not HTTP, too; those come after sending.
            case CURLE_UNSUPPORTED_PROTOCOL where !mayHaveBeenSent: .badURL
            case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED: .badURL
            case CURLE_OPERATION_TIMEDOUT where mayHaveBeenSent: .timedOut
            default: mayHaveBeenSent ? .connectionLost : .cannotConnect
            }
    }
}
