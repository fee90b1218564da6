/* Blades' stiffnesses as parameters. With V' K_blade V = L L' (Cholesky's method with pivots, L of the rank
 * of the blade's stiffness in the modes) the strains of blade j are y = L' T_j q, and its force against them
 * is (stiffness - 1) (y + b y'): the tuned wheel has the rest. b y' is the part of the blade in C = a M + b K
 * of the mistuned wheel. */
#include "mistuning_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vector_element.h>

#include <float.h>
#include <math.h>
#include <stdio.h>

enum { NAME_SIZE = 64 };

typedef struct strains {
    const rdg_tuned_wheel *w;
    double b; /* s, of C = a M + b K */
    rdg_index rank;
    double *L;    /* [n * rank] */
    double *left; /* [n] diagonal of G - L L' */
} strains;

/* The next column of L, from the pivot p. */
static void add_column(strains *t, rdg_index p)
{
    const rdg_index n = t->w->n;
    double *column = t->L + n * t->rank;
    const double root = sqrt(t->left[p]);
    for (rdg_index i = 0; i < n; i++) {
        double sum = t->w->G[i + n * p];
        for (rdg_index k = 0; k < t->rank; k++) {
            sum -= t->L[i + n * k] * t->L[p + n * k];
        }
        column[i] = sum / root;
        t->left[i] -= column[i] * column[i];
    }
    t->left[p] = 0.0;
    t->rank++;
}

/* Where the most is left; -1: less than rounding is left everywhere. */
static rdg_index next_pivot(const strains *t, double rounding)
{
    rdg_index p = -1;
    for (rdg_index i = 0; i < t->w->n; i++) {
        if (t->left[i] > (p < 0 ? rounding : t->left[p])) {
            p = i;
        }
    }
    return p;
}

static rdg_status factor(strains *t)
{
    const rdg_index n = t->w->n;
    double size = 0.0, least = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        t->left[i] = t->w->G[i + n * i];
        size = fmax(size, fabs(t->left[i]));
    }
    const double rounding = 16.0 * (double)n * DBL_EPSILON * size; /* of the sums in G */
    for (rdg_index p = next_pivot(t, rounding); p >= 0 && t->rank < n; p = next_pivot(t, rounding)) {
        add_column(t, p);
    }
    for (rdg_index i = 0; i < n; i++) {
        least = fmin(least, t->left[i]);
    }
    return least >= -rounding
               ? RDG_OK
               : rdg_fail(t->w->sector->ctx, RDG_ERR_ARGUMENT, "rdg_sector_mistuned_parameters",
                          "the blade's stiffness of \"%s\" is not positive semidefinite",
                          t->w->sector->s->name);
}

typedef struct blade_numbers {
    double stiffness; /* relative to the tuned blade */
    double b;         /* of C = a M + b K, s */
} blade_numbers;

/* f = (stiffness - 1) (x + b v) */
static int pull(rdg_index d, const double *x, const double *v, const rdg_vector_value *value, void *data)
{
    const blade_numbers *blade = data;
    const double more = blade->stiffness - 1.0;
    for (rdg_index i = 0; i < d; i++) {
        value->f[i] = more * (x[i] + blade->b * v[i]);
        value->fx[i + d * i] = more;
        value->fv[i + d * i] = more * blade->b;
    }
    return 0;
}

static void free_numbers(void *data)
{
    rdg_free(data);
}

static rdg_status name_strains(const strains *t, rdg_structure *made, rdg_index j, char (*names)[NAME_SIZE])
{
    const rdg_tuned_wheel *w = t->w;
    for (rdg_index i = 0; i < t->rank; i++) {
        snprintf(names[i], NAME_SIZE, "blade%lld.strain%lld", (long long)j, (long long)i);
        rdg_tuned_wheel_turn(w, j, t->L + w->n * i, 1, w->x);
        RDG_TRY(rdg_structure_add_name(made, "rdg_sector_mistuned_parameters", names[i], w->n, w->dof, w->x,
                                       NULL));
    }
    return RDG_OK;
}

static rdg_status add_element(const strains *t, rdg_structure *made, rdg_index j, double stiffness,
                              const char *const *at)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "blade%lld", (long long)j);
    blade_numbers *blade = rdg_context_calloc(made->ctx, 1, sizeof *blade);
    if (!blade) {
        return RDG_ERR_NO_MEMORY;
    }
    *blade = (blade_numbers){.stiffness = stiffness, .b = t->b};
    return rdg_vector_element_add(
        made, &(rdg_vector_element){
                  .name = name,
                  .d = t->rank,
                  .at = at,
                  .type = "blade",
                  .call = "rdg_sector_mistuned_parameters",
                  .law = pull,
                  .data = blade,
                  .free_data = free_numbers,
                  .degree = 1,
                  .n_numbers = 1,
                  .numbers = &(rdg_law_parameter){
                      .name = "stiffness", .unit = "1", .value = &blade->stiffness, .range = RDG_POSITIVE}});
}

static rdg_status add_all(const strains *t, rdg_structure *made, const double *deviation)
{
    char(*names)[NAME_SIZE] = rdg_context_calloc(made->ctx, (size_t)t->rank, sizeof *names);
    const char **at = rdg_context_calloc(made->ctx, (size_t)t->rank, sizeof *at);
    rdg_status status = names && at ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (rdg_index j = 0; status == RDG_OK && j < t->w->sector->sectors; j++) {
        status = name_strains(t, made, j, names);
        for (rdg_index i = 0; i < t->rank; i++) {
            at[i] = names[i];
        }
        status = status == RDG_OK ? add_element(t, made, j, 1.0 + deviation[j], at) : status;
    }
    rdg_free(names);
    rdg_free(at);
    return status;
}

rdg_status rdg_add_blade_elements(const rdg_tuned_wheel *w, rdg_structure *made, double b,
                                  const double *deviation)
{
    strains t = {.w = w, .b = b};
    t.L = rdg_context_calloc(made->ctx, (size_t)(w->n * w->n), sizeof *t.L);
    t.left = rdg_context_calloc(made->ctx, (size_t)w->n, sizeof *t.left);
    rdg_status status = t.L && t.left ? factor(&t) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK && t.rank == 0) {
        status = rdg_fail(made->ctx, RDG_ERR_ARGUMENT, "rdg_sector_mistuned_parameters",
                          "the blade's stiffness of \"%s\" is 0 in all modes", w->sector->s->name);
    }
    status = status == RDG_OK ? add_all(&t, made, deviation) : status;
    rdg_free(t.L);
    rdg_free(t.left);
    return status;
}
