/* Force laws of several displacements at the samples of a period. */
#include "law_element_impl.h"

#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

/* What the force law reads and writes at one sample, in e->local. */
typedef struct local {
    double *x, *v, *mu, *x_size, *v_size; /* [d] each */
    double *second;                       /* [RDG_LAW_PAIRS * d^2] */
} local;

static local local_of(const rdg_law_element *e)
{
    const rdg_index d = e->law.d;
    double *first = e->local;
    return (local){first, first + d, first + 2 * d, first + 3 * d, first + 4 * d, first + 5 * d};
}

/* The second derivatives at a sample become values of their signals. */
static void spread(const rdg_law_element *e, rdg_index s, const double *second)
{
    const rdg_index d = e->law.d;
    for (int pair = 0; pair < RDG_LAW_PAIRS; pair++) {
        for (rdg_index k = 0; k < d; k++) {
            for (rdg_index j = 0; j < (pair == RDG_LAW_XV ? d : k + 1); j++) {
                rdg_aft_signal(e->aft, rdg_law_second(e, pair, j, k))[s] = second[d * d * pair + j + d * k];
            }
        }
    }
}

/* The force law at one sample; with the second derivatives if they are requested. */
static int ask(rdg_law_element *e, rdg_index s, bool with_second)
{
    const rdg_index d = e->law.d;
    const local l = local_of(e);
    double *record = e->record + e->kind.record * s;
    rdg_vector_value value = {
        .f = record, .fx = record + d, .fv = record + d + d * d, .x_size = l.x_size, .v_size = l.v_size};
    memset(record, 0, (size_t)e->kind.record * sizeof *record);
    for (rdg_index j = 0; j < d; j++) {
        l.x[j] = rdg_law_x(e, j)[s];
        l.v[j] = e->omega * rdg_law_dx(e, j)[s];
        l.mu[j] = rdg_law_mu(e, j)[s];
    }
    if (!with_second) {
        return e->law.vector(d, l.x, l.v, &value, e->law.data);
    }
    memset(l.second, 0, (size_t)(RDG_LAW_PAIRS * d * d) * sizeof *l.second);
    value.mu = l.mu;
    value.hxx = l.second + RDG_LAW_XX * d * d;
    value.hxv = l.second + RDG_LAW_XV * d * d;
    value.hvv = l.second + RDG_LAW_VV * d * d;
    const int status = e->law.vector(d, l.x, l.v, &value, e->law.data);
    spread(e, s, l.second);
    return status;
}

static int ask_all(rdg_law_element *e, bool with_second)
{
    int status = 0;
    for (rdg_index s = 0; status == 0 && s < e->samples; s++) {
        status = ask(e, s, with_second);
    }
    return status;
}

static double greatest(const rdg_law_element *e, const double *signal)
{
    return rdg_largest(e->samples, signal);
}

static int sample(rdg_law_element *e)
{
    const local l = local_of(e);
    for (rdg_index j = 0; j < e->law.d; j++) {
        l.x_size[j] = greatest(e, rdg_law_x(e, j));
        l.v_size[j] = fabs(e->omega) * greatest(e, rdg_law_dx(e, j));
    }
    return ask_all(e, false);
}

static int weigh(rdg_law_element *e)
{
    return ask_all(e, true);
}

rdg_law_kind rdg_law_vector_kind(rdg_index d)
{
    return (rdg_law_kind){.record = d + 2 * d * d, .sample = sample, .weigh = weigh};
}
