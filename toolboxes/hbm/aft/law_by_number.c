/* Sampled force laws by their numbers: records of df/dp, d2f/dp dx and d2f/dp dv at every sample stand where
 * those of the force law do, so that coefficients of dF/dp and d2F/d(z, omega) dp are formed as those of F
 * and dF/d(z, omega) are. A force law without derivatives by its numbers is requested at five values of each,
 * with steps s of 1/256,
 *
 *     f' = (f(-2) - 8 f(-1) + 8 f(1) - f(2)) / (12 s),  f'' = (-f(-2) + 16 f(-1) - 30 f(0) + ...) / (12 s^2),
 *     d2f/dp dq = (4 D(1) - D(2)) / 3,   D(m) = (f(m, m) - f(m, -m) - f(-m, m) + f(-m, -m)) / (4 m^2 s_p s_q)
 * .
 */
#include "law_element_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

enum { STENCIL = 5, CENTRE = 2 }; /* points -2 .. 2 */

double *rdg_law_number_at(const rdg_law_element *e, rdg_index k)
{
    return e->own ? (double *)(void *)((char *)e->own + ((char *)e->number[k].value - (char *)e->given))
                  : e->number[k].value;
}

void rdg_law_swap(rdg_law_element *e)
{
    for (rdg_index k = 0; e->value && k < e->law.n_numbers; k++) {
        double *at = rdg_law_number_at(e, k), mine = e->value[k];
        e->value[k] = *at;
        *at = mine;
    }
}

/* Records of the force law at hand, and the space to form what is requested. */
static bool take_memory(rdg_law_element *e)
{
    const size_t records = (size_t)(e->samples * e->kind.record);
    if (!e->by) {
        e->by = rdg_context_calloc(e->ctx, 2 * records + (size_t)(e->n * (e->n + 2) + e->law.n_numbers),
                                   sizeof *e->by);
    }
    return e->by != NULL;
}

static double step_of(const rdg_law_element *e, rdg_index k)
{
    const double size = e->number[k].size, value = fabs(*rdg_law_number_at(e, k));
    return (size > 0.0 ? size : value > 0.0 ? value : 1.0) / 256.0;
}

/* record += weight times the force law's, as its numbers are now */
static int add_law(rdg_law_element *e, double weight, double *record)
{
    const rdg_index length = e->samples * e->kind.record;
    double *kept = e->record;
    e->record = e->by + length;
    const int status = e->kind.sample(e);
    for (rdg_index i = 0; i < length; i++) {
        record[i] += weight * e->record[i];
    }
    e->record = kept;
    return status;
}

static int along(rdg_law_element *e, rdg_index k, const double weight[STENCIL], double scale, double *record)
{
    double *p = rdg_law_number_at(e, k);
    const double value = *p, step = step_of(e, k);
    int status = 0;
    for (int i = 0; status == 0 && i < STENCIL; i++) {
        *p = value + (i - CENTRE) * step;
        status = weight[i] != 0.0 ? add_law(e, weight[i] * scale, record) : 0;
    }
    *p = value;
    return status;
}

static int across(rdg_law_element *e, rdg_index k, rdg_index l, double *record)
{
    double *p = rdg_law_number_at(e, k), *q = rdg_law_number_at(e, l);
    const double weight[2] = {4.0 / 3.0, -1.0 / 3.0}, at_p = *p, at_q = *q;
    const double step_p = step_of(e, k), step_q = step_of(e, l);
    int status = 0;
    for (int corner = 0; status == 0 && corner < 8; corner++) {
        const int m = corner < 4 ? 1 : 2, sign_p = corner % 2 ? -1 : 1, sign_q = corner / 2 % 2 ? -1 : 1;
        *p = at_p + sign_p * m * step_p;
        *q = at_q + sign_q * m * step_q;
        status = add_law(e, weight[m - 1] * sign_p * sign_q / (4.0 * m * m * step_p * step_q), record);
    }
    *p = at_p;
    *q = at_q;
    return status;
}

/* df/dp, or d2f/dp dq where l is a number; the record is e->by. */
static int by_differences(rdg_law_element *e, rdg_index k, rdg_index l)
{
    static const double first[STENCIL] = {1, -8, 0, 8, -1}, second[STENCIL] = {-1, 16, -30, 16, -1};
    const double step = step_of(e, k);
    memset(e->by, 0, sizeof *e->by * (size_t)(e->samples * e->kind.record));
    return l < 0    ? along(e, k, first, 1.0 / (12.0 * step), e->by)
           : l == k ? along(e, k, second, 1.0 / (12.0 * step * step), e->by)
                    : across(e, k, l, e->by);
}

static void by_law(rdg_law_element *e, rdg_index k, rdg_index l)
{
    const double *x = rdg_law_x(e, 0), *dx = rdg_law_dx(e, 0);
    double *second = e->by + 2 * e->samples * e->kind.record + e->n * (e->n + 2);
    for (rdg_index s = 0; s < e->samples; s++) {
        double *record = e->by + e->kind.record * s;
        rdg_law_by_parameter value = {.second = second};
        memset(second, 0, sizeof *second * (size_t)e->law.n_numbers);
        e->law.by_number(x[s], e->omega * dx[s], k, &value, e->law.data);
        record[0] = l < 0 ? value.f : second[l];
        record[1] = value.fx;
        record[2] = value.fv;
    }
}

/* Brings the record e->by to df/dp or d2f/dp dq. */
static int differentiate(rdg_law_element *e, rdg_index k, rdg_index l)
{
    if (!e->law.by_number) {
        return by_differences(e, k, l);
    }
    by_law(e, k, l);
    return 0;
}

/* Coefficients of what the record e->by holds. */
static void fill(rdg_law_element *e, const rdg_basis *basis, const double *lambda, double *force,
                 double *mixed)
{
    double *kept = e->record, *J = e->by + 2 * e->samples * e->kind.record;
    e->record = e->by;
    if (force) {
        rdg_sampled_force(e, basis, force);
    }
    if (mixed) {
        rdg_sampled_jacobian(e, basis, J);
        for (rdg_index j = 0; j <= e->n; j++) {
            mixed[j] = rdg_dot(e->n, lambda, J + e->n * j);
        }
    }
    e->record = kept;
}

int rdg_sampled_numbers(rdg_law_element *e, const rdg_basis *basis, const rdg_element_parameters *answer)
{
    const rdg_index n = answer->n, N = e->n;
    int status = take_memory(e) ? 0 : -1;
    for (rdg_index k = 0; status == 0 && k < n; k++) {
        if (answer->force || answer->mixed) {
            status = differentiate(e, answer->which[k], -1);
            fill(e, basis, answer->lambda, answer->force ? answer->force + N * k : NULL,
                 answer->mixed ? answer->mixed + (N + 1) * k : NULL);
        }
        for (rdg_index l = k; status == 0 && answer->second && l < n; l++) {
            double *F = e->by + 2 * e->samples * e->kind.record + N * (N + 1);
            status = differentiate(e, answer->which[k], answer->which[l]);
            fill(e, basis, NULL, F, NULL);
            answer->second[k + n * l] = answer->second[l + n * k] = rdg_dot(N, answer->lambda, F);
        }
    }
    return status;
}
