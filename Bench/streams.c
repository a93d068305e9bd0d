// Opens many event streams at once, keeps them open, and measures how long a post takes to reach each of them.
//
//     streams PORT STREAMS PATH COOKIES PID POSTS POST_PATH POST_BODY SECONDS
//
// COOKIES is a file with one Cookie header a line, assigned to the streams in turn; the first one also posts.
// PID is the server's process, whose memory is read; @@ in POST_BODY is replaced by a mark for each post.
// The streams are kept open for SECONDS after the last post. The measurements are printed as one JSON object.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum {
    connecting_at_once = 1024,
    events_at_once = 1024,
    most_cookies = 16384,
    // Timeouts for opening all streams, and for a post to arrive.
    open_milliseconds = 60000,
    post_milliseconds = 10000,
    // The pause before the first post: after the streams have opened, the server sends presence events to all of them.
    rest_milliseconds = 4000,
    // The pause between posts: the receiving kernel treats segments that follow each other within the shortest RTO (200 ms)
    // as a bulk transfer, and acknowledges each by a timer 40 ms later, which would disturb the measurement.
    between_posts_milliseconds = 500,
    // The interval at which arrived events are read: on a machine shared with the server, a client that is woken for each
    // arrival takes twice the processor time, and the server pays for waking it.
    reading_nanoseconds = 300000,
};

// A stream is open once the first byte of its body has arrived.
enum state { unused, connecting, waiting_for_head, open_, failed };

struct stream {
    int socket;
    enum state state;
    // How many bytes of "\r\n\r\n", of the mark and of "\n\n" have been matched.
    uint8_t head_seen, mark_seen, end_seen;
    bool has_post;
};

static struct sockaddr_in server;
static int poll_set;
static struct stream *streams;
static int stream_count, opened, errors, received;
static char mark[32];
static double *latencies;
static double posted_at;
static long long bytes_read;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void die(const char *what) {
    perror(what);
    exit(1);
}

static int compare(const void *left, const void *right) {
    double l = *(const double *)left, r = *(const double *)right;
    return (l > r) - (l < r);
}

// By nearest rank; sorts the values.
static double quantile(double *values, int count, double q) {
    if (count == 0) return 0;
    qsort(values, count, sizeof *values, compare);
    int rank = (int)(q * count + 0.999999);
    return values[rank < 1 ? 0 : rank > count ? count - 1 : rank - 1];
}

static long resident_kilobytes(const char *pid) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%s/status", pid);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    long kilobytes = 0;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "VmRSS: %ld", &kilobytes) == 1) break;
    fclose(file);
    return kilobytes;
}

static void start(int index) {
    struct stream *stream = &streams[index];
    stream->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (stream->socket < 0) die("socket");
    stream->state = connecting;
    if (connect(stream->socket, (struct sockaddr *)&server, sizeof server) < 0 && errno != EINPROGRESS) die("connect");
    struct epoll_event event = { .events = EPOLLOUT, .data.u32 = index };
    if (epoll_ctl(poll_set, EPOLL_CTL_ADD, stream->socket, &event) < 0) die("epoll_ctl");
}

static void fail(struct stream *stream, const char *why) {
    if (errors++ == 0) fprintf(stderr, "first error: %s\n", why);
    stream->state = failed;
    close(stream->socket);
}

static void ask(int index, const char *path, const char *cookie) {
    struct stream *stream = &streams[index];
    char request[4096];
    int length = snprintf(
        request, sizeof request,
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: text/event-stream\r\nCookie: %s\r\n"
        "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130 Safari/537.36\r\n"
        "Accept-Encoding: gzip, deflate, br\r\nAccept-Language: en,ja;q=0.8\r\nCache-Control: no-cache\r\n"
        "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\n\r\n",
        path, ntohs(server.sin_port), cookie);
    if (send(stream->socket, request, length, MSG_NOSIGNAL) != length) return fail(stream, "the request was not sent");
    stream->state = waiting_for_head;
    // Edge-triggered: all available bytes are read after each notification.
    struct epoll_event event = { .events = EPOLLIN | EPOLLET, .data.u32 = index };
    epoll_ctl(poll_set, EPOLL_CTL_MOD, stream->socket, &event);
}

static void receive(struct stream *stream) {
    stream->has_post = true;
    latencies[received++] = now() - posted_at;
}

static void take(struct stream *stream, const char *bytes, ssize_t count) {
    ssize_t i = 0;
    if (stream->state == waiting_for_head) {
        static const char end[] = "\r\n\r\n";
        if (stream->head_seen == 0 && (count < 12 || memcmp(bytes + 9, "200", 3) != 0))
            return fail(stream, "the answer is not 200");
        for (; i < count && stream->head_seen < 4; i++)
            stream->head_seen = bytes[i] == end[stream->head_seen] ? stream->head_seen + 1 : bytes[i] == '\r';
        // The next byte is the first of the body.
        if (i == count) return;
        stream->state = open_;
        opened++;
    }
    if (stream->has_post || !mark[0]) return;
    // Usually the whole event arrives at once, with the mark at the same offset as in the previous stream.
    static ssize_t place;
    ssize_t length = strlen(mark);
    const char *found = NULL;
    if (!stream->mark_seen) {
        bool is_there = place >= i && place + length <= count && memcmp(bytes + place, mark, length) == 0;
        found = is_there ? bytes + place : memmem(bytes + i, count - i, mark, length);
    }
    if (found) {
        place = found - bytes;
        // The event ends with these bytes, unless more arrived with it.
        bool ends_here = bytes[count - 1] == '\n' && bytes[count - 2] == '\n';
        if (ends_here || memmem(found, bytes + count - found, "\n\n", 2)) return receive(stream);
    }
    for (; i < count && !stream->has_post; i++) {
        if (mark[stream->mark_seen] != 0) {
            // A mismatch can only restart at the mark's first byte.
            stream->mark_seen = bytes[i] == mark[stream->mark_seen] ? stream->mark_seen + 1 : bytes[i] == mark[0];
        } else {
            stream->end_seen = bytes[i] == '\n' ? stream->end_seen + 1 : 0;
            if (stream->end_seen == 2) receive(stream);
        }
    }
}

// Handles events until `deadline`, or until `*counter` has reached `goal`.
static void run(const int *counter, int goal, double deadline, const char *path, char **cookies, int cookie_count) {
    static struct epoll_event events[events_at_once];
    static char buffer[65536];
    while (*counter < goal) {
        double rest = deadline - now();
        if (rest <= 0) return;
        if (mark[0] && counter == &received) {
            struct timespec pause = { .tv_nsec = reading_nanoseconds };
            nanosleep(&pause, NULL);
        }
        int count = epoll_wait(poll_set, events, events_at_once, rest > 1000 ? 1000 : (int)rest + 1);
        for (int i = 0; i < count; i++) {
            struct stream *stream = &streams[events[i].data.u32];
            if (stream->state == failed) continue;
            if (stream->state == connecting) {
                int error = 0;
                socklen_t size = sizeof error;
                getsockopt(stream->socket, SOL_SOCKET, SO_ERROR, &error, &size);
                if (error) fail(stream, strerror(error));
                else ask(events[i].data.u32, path, cookies[events[i].data.u32 % cookie_count]);
                continue;
            }
            ssize_t length;
            do {
                length = recv(stream->socket, buffer, sizeof buffer, 0);
                if (length > 0) {
                    bytes_read += length;
                    take(stream, buffer, length);
                } else if (length == 0 || errno != EAGAIN) {
                    fail(stream, length == 0 ? "the server closed the stream" : strerror(errno));
                }
                // A short read: no more bytes are available.
            } while (length == sizeof buffer && stream->state != failed);
        }
    }
}

static int post_socket(void) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&server, sizeof server) < 0) die("connect to post");
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return descriptor;
}

static void post(int descriptor, const char *path, const char *template, const char *cookie) {
    char body[2048], request[8192];
    const char *place = strstr(template, "@@");
    int length = place
        ? snprintf(body, sizeof body, "%.*s%s%s", (int)(place - template), template, mark, place + 2)
        : snprintf(body, sizeof body, "%s", template);
    int size = snprintf(
        request, sizeof request,
        "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nSec-Fetch-Site: same-origin\r\n"
        "Cookie: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s",
        path, ntohs(server.sin_port), ntohs(server.sin_port), cookie, length, body);
    posted_at = now();
    if (send(descriptor, request, size, MSG_NOSIGNAL) != size) die("post");
}

// Reads the head of the response to a post, and any bytes that arrived with it.
static int status_of_post(int descriptor) {
    char buffer[65536];
    struct timeval limit = { .tv_sec = 5 };
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ssize_t length = recv(descriptor, buffer, sizeof buffer - 1, 0);
    return length > 12 ? atoi(buffer + 9) : 0;
}

int main(int argc, char **argv) {
    if (argc != 10) return fputs("see the first lines of streams.c\n", stderr), 64;
    server = (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])) };
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    stream_count = atoi(argv[2]);
    const char *path = argv[3], *pid = argv[5], *post_path = argv[7], *post_body = argv[8];
    int posts = atoi(argv[6]);
    double seconds = atof(argv[9]);

    static char *cookies[most_cookies];
    int cookie_count = 0;
    FILE *file = fopen(argv[4], "r");
    if (!file) die(argv[4]);
    char *line = NULL;
    size_t capacity = 0;
    while (cookie_count < most_cookies && getline(&line, &capacity, file) > 0) {
        line[strcspn(line, "\n")] = 0;
        cookies[cookie_count++] = strdup(line);
    }
    fclose(file);
    if (cookie_count == 0) return fputs("no cookie\n", stderr), 64;

    poll_set = epoll_create1(EPOLL_CLOEXEC);
    streams = calloc(stream_count, sizeof *streams);
    latencies = calloc(stream_count, sizeof *latencies);
    double *pooled = calloc((size_t)stream_count * (posts ? posts : 1), sizeof *pooled);
    double *last = calloc(posts ? posts : 1, sizeof *last);

    long memory_before = resident_kilobytes(pid);
    double started = now();
    for (int next = 0; opened + errors < stream_count && now() - started < open_milliseconds;) {
        while (next < stream_count && next - opened - errors < connecting_at_once) start(next++);
        int before = opened + errors;
        run(&opened, opened + 1, now() + 100, path, cookies, cookie_count);
        if (opened + errors == before && now() - started > open_milliseconds) break;
    }
    double open_time = now() - started;
    run(&errors, stream_count, now() + rest_milliseconds, path, cookies, cookie_count);
    long memory_open = resident_kilobytes(pid);

    int pooled_count = 0, whole_posts = 0, missed = 0, refused = 0;
    int poster = posts ? post_socket() : -1;
    for (int i = 0; i < posts; i++) {
        for (int j = 0; j < stream_count; j++)
            streams[j].mark_seen = streams[j].end_seen = 0, streams[j].has_post = false;
        received = 0;
        snprintf(mark, sizeof mark, "qz%07dz%dx", (int)(getpid() % 10000000), 1000 + i);
        post(poster, post_path, post_body, cookies[0]);
        run(&received, opened - errors, now() + post_milliseconds, path, cookies, cookie_count);
        int status = status_of_post(poster);
        if (status < 200 || status >= 400) {
            if (refused++ == 0) fprintf(stderr, "a post was answered with %d\n", status);
        }
        missed += opened - errors - received;
        memcpy(pooled + pooled_count, latencies, received * sizeof *latencies);
        pooled_count += received;
        if (received > 0 && received == opened - errors) {
            last[whole_posts] = 0;
            for (int j = 0; j < received; j++)
                if (latencies[j] > last[whole_posts]) last[whole_posts] = latencies[j];
            whole_posts++;
        }
        run(&errors, stream_count, now() + between_posts_milliseconds, path, cookies, cookie_count);
    }
    long memory_posted = resident_kilobytes(pid);
    if (seconds > 0) run(&errors, stream_count, now() + seconds * 1e3, path, cookies, cookie_count);

    printf(
        "{\"streams\": %d, \"opened\": %d, \"errors\": %d, \"open_ms\": %.1f, \"memory_before_kib\": %ld, "
        "\"memory_open_kib\": %ld, \"memory_posted_kib\": %ld, \"bytes_each\": %.0f, \"bytes_each_posted\": %.0f, "
        "\"posts\": %d, \"missed\": %d, \"refused\": %d, \"last_median_ms\": %.2f, \"last_p99_ms\": %.2f, "
        "\"watcher_median_ms\": %.2f, \"watcher_p99_ms\": %.2f, \"bytes_read\": %lld}\n",
        stream_count, opened, errors, open_time, memory_before, memory_open, memory_posted,
        opened ? (memory_open - memory_before) * 1024.0 / opened : 0,
        opened ? (memory_posted - memory_before) * 1024.0 / opened : 0, whole_posts, missed, refused,
        quantile(last, whole_posts, 0.5), quantile(last, whole_posts, 0.99), quantile(pooled, pooled_count, 0.5),
        quantile(pooled, pooled_count, 0.99), bytes_read);
    return errors || missed || refused;
}
