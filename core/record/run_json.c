/* Writing run.json. */
#define _POSIX_C_SOURCE 200809L

#include "run_json_impl.h"

#include "text_impl.h"

#include <inttypes.h>
#include <math.h>
#include <time.h>

static void add_string(rdg_text *text, const char *string)
{
    rdg_text_add(text, "\"");
    for (const char *c = string; *c; c++) {
        if (*c == '"' || *c == '\\') {
            rdg_text_addf(text, "\\%c", *c);
        } else if ((unsigned char)*c < ' ') {
            rdg_text_addf(text, "\\u%04x", (unsigned)(unsigned char)*c);
        } else {
            rdg_text_addf(text, "%c", *c);
        }
    }
    rdg_text_add(text, "\"");
}

/* JSON knows no NaN and no infinity: these become strings, which the reader turns back into numbers. */
static void add_number(rdg_text *text, double number)
{
    const char *quote = isfinite(number) ? "" : "\"";
    rdg_text_add(text, quote);
    rdg_text_number(text, number, 17);
    rdg_text_add(text, quote);
}

static void add_facts(rdg_text *text, const char *key, const rdg_fact *facts, rdg_index n_facts)
{
    rdg_text_addf(text, "  \"%s\": {", key);
    for (rdg_index i = 0; i < n_facts; i++) {
        rdg_text_add(text, i > 0 ? ",\n    " : "\n    ");
        add_string(text, facts[i].name);
        rdg_text_add(text, ": ");
        if (facts[i].text) {
            add_string(text, facts[i].text);
        } else {
            add_number(text, facts[i].number);
        }
    }
    rdg_text_add(text, n_facts > 0 ? "\n  }" : "}");
}

static void add_time(rdg_text *text, const char *key)
{
    char stamp[32] = "unknown";
    const time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts)) {
        strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
    }
    rdg_text_addf(text, "  \"%s\": \"%s\",\n", key, stamp);
}

static void add_layout(rdg_text *text, const rdg_layout *layout)
{
    rdg_text_add(text, "  \"blocks\": [");
    for (rdg_index i = 0; i < layout->n_blocks; i++) {
        rdg_text_add(text, i > 0 ? ",\n    {\"name\": " : "\n    {\"name\": ");
        add_string(text, layout->block[i]);
        rdg_text_addf(text, ", \"size\": %" PRId64 "}", layout->block_start[i + 1] - layout->block_start[i]);
    }
    rdg_text_add(text, "\n  ],\n  \"parameters\": [");
    for (rdg_index i = 0; i < layout->n_parameters; i++) {
        rdg_text_add(text, i > 0 ? ",\n    {\"name\": " : "\n    {\"name\": ");
        add_string(text, layout->parameter[i]);
        rdg_text_add(text, ", \"unit\": ");
        add_string(text, layout->unit[i]);
        rdg_text_add(text, "}");
    }
    rdg_text_add(text, "\n  ],\n");
}

static void add_head(rdg_text *text, const char *name, const rdg_layout *layout, const rdg_fact *facts,
                     rdg_index n_facts)
{
    rdg_text_addf(text,
                  "{\n  \"library\": \"Ridgewalk\",\n  \"version\": \"%s\",\n  \"name\": ", rdg_version());
    add_string(text, name);
    rdg_text_add(text, ",\n");
    add_time(text, "started");
    add_layout(text, layout);
    add_facts(text, "facts", facts, n_facts);
    rdg_text_add(text, ",\n");
}

/* The first pass measures, the second one writes. */
char *rdg_run_json_head(const char *name, const rdg_layout *layout, const rdg_fact *facts, rdg_index n_facts)
{
    rdg_text text = rdg_text_in(NULL, 0);
    add_head(&text, name, layout, facts, n_facts);
    const size_t size = text.length + 1;
    char *chars = rdg_calloc(size, 1);
    if (chars) {
        text = rdg_text_in(chars, size);
        add_head(&text, name, layout, facts, n_facts);
    }
    return chars;
}

static void add_tail(rdg_text *text, bool finished, const rdg_fact *facts, rdg_index n_facts)
{
    rdg_text_addf(text, "  \"finished\": %s", finished ? "true" : "false");
    if (finished) {
        rdg_text_add(text, ",\n");
        add_time(text, "ended");
        add_facts(text, "end", facts, n_facts);
    }
    rdg_text_add(text, "\n}\n");
}

char *rdg_run_json_tail(bool finished, const rdg_fact *facts, rdg_index n_facts)
{
    rdg_text text = rdg_text_in(NULL, 0);
    add_tail(&text, finished, facts, n_facts);
    const size_t size = text.length + 1;
    char *chars = rdg_calloc(size, 1);
    if (chars) {
        text = rdg_text_in(chars, size);
        add_tail(&text, finished, facts, n_facts);
    }
    return chars;
}
