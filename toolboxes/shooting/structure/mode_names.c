/* Names of modes and events for people: "pad: stick, stop: open", "pad: stick -> forward slip (stop:
 * open)". Of an element of several parts the contact states are reported by their initials, "joint: ssfb". */
#include "motion_impl.h"

#include <stdio.h>
#include <string.h>

/* Text that grows; NULL after a failure. */
typedef struct text {
    char *chars;
    size_t used, capacity;
} text;

static void add(text *t, const char *more)
{
    const size_t size = strlen(more) + 1;
    if (t->used + size > t->capacity) {
        const size_t capacity = 2 * (t->used + size);
        char *chars = t->capacity == 0 || t->chars ? rdg_calloc(capacity, 1) : NULL;
        if (chars && t->chars) {
            memcpy(chars, t->chars, t->used);
        }
        rdg_free(t->chars);
        t->chars = chars;
        t->capacity = capacity;
    }
    if (t->chars) {
        memcpy(t->chars + t->used, more, size);
        t->used += size - 1;
    }
}

/* Whether the initials report the contact states apart. */
static bool has_initials(const rdg_law_regimes *regimes)
{
    for (int i = 0; i < regimes->count; i++) {
        for (int j = 0; j < i; j++) {
            if (regimes->name[i][0] == regimes->name[j][0]) {
                return false;
            }
        }
    }
    return true;
}

static void add_element(text *t, const rdg_motion_element *e, const int *status)
{
    add(t, e->of.name);
    add(t, ": ");
    if (e->parts == 1) {
        add(t, e->regimes->name[status[0]]);
        return;
    }
    const bool initials = has_initials(e->regimes);
    for (rdg_index part = 0; part < e->parts; part++) {
        char digits[24];
        const char letter[2] = {e->regimes->name[status[part]][0], '\0'};
        snprintf(digits, sizeof digits, "%s%d", part > 0 ? " " : "", status[part]);
        add(t, initials ? letter : digits);
    }
}

/* All elements but one of a single part. */
static void add_all(text *t, const rdg_motion *m, const int *status, const rdg_motion_element *but)
{
    bool begun = false;
    for (rdg_index i = 0; i < m->n_elements; i++) {
        const rdg_motion_element *e = &m->element[i];
        const bool is_but = but && e == but;
        if (e->parts > (is_but ? 1 : 0)) {
            add(t, begun ? ", " : but ? " (" : "");
            add_element(t, e, status + e->first_part);
            begun = true;
        }
    }
    add(t, begun && but ? ")" : "");
}

char *rdg_motion_mode_name(const rdg_motion *m, const int *status)
{
    text t = {0};
    add_all(&t, m, status, NULL);
    if (t.chars && t.used == 0) {
        add(&t, "smooth");
    }
    return t.chars;
}

char *rdg_motion_edge_name(const rdg_motion_edge *edge)
{
    const rdg_motion_element *e = edge->element;
    const int *before = edge->from->status + e->first_part, *after = edge->to->status + e->first_part;
    text t = {0};
    char number[24] = "";
    add(&t, e->of.name);
    if (e->parts > 1) {
        snprintf(number, sizeof number, " %lld", (long long)edge->part + 1);
        add(&t, number);
    }
    add(&t, ": ");
    add(&t, e->regimes->name[before[edge->part]]);
    add(&t, " -> ");
    add(&t, e->regimes->name[after[edge->part]]);
    add_all(&t, edge->from->motion, edge->from->status, e);
    return t.chars;
}
