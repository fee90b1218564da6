/* The first smooth maximum of a ridge.
 *
 * Where the sensor is stationary along the forced response, a branch with multipliers crosses. As long as
 * these are zero the adjoint equations say nothing: stage 1 follows the response alone, in half as many
 * unknowns, and takes the folds of the sensor for the branch points that they are. */
#include "adjoint_impl.h"
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* The best fold of the sensor that was met. */
typedef struct harvest {
    const rdg_ridge_driver *d;
    rdg_index sensor; /* place in mu of the response */
    double value;
    bool found;
    double *u, *tangent;
} harvest;

/* Is the response started from stationary itself? It is the one that is meant then. */
static bool is_stationary(rdg_problem *p, const harvest *h, const rdg_chart *chart)
{
    const double none = 1e-6; /* of the terms that cancel */
    double value = 0.0;
    double slope = 0.0;
    double terms = 0.0;
    double *gradient = h->d->solution; /* workspace */
    if (rdg_parameter_gradient(p, h->sensor, h->d->n_plain, chart->u, &value, gradient) != 0) {
        return false;
    }
    for (rdg_index j = 0; j < h->d->n_plain; j++) {
        slope += gradient[j] * chart->tangent[j];
        terms += fabs(gradient[j] * chart->tangent[j]);
    }
    return fabs(slope) <= none * terms;
}

static bool keep_fold(rdg_problem *p, const rdg_chart *chart, void *data)
{
    harvest *h = data;
    const size_t bytes = (size_t)h->d->n_plain * sizeof *h->u;
    const bool begins = chart->point == 0 && is_stationary(p, h, chart);
    if (begins || (strcmp(chart->type, "FP") == 0 && (!h->found || chart->mu[h->sensor] > h->value))) {
        memcpy(h->u, chart->u, bytes);
        memcpy(h->tangent, chart->tangent, bytes);
        h->value = chart->mu[h->sensor];
        h->found = true;
    }
    return begins;
}

static rdg_status follow_response(const char *run, const rdg_stationary_options *options, double *u,
                                  double *tangent, void *data)
{
    rdg_ridge_driver *d = data;
    harvest h = {.d = d, .sensor = rdg_parameter_index(d->plain, d->sensor), .u = u, .tangent = tangent};
    const rdg_option ours[] = {RDG_RELEASE(d->sensor),
                               RDG_RELEASE(options->along),
                               RDG_WINDOW(options->along, options->low, options->high),
                               RDG_NO_BRANCH_POINTS,
                               RDG_PREDICT_BEND,
                               RDG_OBSERVE(keep_fold, &h),
                               RDG_EXPECT_EARLY_END};
    rdg_option_list list = {.ctx = d->ctx};
    for (size_t k = 0; k < sizeof ours / sizeof *ours; k++) {
        rdg_option_list_add(&list, ours[k]);
    }
    for (const rdg_option *o = options->options; o && o->kind != RDG_OPTION_END; o++) {
        rdg_option_list_add(&list, *o);
    }
    rdg_ridge_start_from(d->plain, d->n_plain, rdg_start_values(d->extended));
    const rdg_status status = rdg_error_status(d->ctx) == RDG_OK ? rdg_continue_list(d->plain, run, list.item)
                                                                 : rdg_error_status(d->ctx);
    rdg_option_list_release(&list);
    RDG_TRY(status);
    return h.found ? RDG_OK : rdg_stationary_say_none(d->adjoint, run, options);
}

rdg_status rdg_ridge_find_stationary(rdg_ridge_driver *d, const char *name,
                                     const rdg_stationary_options *options)
{
    return rdg_stationary_find_from(d->adjoint, name, options, follow_response, d);
}
