/* Facts from run.json: how the run ended comes before its options, these before what stands at the top. */
#include "run_data_impl.h"

#include "text_impl.h"

#include <math.h>
#include <string.h>

enum { LIST_SIZE = 400 };

static bool is_fact(const rdg_json_value *value)
{
    return value->kind == RDG_JSON_TEXT || value->kind == RDG_JSON_PLAIN;
}

static void list_facts(const rdg_json *json, rdg_index object, rdg_text *list)
{
    for (rdg_index i = rdg_json_next(json, object, -1); i >= 0; i = rdg_json_next(json, object, i)) {
        if (json->value[i].key && is_fact(json->value + i)) {
            rdg_text_item(list, json->value[i].key);
        }
    }
}

enum { N_PLACES = 3 };

static rdg_index place_of_facts(const rdg_json *json, int k)
{
    const char *const object[N_PLACES - 1] = {"end", "facts"};
    return k < N_PLACES - 1 ? rdg_json_member(json, 0, object[k]) : 0;
}

const char *rdg_run_find_fact(const rdg_run *run, const char *fact)
{
    const rdg_json *json = &run->json;
    for (int k = 0; fact && k < N_PLACES; k++) {
        const rdg_index found = rdg_json_member(json, place_of_facts(json, k), fact);
        if (found >= 0 && is_fact(json->value + found)) {
            return json->value[found].text;
        }
    }
    return NULL;
}

static const char *find_fact(rdg_run *run, const char *where, const char *fact)
{
    if (!run || rdg_error_status(run->ctx) != RDG_OK) {
        return NULL;
    }
    const char *found = rdg_run_find_fact(run, fact);
    if (found) {
        return found;
    }
    char chars[LIST_SIZE];
    rdg_text list = rdg_text_in(chars, sizeof chars);
    for (int k = 0; k < N_PLACES; k++) {
        list_facts(&run->json, place_of_facts(&run->json, k), &list);
    }
    rdg_fail(run->ctx, RDG_ERR_NAME, where, "run \"%s\" knows no fact \"%s\"; it has: %s", run->name,
             fact ? fact : "", rdg_text_list(&list));
    return NULL;
}

const char *rdg_run_text(rdg_run *run, const char *fact)
{
    return find_fact(run, "rdg_run_text", fact);
}

double rdg_run_number(rdg_run *run, const char *fact)
{
    double number = NAN;
    const char *text = find_fact(run, "rdg_run_number", fact);
    if (text && !rdg_number_read(text, &number)) {
        RDG_FAIL(run->ctx, RDG_ERR_FORMAT, "\"%s\" of run \"%s\" is no number: \"%s\"", fact, run->name,
                 text);
    }
    return number;
}

/* Behind "name in [" in a list of windows, "x in [0, 1], y in [-2, 2]"; NULL: it has none. */
static const char *find_window(const char *windows, const char *name)
{
    static const char between[] = " in [";
    const size_t length = strlen(name);
    for (const char *at = windows; at && (at = strstr(at, name)); at++) {
        const bool begins = at == windows || (at - windows > 2 && strncmp(at - 3, "], ", 3) == 0);
        if (begins && strncmp(at + length, between, sizeof between - 1) == 0) {
            return at + length + sizeof between - 1;
        }
    }
    return NULL;
}

/* The number before the first of the ending characters; NULL: there is none. */
static const char *read_bound(const char *from, char ending, double *bound)
{
    char chars[64];
    double number = 0.0;
    const char *end = from ? strchr(from, ending) : NULL;
    const size_t length = end ? (size_t)(end - from) : sizeof chars;
    if (length >= sizeof chars) {
        return NULL;
    }
    memcpy(chars, from, length);
    chars[length] = '\0';
    if (rdg_number_read(chars, &number)) {
        *bound = number;
    }
    return end + 1;
}

rdg_status rdg_run_window(rdg_run *run, const char *name, double *low, double *high)
{
    double bound[2] = {-INFINITY, INFINITY};
    if (!run || rdg_error_status(run->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!name) {
        return RDG_FAIL(run->ctx, RDG_ERR_ARGUMENT, "of which parameter of run \"%s\"?", run->name);
    }
    const char *at = read_bound(find_window(rdg_run_find_fact(run, "windows"), name), ',', &bound[0]);
    if (at && *at == ' ') {
        read_bound(at + 1, ']', &bound[1]);
    }
    if (low) {
        *low = bound[0];
    }
    if (high) {
        *high = bound[1];
    }
    return RDG_OK;
}

bool rdg_run_finished(const rdg_run *run)
{
    const rdg_index found = run ? rdg_json_member(&run->json, 0, "finished") : -1;
    return found >= 0 && strcmp(run->json.value[found].text, "true") == 0;
}
