// Sends messages as a browser's form does, over several connections at once, and records those that were accepted.
//
//     send PORT PATH COOKIE CONNECTIONS SECONDS MESSAGES PREFIX ACCEPTED RATE
//
// It runs for SECONDS, or until MESSAGES were sent; RATE is how many a second at most, 0 for as many as are answered. Each message is PREFIX with a number; the accepted ones are written
// to the file ACCEPTED, one a line. The measurements are printed as one JSON object.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { most_connections = 256, most_messages = 10000000 };

struct connection {
    int socket;
    long number;
    double sent_at;
    char answer[8192];
    int length;
};

static struct connection connections[most_connections];
static const char *path, *cookie, *prefix;
static int port;
static long next_number, accepted, refused;
static float *latencies;
static FILE *accepted_file;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static int compare(const void *left, const void *right) {
    float l = *(const float *)left, r = *(const float *)right;
    return (l > r) - (l < r);
}

static void ask(struct connection *connection) {
    char body[512], request[4096];
    connection->number = next_number++;
    connection->length = 0;
    int length = snprintf(body, sizeof body, "text=%s%ld", prefix, connection->number);
    int size = snprintf(
        request, sizeof request,
        "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nSec-Fetch-Site: same-origin\r\n"
        "Cookie: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s",
        path, port, port, cookie, length, body);
    connection->sent_at = now();
    if (send(connection->socket, request, size, MSG_NOSIGNAL) != size) {
        perror("send");
        exit(1);
    }
}

// Whether the response is complete: a head, and a body of the announced length.
static int is_whole(struct connection *connection) {
    connection->answer[connection->length] = 0;
    char *end = strstr(connection->answer, "\r\n\r\n");
    if (!end) return 0;
    char *field = strcasestr(connection->answer, "\r\ncontent-length:");
    long body = field && field < end ? atol(field + 17) : 0;
    return connection->length >= end + 4 - connection->answer + body;
}

int main(int argc, char **argv) {
    if (argc != 10) return fputs("see the first lines of send.c\n", stderr), 64;
    port = atoi(argv[1]), path = argv[2], cookie = argv[3],
    prefix = argv[7];
    int count = atoi(argv[4]);
    long most = atol(argv[6]);
    accepted_file = fopen(argv[8], "w");
    latencies = malloc(most_messages * sizeof *latencies);
    if (count > most_connections || !accepted_file || !latencies) return 1;
    struct sockaddr_in server = { .sin_family = AF_INET, .sin_port = htons(port) };
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int poll_set = epoll_create1(EPOLL_CLOEXEC), yes = 1;
    for (int i = 0; i < count; i++) {
        int descriptor = connections[i].socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(descriptor, (struct sockaddr *)&server, sizeof server) < 0) return perror("connect"), 1;
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        struct epoll_event event = { .events = EPOLLIN, .data.u32 = i };
        epoll_ctl(poll_set, EPOLL_CTL_ADD, descriptor, &event);
    }
    double started = now(), deadline = started + atof(argv[5]) * 1e3, ended = started, rate = atof(argv[9]) / 1e3;
    struct connection *idle[most_connections];
    int idle_count = 0;
    for (int i = 0; i < count; i++) idle[idle_count++] = &connections[i];
    for (int open = count; open > 0;) {
        if (now() >= deadline || next_number >= most) {
            open -= idle_count;
            idle_count = 0;
            if (open == 0) break;
        }
        while (idle_count && next_number < most && (rate == 0 || next_number < (now() - started) * rate))
            ask(idle[--idle_count]);
        struct epoll_event events[most_connections];
        int ready = epoll_wait(poll_set, events, most_connections, idle_count ? 1 : 10000);
        if (ready == 0 && idle_count) continue;
        if (ready <= 0) return fputs("no answer within 10 s\n", stderr), 1;
        for (int i = 0; i < ready; i++) {
            struct connection *connection = &connections[events[i].data.u32];
            int space = sizeof connection->answer - 1 - connection->length;
            ssize_t size = recv(connection->socket, connection->answer + connection->length, space, 0);
            if (size <= 0) return fputs("the server closed a connection\n", stderr), 1;
            connection->length += size;
            if (!is_whole(connection)) {
                if (size == space) return fputs("an answer is too long\n", stderr), 1;
                continue;
            }
            ended = now();
            if (strncmp(connection->answer + 9, "303", 3) == 0) {
                if (accepted < most_messages) latencies[accepted] = ended - connection->sent_at;
                accepted++;
                fprintf(accepted_file, "%s%ld\n", prefix, connection->number);
            } else if (refused++ == 0) {
                fprintf(stderr, "a message was answered with %.3s\n", connection->answer + 9);
            }
            idle[idle_count++] = connection;
        }
    }
    fclose(accepted_file);
    qsort(latencies, accepted, sizeof *latencies, compare);
    printf(
        "{\"accepted\": %ld, \"refused\": %ld, \"seconds\": %.3f, \"per_second\": %.1f, \"p50_ms\": %.3f, "
        "\"p99_ms\": %.3f}\n",
        accepted, refused, (ended - started) / 1e3, accepted / (ended - started) * 1e3,
        accepted ? latencies[accepted / 2] : 0, accepted ? latencies[accepted * 99 / 100] : 0);
    return refused > 0;
}
