/* An Iwan model: its memory. */
#include "iwan_impl.h"

#include <ridgewalk/toolbox.h>

/* Arrays in one piece of memory; with memory NULL only count. */
static size_t lay_out(iwan_model *e, double *memory)
{
    const rdg_index n = e->series.n, top = e->series.top;
    const struct {
        double **array;
        rdg_index count;
    } parts[] = {{&e->z, n},
                 {&e->x.coef, 2 * e->series.n_harmonics},
                 {&e->instant, 2 * top},
                 {&e->stick.c, 2 * top + 1},
                 {&e->stick.d, 2 * top + 1},
                 {&e->product, n * n},
                 {&e->constant, n},
                 {&e->vector[0], n},
                 {&e->vector[1], n}};
    size_t used = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        *parts[i].array = memory ? memory + used : NULL;
        used += (size_t)parts[i].count;
    }
    for (rdg_index i = 0; i < 2 * top; i++, used += 2 * (size_t)n) {
        e->extremum[i].H = memory ? memory + used : NULL;
        e->extremum[i].origin = memory ? memory + used + n : NULL;
    }
    return used;
}

static rdg_status take_memory(iwan_model *e, rdg_context *ctx, const char *where, const rdg_basis *basis)
{
    RDG_TRY(rdg_series_make(&e->series, ctx, where, basis));
    const size_t sliders = (size_t)e->n_sliders, extrema = 2 * (size_t)e->series.top;
    e->slider = rdg_context_calloc(ctx, sliders, sizeof *e->slider);
    e->weight = rdg_context_calloc(ctx, sliders, sizeof *e->weight);
    e->extremum = rdg_context_calloc(ctx, extrema, sizeof *e->extremum);
    e->slip = rdg_context_calloc(ctx, sliders * extrema, sizeof *e->slip);
    RDG_TRY(rdg_error_status(ctx));
    e->memory = rdg_context_calloc(ctx, lay_out(e, NULL), sizeof(double));
    if (e->memory) {
        lay_out(e, e->memory);
    }
    return rdg_error_status(ctx);
}

iwan_model *rdg_iwan_create(rdg_context *ctx, const char *where, const rdg_iwan *law, const rdg_basis *basis)
{
    iwan_model *e = rdg_context_calloc(ctx, 1, sizeof *e);
    if (!e) {
        return NULL;
    }
    e->maker = ctx;
    e->law = *law;
    e->law.name = e->law.at = NULL;
    e->n_sliders = rdg_iwan_count_sliders(law);
    if (take_memory(e, ctx, where, basis) != RDG_OK) {
        rdg_iwan_free(e);
        return NULL;
    }
    rdg_iwan_make_sliders(law, e->slider);
    return e;
}

bool rdg_iwan_take_answers(iwan_model *e)
{
    const rdg_index n = e->series.n;
    if (!e->by) {
        e->by = rdg_context_calloc(e->maker, (size_t)e->n_sliders, sizeof *e->by);
    }
    if (!e->work) {
        e->work = rdg_context_calloc(e->maker, (size_t)(n + n * n), sizeof *e->work);
    }
    return e->by && e->work;
}

void rdg_iwan_free(iwan_model *e)
{
    rdg_series_clear(&e->series);
    rdg_free(e->slider);
    rdg_free(e->weight);
    rdg_free(e->extremum);
    rdg_free(e->slip);
    rdg_free(e->memory);
    rdg_free(e->by);
    rdg_free(e->work);
    rdg_free(e);
}
