/* Frequencies of small undamped vibrations about rest: each element replaced by its stiffness there, the
 * positions of sliders being constant, so that closed contacts stick. */
#include "modes.h"
#include "rest_impl.h"
#include "wave_impl.h"
#include <ridgewalk/rest.h>

#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

#include <string.h>

/* What an element's stiffness fx adds to the parts of a wave: conj(w + a exp(-i theta)) fx (w + a exp(-i
 * theta)), w = weight - across. */
static void add_across(const rdg_equilibrium *e, const rdg_rest_element *at, const rdg_structure *linear)
{
    for (rdg_index k = 0; k < at->n * at->n; k++) {
        const rdg_rest_term *row = &at->term[k % at->n], *col = &at->term[k / at->n];
        const double fx = e->fx[row->slot + at->element->d * col->slot];
        const double ahead = (row->weight - row->across) * col->across * fx;
        const double back = row->across * (col->weight - col->across) * fx;
        linear->wave->S[2][at->place[k]] += ahead + back;
        linear->wave->G[2][at->place[k]] += back - ahead;
    }
}

/* The wave with the elements' stiffness; NULL after a failure, recorded. */
static rdg_structure *linear_wave(rdg_equilibrium *e, const rdg_pattern *square, const double *u,
                                  const double *values)
{
    const rdg_structure *s = e->s;
    rdg_structure *linear = rdg_wave_bare(s, RDG_REST_WHERE, square, s->wave->sectors, s->wave->order);
    if (!linear) {
        return NULL;
    }
    memcpy(linear->K, values, (size_t)square->start[square->cols] * sizeof *values);
    for (rdg_index k = 0; k < s->start[s->n]; k++) {
        const rdg_index at = e->stiffness_place[k];
        linear->M[at] = s->M[k];
        for (int which = 0; which < 3; which += 2) {
            linear->wave->S[which][at] += s->wave->S[which][k];
            linear->wave->G[which][at] += s->wave->G[which][k];
        }
    }
    for (rdg_index i = 0; i < e->count; i++) {
        rdg_equilibrium_element_stiffness(e, &e->elements[i], u); /* it could be evaluated before */
        add_across(e, &e->elements[i], linear);
    }
    return linear;
}

static rdg_structure *linear_structure(const rdg_equilibrium *e, const rdg_pattern *square,
                                       const double *values)
{
    rdg_sparse M;
    const rdg_sparse K = {*square, values};
    return rdg_structure_matrices(e->s, &M, NULL, NULL) == RDG_OK
               ? rdg_structure_create_sparse(e->s->ctx, e->s->name, &M, RDG_UNDAMPED, &K)
               : NULL;
}

/* u: [n + 1], zero on entry; values: of the Jacobian, zero on entry */
static rdg_status find(rdg_equilibrium *e, rdg_index count, double *u, double *values, double *omega)
{
    rdg_structure *s = e->s;
    const double *rest = rdg_structure_rest(s);
    e->sliders = RDG_STUCK_CONSTANT;
    if (rest) {
        memcpy(u, rest, (size_t)s->n * sizeof *u);
    }
    if (rdg_equilibrium_jacobian(s->n + 1, u, s->n, values, e) != 0) {
        return rdg_error_status(s->ctx) != RDG_OK
                   ? rdg_error_status(s->ctx)
                   : rdg_fail(s->ctx, RDG_ERR_CALLBACK, "rdg_structure_rest_frequencies",
                              "the elements of \"%s\" cannot be evaluated at rest", s->name);
    }
    rdg_pattern square = *e->pattern; /* without the load factor's column, the last one */
    square.cols = s->n;
    rdg_structure *linear =
        s->wave ? linear_wave(e, &square, u, values) : linear_structure(e, &square, values);
    const rdg_status status =
        linear ? rdg_structure_frequencies(linear, RDG_NO_SPRINGS, count, omega) : rdg_error_status(s->ctx);
    rdg_structure_free(linear);
    return status;
}

rdg_status rdg_structure_rest_frequencies(rdg_structure *s, rdg_index count, double *omega)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, omega, RDG_ERR_ARGUMENT);
    rdg_equilibrium e = {.s = s};
    rdg_status status = rdg_equilibrium_make(s, &e);
    if (status == RDG_OK) {
        double *u = rdg_context_calloc(s->ctx, (size_t)s->n + 1, sizeof *u);
        double *values = rdg_context_calloc(s->ctx, (size_t)rdg_pattern_count(e.pattern), sizeof *values);
        status = u && values ? find(&e, count, u, values, omega) : RDG_ERR_NO_MEMORY;
        rdg_free(u);
        rdg_free(values);
    }
    rdg_equilibrium_clear(&e);
    return status;
}
