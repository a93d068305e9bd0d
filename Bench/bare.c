// libmicrohttpd, configured as in Engawa, sending the same bytes from memory for each request: an upper bound for any page.
//
//     bare PORT THREADS HEADERS BODY
//
// HEADERS holds one header field a line.

#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct MHD_Response *response;

static enum MHD_Result answer(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **request_context) {
    (void)context, (void)url, (void)method, (void)version, (void)upload;
    static char seen;
    // Respond when the whole request has arrived, not at its head, so that the connection can be kept.
    if (*request_context == NULL) {
        *request_context = &seen;
        return MHD_YES;
    }
    *upload_size = 0;
    return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

static char *contents(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    *size = ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    if (fread(bytes, 1, *size, file) != *size) exit(1);
    bytes[*size] = 0;
    fclose(file);
    return bytes;
}

int main(int argc, char **argv) {
    if (argc != 5) return fputs("usage: bare PORT THREADS HEADERS BODY\n", stderr), 64;
    signal(SIGPIPE, SIG_IGN);
    size_t body_size, header_size;
    char *headers = contents(argv[3], &header_size), *body = contents(argv[4], &body_size);
    response = MHD_create_response_from_buffer(body_size, body, MHD_RESPMEM_PERSISTENT);
    for (char *line = strtok(headers, "\n"); line; line = strtok(NULL, "\n")) {
        char *value = strstr(line, ": ");
        if (!value) continue;
        *value = 0;
        MHD_add_response_header(response, line, value + 2);
    }
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])) };
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL, NULL, answer, NULL,
        MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_THREAD_POOL_SIZE, (unsigned)atoi(argv[2]),
        MHD_OPTION_CONNECTION_LIMIT, 12000u, MHD_OPTION_CONNECTION_TIMEOUT, 30u, MHD_OPTION_END);
    if (!daemon) return fputs("bare: cannot start\n", stderr), 1;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    int signal_number;
    sigwait(&signals, &signal_number);
    MHD_stop_daemon(daemon);
    return 0;
}
