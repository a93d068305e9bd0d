#pragma once
#include <errno.h>
#include <sodium.h>

// 1 where the password is the one that was hashed, 0 where it is not, -1 where that could not be found out. The library
// says that only by errno: EINVAL is a mismatch, anything else a lack of memory or no hash at all.
static inline int engawa_password_verify(const char *hash, const char *password, size_t length) {
    errno = 0;
    if (crypto_pwhash_str_verify(hash, password, length) == 0) return 1;
    return errno == EINVAL ? 0 : -1;
}
