/* How large an autonomous orbit is: the root mean square of its distance from its mean state. Orbits that
 * shrink to an equilibrium, at a Hopf point, end a little before: behind it the same ones come once more,
 * half a period later. */
#include "collocated_orbit_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Of the first orbit. */
static const double least = 1e-4;

void rdg_collocation_mean_row(const rdg_segment *s, const double *y, double *row)
{
    const rdg_segment_layout *at = &s->at;
    memset(row, 0, (size_t)at->nx * sizeof *row);
    for (rdg_index e = 0; e < at->N * at->K; e++) {
        const rdg_index i = e / at->K, g = e % at->K;
        const double weight = s->basis.weight[g] * (s->mesh[i + 1] - s->mesh[i]);
        const double *L = s->basis.value[g];
        for (rdg_index a = 0; a < at->n; a++) {
            double value = 0.0;
            for (rdg_index k = 0; k <= at->K; k++) {
                value += L[k] * y[i * at->block + k * at->n + a];
            }
            for (rdg_index k = 0; k <= at->K; k++) {
                row[i * at->block + k * at->n + a] += weight * value * L[k];
            }
        }
    }
}

/* out = x less its mean. */
static void centre(const rdg_segment *s, const double *x, double *out)
{
    const rdg_segment_layout *at = &s->at;
    for (rdg_index a = 0; a < at->n; a++) {
        double mean = 0.0;
        for (rdg_index e = 0; e < at->N * at->K; e++) {
            const rdg_index i = e / at->K, g = e % at->K;
            for (rdg_index k = 0; k <= at->K; k++) {
                mean += s->basis.weight[g] * (s->mesh[i + 1] - s->mesh[i]) * s->basis.value[g][k] *
                        x[i * at->block + k * at->n + a];
            }
        }
        for (rdg_index j = a; j < at->nx; j += at->n) {
            out[j] = x[j] - mean;
        }
    }
}

/* row [nx] of int <., x - mean> dtau, and its value at x - mean: the square of the size. */
static double square(rdg_segment *s, const double *x, double *row)
{
    double sum = 0.0;
    centre(s, x, s->local);
    rdg_collocation_mean_row(s, s->local, row);
    for (rdg_index j = 0; j < s->at.nx; j++) {
        sum += row[j] * s->local[j];
    }
    return fmax(sum, 0.0);
}

static int size_f(rdg_index n, const double *x, rdg_index m, double *y, void *data)
{
    rdg_segment *s = data;
    (void)n, (void)m;
    y[0] = sqrt(square(s, x, s->wide));
    return 0;
}

static int size_df(rdg_index n, const double *x, rdg_index m, double *values, void *data)
{
    rdg_segment *s = data;
    const double size = sqrt(square(s, x, s->wide));
    (void)m;
    for (rdg_index j = 0; j < n && size > 0.0; j++) {
        values[j] = s->wide[j] / size;
    }
    return 0;
}

rdg_status rdg_collocation_add_size(rdg_collocation *c, rdg_problem *p)
{
    rdg_segment *s = c->segment;
    s->users++;
    const rdg_status status = rdg_add_monitor(p,
                                              &(rdg_function){.name = "size",
                                                              .n = s->at.nx,
                                                              .m = 1,
                                                              .f = size_f,
                                                              .df = size_df,
                                                              .by_differences = true,
                                                              .data = s,
                                                              .free_data = rdg_segment_leave},
                                              s->index, NULL, RDG_REGULAR);
    s->users -= status != RDG_OK;
    RDG_TRY(status);
    double first = 0.0;
    (void)size_f(s->at.nx, rdg_start_values(p) + s->index[0], 1, &first, s);
    return first > 0.0 ? rdg_set_domain(p, "size", least * first, INFINITY) : RDG_OK;
}
