#pragma once

#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

// Variadic C functions do not come into Swift: each use of one has a wrapper here.

struct engawa_daemon_options {
    unsigned int connection_limit;
    unsigned int idle_timeout_seconds;
    size_t connection_memory_bytes;
    // Both NULL without TLS; PEM.
    const char *tls_certificate;
    const char *tls_key;
    void *context;
    MHD_AccessHandlerCallback access_handler;
    MHD_NotifyConnectionCallback connection_changed;
    MHD_RequestCompletedCallback request_completed;
    void *(*request_started)(void *context, const char *uri, struct MHD_Connection *connection);
    MHD_LogCallback log;
};

// RFC 8996: neither TLS 1.0 nor 1.1. RFC 9325 §4.1: no key exchange with static RSA, and AEAD ciphers only. The server's
// order counts.
#define ENGAWA_TLS_PRIORITIES \
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:" \
    "-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:%SERVER_PRECEDENCE"

static inline struct MHD_Daemon *engawa_start_daemon(const struct engawa_daemon_options *options) {
    // Connections come by MHD_add_connection; it has no thread, and works when MHD_run is called.
    unsigned int flags = MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    struct MHD_OptionItem tls[] = {
        { MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)options->tls_certificate },
        { MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)options->tls_key },
        { MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)ENGAWA_TLS_PRIORITIES },
        { MHD_OPTION_END, 0, NULL }
    };
    struct MHD_OptionItem none[] = { { MHD_OPTION_END, 0, NULL } };
    if (options->tls_certificate) {
        flags |= MHD_USE_TLS;
    }
    return MHD_start_daemon(
        flags, 0, NULL, NULL, options->access_handler, options->context,
        // The program ignores SIGPIPE (Server.init), so files are sent with sendfile.
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_EXTERNAL_LOGGER, options->log, options->context,
        MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, options->idle_timeout_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory_bytes,
        MHD_OPTION_NOTIFY_CONNECTION, options->connection_changed, options->context,
        MHD_OPTION_NOTIFY_COMPLETED, options->request_completed, options->context,
        MHD_OPTION_URI_LOG_CALLBACK, options->request_started, options->context,
        MHD_OPTION_ARRAY, options->tls_certificate ? tls : none,
        MHD_OPTION_END);
}

// accept4 is not among what Swift sees of the C library.
static inline int engawa_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

// Readable when MHD_run has something to do.
static inline int engawa_readiness(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

static inline const struct sockaddr *engawa_client_address(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

// The bytes of the request's head, its empty line included.
static inline size_t engawa_head_bytes(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

// What the program keeps at a connection.
static inline void *engawa_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

// Spares libmicrohttpd reading the query, which the program reads itself. Where the list of arguments overflows the
// connection's memory, libmicrohttpd 0.9.75 never completes the request. To be called in the URI callback only: the
// target then lies in the connection's read buffer, which libmicrohttpd itself changes next.
static inline void engawa_empty_query(const char *target) {
    char *query = strchr((char *)target, '?');
    if (query) {
        query[1] = '\0';
    }
}

static inline int engawa_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// The bytes that the peer of a TCP connection has acknowledged, and those received from it. The kernel's `struct tcp_info`
// is longer than the one of the C library, and both have the same name; the offsets are part of the kernel's interface
// (include/uapi/linux/tcp.h: tcpi_bytes_acked, tcpi_bytes_received).
static inline uint64_t engawa_transferred(int socket) {
    struct {
        unsigned char earlier[120];
        uint64_t bytes_acked;
        uint64_t bytes_received;
    } info = { { 0 }, 0, 0 };
    socklen_t length = sizeof info;
    const int tcp_info = 11;
    return getsockopt(socket, IPPROTO_TCP, tcp_info, &info, &length) == 0 ? info.bytes_acked + info.bytes_received : 0;
}

// Macros with casts do not come into Swift either.
static const ssize_t engawa_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t engawa_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;
static const uint64_t engawa_unknown_size = MHD_SIZE_UNKNOWN;
