/* The interior of a structure: its blocks and their scale. */
#include "interior_impl.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

void rdg_interior_clear(rdg_interior *in)
{
    rdg_free(in->start);
    rdg_free(in->row);
    rdg_free(in->M);
    rdg_free(in->C);
    rdg_free(in->K);
    rdg_free(in->Mib);
    rdg_free(in->Cib);
    rdg_free(in->Kib);
    rdg_free(in->scale);
    rdg_free(in->shape);
}

static rdg_index count_entries(const rdg_structure *s, const rdg_index *place)
{
    rdg_index count = 0;
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = s->start[j]; place[j] >= 0 && e < s->start[j + 1]; e++) {
            count += place[s->row[e]] >= 0;
        }
    }
    return count;
}

static rdg_status allocate(rdg_context *ctx, rdg_interior *in, size_t entries)
{
    const size_t coupling = (size_t)(in->n * in->n_kept);
    in->start = rdg_context_calloc(ctx, (size_t)in->n + 1, sizeof *in->start);
    in->row = rdg_context_calloc(ctx, entries, sizeof *in->row);
    in->M = rdg_context_calloc(ctx, entries, sizeof *in->M);
    in->C = rdg_context_calloc(ctx, entries, sizeof *in->C);
    in->K = rdg_context_calloc(ctx, entries, sizeof *in->K);
    in->Mib = rdg_context_calloc(ctx, coupling, sizeof *in->Mib);
    in->Cib = rdg_context_calloc(ctx, coupling, sizeof *in->Cib);
    in->Kib = rdg_context_calloc(ctx, coupling, sizeof *in->Kib);
    in->scale = rdg_context_calloc(ctx, (size_t)in->n, sizeof *in->scale);
    in->shape = rdg_context_calloc(ctx, coupling, sizeof *in->shape);
    return rdg_error_status(ctx);
}

/* The power of two next to |k|^(-1/2), 1 where there is no stiffness */
static double scale_of(double k)
{
    int exponent = 0;
    frexp(fabs(k), &exponent);
    return k != 0 ? ldexp(1.0, -exponent / 2) : 1.0;
}

static void find_scale(const rdg_structure *s, const rdg_index *place, rdg_interior *in)
{
    for (rdg_index j = 0; j < s->n; j++) {
        if (place[j] < 0) {
            continue;
        }
        in->scale[place[j]] = 1.0;
        for (rdg_index e = s->start[j]; e < s->start[j + 1]; e++) {
            if (s->row[e] == j) {
                in->scale[place[j]] = scale_of(s->K[e]);
            }
        }
    }
}

rdg_status rdg_interior_extract(rdg_context *ctx, const rdg_structure *s, const rdg_index *place,
                                rdg_interior *in, double *M, double *C, double *K)
{
    RDG_TRY(allocate(ctx, in, (size_t)count_entries(s, place)));
    find_scale(s, place, in);
    rdg_index to = 0; /* interior degrees of freedom keep their order, so columns come in turn */
    for (rdg_index j = 0; j < s->n; j++) {
        const rdg_index col = place[j];
        for (rdg_index e = s->start[j]; e < s->start[j + 1]; e++) {
            const rdg_index row = place[s->row[e]];
            if (row >= 0 && col >= 0) {
                const double scale = in->scale[row] * in->scale[col];
                in->row[to] = row;
                in->M[to] = scale * s->M[e];
                in->C[to] = scale * s->C[e];
                in->K[to++] = scale * s->K[e];
            } else if (row >= 0) {
                const rdg_index at = row + in->n * (-1 - col);
                in->Mib[at] = in->scale[row] * s->M[e];
                in->Cib[at] = in->scale[row] * s->C[e];
                in->Kib[at] = in->scale[row] * s->K[e];
            } else if (col < 0) {
                const rdg_index at = (-1 - row) + in->n_kept * (-1 - col);
                M[at] = s->M[e];
                C[at] = s->C[e];
                K[at] = s->K[e];
            }
        }
        if (col >= 0) {
            in->start[col + 1] = to;
        }
    }
    return RDG_OK;
}
