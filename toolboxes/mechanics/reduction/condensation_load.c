/* Loads on all degrees of freedom, condensed to the kept ones: f = f_b - Z_bi Z_ii^-1 f_i.
 *
 * In the interior's coordinates, q_i = scale (shape q_b + x), a load is scale f_i, and f_b + shape^T scale
 * f_i acts on the kept degrees of freedom. */
#include "condensation_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* cos and sin parts are the complex cosine - i sine */
static void fill(const rdg_condensation *c, const double *cosine, const double *sine,
                 const rdg_condensed_load *load)
{
    const rdg_interior *in = &c->interior;
    for (rdg_index i = 0; i < c->n; i++) {
        const double complex f = rdg_complex(cosine[i], sine ? -sine[i] : 0.0);
        const rdg_index place = c->place[i];
        if (place < 0) {
            load->kept[-1 - place] += f;
            continue;
        }
        load->interior[place] = in->scale[place] * f;
        for (rdg_index b = 0; b < c->n_kept; b++) {
            load->kept[b] += in->shape[place + in->n * b] * load->interior[place];
        }
    }
}

static bool append(rdg_condensation *c, const rdg_condensed_load *load)
{
    rdg_condensed_load *longer = rdg_context_calloc(c->ctx, (size_t)c->n_loads + 1, sizeof *longer);
    if (!longer) {
        return false;
    }
    if (c->load) {
        memcpy(longer, c->load, (size_t)c->n_loads * sizeof *longer);
    }
    rdg_free(c->load);
    c->load = longer;
    c->load[c->n_loads++] = *load;
    return true;
}

rdg_index rdg_condensation_add_load(rdg_condensation *c, const double *cosine, const double *sine)
{
    RDG_ENTER(c, c->ctx, -1);
    RDG_NEED(c->ctx, cosine, -1);
    for (rdg_index i = 0; i < c->n; i++) {
        if (!isfinite(cosine[i]) || (sine && !isfinite(sine[i]))) {
            RDG_FAIL(c->ctx, RDG_ERR_NOT_FINITE,
                     "the load on degree of freedom %" PRId64 " is %g cos, %g sin", i, cosine[i],
                     sine ? sine[i] : 0.0);
            return -1;
        }
    }
    if (c->wave) {
        return c->wave->add_load(c, cosine, sine);
    }
    if (!c->f) {
        c->f = rdg_context_calloc(c->ctx, 3 * (size_t)c->n_kept, sizeof *c->f);
    }
    const rdg_condensed_load load = {
        .kept = rdg_context_calloc(c->ctx, (size_t)c->n_kept, sizeof *load.kept),
        .interior = rdg_context_calloc(c->ctx, (size_t)c->interior.n, sizeof *load.interior)};
    if (!c->f || !load.kept || !load.interior || !append(c, &load)) {
        rdg_free(load.kept);
        rdg_free(load.interior);
        return -1;
    }
    fill(c, cosine, sine, &load);
    if (c->elimination.ops && c->elimination.ops->prepare_load) {
        c->elimination.ops->prepare_load(c->elimination.self, load.interior);
    }
    return c->n_loads - 1;
}

int rdg_condensation_evaluate_load(rdg_condensation *c, rdg_index load, rdg_index k, double omega, double *f,
                                   double *f1, double *f2)
{
    if (!c || k < 0 || load < 0 || load >= c->n_loads) {
        return -1;
    }
    if (!isfinite((double)k * omega * ((double)k * omega))) {
        return 1;
    }
    if (c->wave) {
        return c->wave->evaluate_load(c, load, k, omega, (double *const[]){f, f1, f2});
    }
    const rdg_index n = c->n_kept;
    double *const target[3] = {f, f1, f2};
    double complex *const order[3] = {c->f, c->f + n, c->f + 2 * n};
    memset(c->f, 0, 3 * (size_t)n * sizeof *c->f);
    memcpy(c->f, c->load[load].kept, (size_t)n * sizeof *c->f);
    if (rdg_interior_moves(c, k)) {
        const int flag = c->elimination.ops->reduce_load(c->elimination.self, (double)k, omega,
                                                         c->load[load].interior, order);
        if (flag) {
            return flag;
        }
    }
    for (int i = 0; i < 3; i++) {
        for (rdg_index b = 0; target[i] && b < n; b++) {
            target[i][b] = creal(order[i][b]);
            target[i][n + b] = -cimag(order[i][b]);
        }
    }
    return 0;
}
