/* A small reader of JSON files such as run.json. A file that breaks off is read as far as it goes. */
#ifndef RDG_JSON_IMPL_H
#define RDG_JSON_IMPL_H

#include "status.h"

#include <stdbool.h>

typedef enum rdg_json_kind { RDG_JSON_TEXT, RDG_JSON_PLAIN, RDG_JSON_OBJECT, RDG_JSON_ARRAY } rdg_json_kind;

typedef struct rdg_json_value {
    rdg_json_kind kind;
    rdg_index parent; /* the object or array it is in; -1: the whole file */
    const char *key;  /* NULL in an array */
    const char *text; /* of a text, or of a plain value (number, true, false, null) */
} rdg_json_value;

typedef struct rdg_json {
    rdg_json_value *value; /* [n], in the order of the file; rdg_free() it */
    rdg_index n;
    bool complete;
} rdg_json;

/* Read `chars`, which is overwritten and must outlive what is read. false: no memory. */
bool rdg_json_read(char *chars, rdg_json *json);

/* The member `key` of an object, or -1. */
rdg_index rdg_json_member(const rdg_json *json, rdg_index object, const char *key);

/* The next value after `previous` (-1: the first one) in an object or array, or -1. */
rdg_index rdg_json_next(const rdg_json *json, rdg_index parent, rdg_index previous);

#endif
