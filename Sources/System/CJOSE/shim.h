#pragma once
#include <stdlib.h>
#include <string.h>
#include <cjose/cjose.h>
#include <jansson.h>

// Macros that Swift can't read.
static inline json_type engawa_json_type(const json_t *value) { return json_typeof(value); }
// What cjose hands out is to be given back the way it was taken; nobody sets other functions here.
static inline void engawa_jose_free(void *memory) { cjose_get_dealloc()(memory); }
