#pragma once
// The header holds the functions themselves: nothing is linked, and nothing is loaded.
#define XXH_INLINE_ALL
#include <xxhash.h>

// Inlined functions have another name, behind a macro that Swift doesn't see.
static inline XXH128_hash_t fingerprint_of(const void *bytes, size_t count) {
    return XXH3_128bits(bytes, count);
}
