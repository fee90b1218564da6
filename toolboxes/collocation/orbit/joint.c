/* Where the end of an orbit meets its start, and how long a forced one lasts. */
#include "collocated_orbit_impl.h"

#include <ridgewalk/linear.h>
#include <ridgewalk/toolbox.h>

static const double pi = 3.14159265358979323846;

rdg_status rdg_collocation_add_joint(rdg_collocation *c, rdg_problem *p)
{
    const rdg_segment *s = c->segment;
    return rdg_add_glue(p, "joint", c->n, s->index + s->at.m, s->index);
}

/* omega T - 2 pi k = 0; u = (T, omega), data: the orbits */
static int period_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_collocation *c = data;
    (void)n, (void)m;
    y[0] = u[0] * u[1] - 2.0 * pi * (double)c->order;
    return 0;
}

static int period_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m, (void)data;
    values[0] = u[1];
    values[1] = u[0];
    return 0;
}

static int period_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                      void *data)
{
    (void)n, (void)u, (void)m, (void)data;
    values[1] = values[2] = lambda[0];
    return 0;
}

rdg_status rdg_collocation_add_period(rdg_collocation *c, rdg_problem *p)
{
    const rdg_segment *s = c->segment;
    const rdg_index index[] = {s->index[s->at.T], s->index[s->at.p + s->at.omega]};
    c->users++;
    const rdg_status status = rdg_add_zero(p,
                                           &(rdg_function){.name = "period",
                                                           .n = 2,
                                                           .m = 1,
                                                           .f = period_f,
                                                           .df = period_df,
                                                           .d2f = period_d2f,
                                                           .data = c,
                                                           .free_data = rdg_collocation_leave},
                                           index);
    c->users -= status != RDG_OK;
    return status;
}
