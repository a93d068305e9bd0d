#pragma once

#include <curl/curl.h>

// Variadic C functions do not come into Swift: one wrapper for each kind of argument.

static inline CURLcode engawa_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode engawa_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode engawa_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode engawa_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode engawa_set_transfer_callback(
    CURL *easy, CURLoption option, size_t (*callback)(char *data, size_t size, size_t count, void *context)) {
    return curl_easy_setopt(easy, option, callback);
}

static inline CURLcode engawa_set_seek_callback(
    CURL *easy, int (*callback)(void *context, curl_off_t offset, int origin)) {
    return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
}

static inline CURLcode engawa_set_open_socket_callback(
    CURL *easy, curl_socket_t (*callback)(void *context, curlsocktype purpose, struct curl_sockaddr *address)) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

static inline CURLcode engawa_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode engawa_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode engawa_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
