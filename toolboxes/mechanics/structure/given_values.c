/* A list of start values, checked and in order. */
#include "given_values.h"
#include "gyroscopic.h"
#include "loads.h"
#include "structural_damping.h"
#include "wave.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static bool is(const rdg_at *item, const char *name)
{
    return strcmp(item->name, name) == 0;
}

static rdg_status check_item(rdg_structure *s, const char *where, const rdg_at *at, const rdg_at *item)
{
    rdg_context *ctx = rdg_structure_context(s);
    for (const rdg_at *before = at; before < item; before++) {
        if (is(before, item->name)) {
            return rdg_fail(ctx, RDG_ERR_NAME, where, "\"%s\" of \"%s\" is given twice", item->name,
                            rdg_structure_name(s));
        }
    }
    if (!isfinite(item->value)) {
        return rdg_fail(ctx, RDG_ERR_NOT_FINITE, where, "\"%s\" of \"%s\" is %g", item->name,
                        rdg_structure_name(s), item->value);
    }
    return is(item, "omega") && !(item->value > 0.0)
               ? rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "omega = %g of \"%s\" is not positive", item->value,
                          rdg_structure_name(s))
               : RDG_OK;
}

static rdg_status need_no_omega(rdg_structure *s, const char *where)
{
    for (rdg_index i = 0; i < rdg_load_count(s); i++) {
        const rdg_load *load = rdg_load_at(s, i);
        if (load->harmonic > 0) {
            return rdg_fail(rdg_structure_context(s), RDG_ERR_ARGUMENT, where,
                            "load \"%s\" of \"%s\" has a frequency: give RDG_AT(\"omega\", ...) in rad/s",
                            load->name, rdg_structure_name(s));
        }
    }
    return RDG_OK;
}

/* The list without omega and alpha is that of the numbers. */
rdg_status rdg_given_values_read(rdg_structure *s, const char *where, const rdg_at *at, rdg_given_values *g)
{
    if (!s || !g || rdg_error_status(rdg_structure_context(s)) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_TRY(rdg_structure_refuse_wave(s, where)); /* for solvers in time */
    RDG_TRY(rdg_structure_refuse_loss(s, where));
    RDG_TRY(rdg_structure_refuse_gyroscopic(s, where));
    rdg_index count = 0;
    for (const rdg_at *item = at; item && item->name; item++) {
        RDG_TRY(check_item(s, where, at, item));
        g->forced = g->forced || is(item, "omega");
        count++;
    }
    rdg_context *ctx = rdg_structure_context(s);
    g->name = rdg_context_calloc(ctx, (size_t)count + 3, sizeof *g->name);
    g->value = rdg_context_calloc(ctx, (size_t)count + 2, sizeof *g->value);
    RDG_TRY(rdg_error_status(ctx));
    if (g->forced) {
        g->name[g->n++] = "omega";
    } else {
        RDG_TRY(need_no_omega(s, where));
    }
    const rdg_index alpha = g->n;
    g->name[g->n] = "alpha";
    g->value[g->n++] = 1.0;
    for (const rdg_at *item = at; item && item->name; item++) {
        if (is(item, "omega") || is(item, "alpha")) {
            g->value[is(item, "omega") ? 0 : alpha] = item->value;
        } else {
            g->name[g->n] = item->name;
            g->value[g->n++] = item->value;
        }
    }
    return RDG_OK;
}

void rdg_given_values_free(rdg_given_values *values)
{
    if (values) {
        rdg_free(values->name);
        rdg_free(values->value);
        *values = (rdg_given_values){0};
    }
}
