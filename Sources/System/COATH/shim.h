#pragma once
#include <liboath/oath.h>

// A macro that Swift can't read.
static const int engawa_oath_dynamic_truncation = OATH_HOTP_DYNAMIC_TRUNCATION;
