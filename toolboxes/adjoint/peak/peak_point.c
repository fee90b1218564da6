/* A peak: its memory, and what it states of its own. */
#include "peak_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { ARRAYS = 5 };

static void list_arrays(rdg_peak_point *p, double **arrays[ARRAYS])
{
    arrays[0] = &p->u;
    arrays[1] = &p->slope;
    arrays[2] = &p->tangent;
    arrays[3] = &p->multipliers;
    arrays[4] = &p->earlier;
}

void rdg_peak_point_free(rdg_peak_point *p)
{
    if (p) {
        double **arrays[ARRAYS];
        list_arrays(p, arrays);
        for (int k = 0; k < ARRAYS; k++) {
            rdg_free(*arrays[k]);
        }
        rdg_free(p);
    }
}

rdg_peak_point *rdg_peak_point_create(rdg_peak_response *r)
{
    rdg_peak_point *p = rdg_context_calloc(r->ctx, 1, sizeof *p);
    if (!p) {
        return NULL;
    }
    double **arrays[ARRAYS];
    list_arrays(p, arrays);
    bool complete = true;
    for (int k = 0; k < ARRAYS; k++) {
        *arrays[k] = rdg_context_calloc(r->ctx, (size_t)r->n, sizeof(double));
        complete = complete && *arrays[k];
    }
    if (!complete) {
        rdg_peak_point_free(p);
        return NULL;
    }
    p->n = r->n;
    p->corner = -1;
    return p;
}

void rdg_peak_point_assign(rdg_peak_point *to, const rdg_peak_point *from)
{
    rdg_peak_point source = *from;
    rdg_peak_point target = *to;
    double **a[ARRAYS], **b[ARRAYS];
    list_arrays(&target, a);
    list_arrays(&source, b);
    *to = *from;
    to->u = target.u;
    to->slope = target.slope;
    to->tangent = target.tangent;
    to->multipliers = target.multipliers;
    to->earlier = target.earlier;
    for (int k = 0; k < ARRAYS; k++) {
        memcpy(*a[k], *b[k], (size_t)from->n * sizeof(double));
    }
}

bool rdg_peak_adopt(rdg_peak_point *p, const rdg_peak_point *found)
{
    const double level = p->level;
    const bool alike = p->kind == found->kind && p->corner == found->corner;
    memcpy(found->earlier, p->u, (size_t)p->n * sizeof(double)); /* of no use there */
    rdg_peak_point_assign(p, found);
    p->earlier_level = alike ? level : 0.0;
    return true;
}

rdg_peak_point *rdg_peak_point_copy(rdg_peak_response *r, const rdg_peak_point *peak)
{
    if (!r) {
        return NULL;
    }
    RDG_NEED(r->ctx, peak, NULL);
    rdg_peak_point *copy = rdg_peak_point_create(r);
    if (copy) {
        rdg_peak_point_assign(copy, peak);
    }
    return copy;
}

double rdg_peak_sensitivity(rdg_peak_response *r, const rdg_peak_point *peak, const char *name)
{
    if (!r) {
        return NAN;
    }
    RDG_NEED(r->ctx, peak, NAN);
    RDG_NEED(r->ctx, name, NAN);
    const rdg_index at = rdg_peak_parameter(r, name, "rdg_peak_sensitivity");
    if (at < 0) {
        return NAN;
    }
    /* rows of B: equations, t, then the held variables in the order of the variables */
    return peak->kind == RDG_PEAK_KINK ? NAN : -peak->multipliers[r->n_Q + 1 + at - r->alpha];
}
