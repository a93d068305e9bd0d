#pragma once
#include <libpq-fe.h>

// Fields of an error are chosen by characters, which Swift does not import
// (https://www.postgresql.org/docs/15/libpq-exec.html#LIBPQ-PQRESULTERRORFIELD).
static const int cpostgresql_sqlstate = PG_DIAG_SQLSTATE;
static const int cpostgresql_constraint = PG_DIAG_CONSTRAINT_NAME;
static const int cpostgresql_message = PG_DIAG_MESSAGE_PRIMARY;
