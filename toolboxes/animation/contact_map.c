/* Columns of a run with what contacts do. */
#include "contact_map.h"

#include "contact_share_impl.h"

#include <ridgewalk/element_kind.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_numbers.h>
#include <ridgewalk/toolbox.h>

#include <stdio.h>
#include <string.h>

enum { VALUES = 4 }; /* of a contact */

static const char *const value_name[VALUES] = {"stick", "slip", "separation", "energy"};

typedef struct columns {
    rdg_contact_shares shares;
    bool each;
} columns;

static void free_columns(void *data)
{
    columns *c = data;
    rdg_contact_shares_free(&c->shares);
    rdg_free(c);
}

/* u = (Q, omega): the totals, then each contact */
static int observe(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const columns *c = data;
    const double share_of = 1.0 / (double)c->shares.n;
    memset(y, 0, (size_t)m * sizeof *y);
    for (rdg_index k = 0; k < c->shares.n; k++) {
        rdg_contact_share s;
        if (rdg_contact_share_find(&c->shares, c->shares.element[k], u, u[n - 1], &s) != RDG_OK) {
            return -1;
        }
        const double value[VALUES] = {s.stick, s.slip, s.separation, s.energy};
        for (int i = 0; i < VALUES; i++) {
            y[i] += i == VALUES - 1 ? value[i] : share_of * value[i];
        }
        if (c->each) {
            memcpy(y + VALUES * (k + 1), value, sizeof value);
        }
    }
    return 0;
}

static char *column_name(rdg_context *ctx, const char *contact, int value)
{
    const size_t size = strlen(contact) + strlen(value_name[value]) + 2;
    char *name = rdg_context_calloc(ctx, size, 1);
    if (name) {
        snprintf(name, size, "%s.%s", contact, value_name[value]);
    }
    return name;
}

static rdg_status add_named(rdg_hbm *hb, rdg_problem *problem, const char *where, columns *c, rdg_index count,
                            char **names)
{
    const rdg_function observer = {.name = "contact map",
                                   .n = rdg_hbm_unknowns(hb) + 1,
                                   .m = count,
                                   .f = observe,
                                   .by_differences = true,
                                   .data = c,
                                   .free_data = free_columns};
    RDG_TRY(
        rdg_hbm_add_named_observer(hb, problem, where, &observer, (const char *const *)names, RDG_KINKED));
    for (rdg_index i = 0; i < count; i++) {
        RDG_TRY(rdg_set_unit(problem, names[i], i % VALUES == VALUES - 1 ? "J" : ""));
        if (i >= VALUES && rdg_hbm_has_many_contacts(hb)) {
            RDG_TRY(rdg_hide_parameter(problem, names[i]));
        }
    }
    return RDG_OK;
}

/* c belongs to the problem, or is gone. */
static rdg_status add_columns(rdg_hbm *hb, rdg_problem *problem, const char *where, columns *c)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    const rdg_index contacts = c->each ? c->shares.n + 1 : 1, count = VALUES * contacts;
    char **names = rdg_context_calloc(ctx, (size_t)count, sizeof *names);
    bool all = names;
    for (rdg_index i = 0; all && i < count; i++) {
        const rdg_index k = i / VALUES - 1;
        const char *contact =
            k < 0 ? "contacts" : rdg_element_at(rdg_hbm_structure(hb), c->shares.element[k])->name;
        names[i] = column_name(ctx, contact, (int)(i % VALUES));
        all = names[i];
    }
    if (!all) {
        free_columns(c);
    }
    const rdg_status status = all ? add_named(hb, problem, where, c, count, names) : RDG_ERR_NO_MEMORY;
    for (rdg_index i = 0; names && i < count; i++) {
        rdg_free(names[i]);
    }
    rdg_free((void *)names);
    return status;
}

rdg_status rdg_contact_map_columns(rdg_hbm *hb, rdg_problem *problem, rdg_contact_map_columns_of of)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(hb, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, problem, RDG_ERR_ARGUMENT);
    columns *c = rdg_context_calloc(ctx, 1, sizeof *c);
    if (!c) {
        return RDG_ERR_NO_MEMORY;
    }
    c->each = of == RDG_MAP_EACH;
    rdg_status status = rdg_contact_shares_create(hb, __func__, &c->shares);
    if (status == RDG_OK && c->each && c->shares.n > RDG_MAP_MOST_CONTACTS) {
        status = RDG_FAIL(ctx, RDG_ERR_ARGUMENT,
                          "\"%s\" has %lld contacts, a record has columns for %d: add RDG_MAP_TOTAL, and "
                          "write maps of labelled points with rdg_contact_map_write()",
                          rdg_structure_name(rdg_hbm_structure(hb)), (long long)c->shares.n,
                          RDG_MAP_MOST_CONTACTS);
    }
    if (status != RDG_OK) {
        free_columns(c);
        return status;
    }
    return add_columns(hb, problem, __func__, c);
}
