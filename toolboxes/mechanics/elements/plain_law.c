/* Force laws without derivatives: they come from central differences of fourth order in each of the 2 d
 * arguments y = (x, v), with steps s = size / 256,
 *
 *     f' = (f(-2) - 8 f(-1) + 8 f(1) - f(2)) / (12 s),   f'' = (-f(-2) + 16 f(-1) - 30 f(0) + ...) / (12
 * s^2), d2f/dy_a dy_b = (4 D(1) - D(2)) / 3,   D(m) = (f(m, m) - f(m, -m) - f(-m, m) + f(-m, -m)) / (4 m^2
 * s_a s_b)
 *
 * Their errors in units of f/size are s^4/30 = 8e-12 times the fifth derivative and 4e-14 of rounding, and in
 * units of f/size^2 some 1e-10 of rounding. */
#include "force_element_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

enum { STENCIL = 5, CENTRE = 2 }; /* points -2 .. 2 */

typedef struct plain {
    rdg_plain_law scalar;
    rdg_plain_vector_law vector;
    void *data;
    void (*free_data)(void *data);
    rdg_index d;
    double *size; /* [2 d] as given for x, v; 0: not known */
    double *step; /* [2 d] */
    double *y;    /* [2 d] x, v */
    double *f;    /* [d] at a point of a stencil */
} plain;

static void free_plain(void *data)
{
    plain *p = data;
    if (p->free_data) {
        p->free_data(p->data);
    }
    rdg_free(p->size);
    rdg_free(p->step);
    rdg_free(p->y);
    rdg_free(p->f);
    rdg_free(p);
}

/* The forces at p->y. */
static int ask(const plain *p, double *f)
{
    int status = 0;
    memset(f, 0, (size_t)p->d * sizeof *f);
    if (p->scalar) {
        f[0] = p->scalar(p->y[0], p->y[1], p->data);
    } else {
        status = p->vector(p->d, p->y, p->y + p->d, f, p->data);
    }
    for (rdg_index i = 0; status == 0 && i < p->d; i++) {
        status = isfinite(f[i]) ? 0 : 1;
    }
    return status;
}

/* The greatest of the sizes, or where all are 0, as at rest, a micrometre. */
static double any_size(rdg_index d, const double *size)
{
    double most = 0.0;
    for (rdg_index j = 0; j < d; j++) {
        most = fmax(most, size[j]);
    }
    return most > 0.0 ? most : 1e-6;
}

static void choose_steps(plain *p, rdg_index first, const double *period)
{
    const double fraction = 1.0 / 256.0, any = any_size(p->d, period);
    for (rdg_index j = 0; j < p->d; j++) {
        const double given = p->size[first + j];
        p->step[first + j] = fraction * (given > 0.0 ? given : period[j] > 0.0 ? period[j] : any);
    }
}

/* Where the second derivative in y_a and y_b, a <= b, belongs. */
static double *second_place(const plain *p, const rdg_vector_value *value, rdg_index a, rdg_index b)
{
    const rdg_index d = p->d;
    return b < d   ? &value->hxx[a + d * b]
           : a < d ? &value->hxv[a + d * (b - d)]
                   : &value->hvv[a - d + d * (b - d)];
}

/* First derivatives in y_a, and the second one. The force at y itself is known. */
static int along(plain *p, rdg_index a, const rdg_vector_value *value)
{
    static const double first[STENCIL] = {1, -8, 0, 8, -1}, second[STENCIL] = {-1, 16, -30, 16, -1};
    const rdg_index d = p->d;
    const double y = p->y[a], step = p->step[a];
    double *column = a < d ? value->fx + d * a : value->fv + d * (a - d);
    double curvature = 0.0;
    int status = 0;
    for (int k = 0; status == 0 && k < STENCIL; k++) {
        const double *force = k == CENTRE ? value->f : p->f;
        p->y[a] = y + (k - CENTRE) * step;
        status = k == CENTRE ? 0 : ask(p, p->f);
        for (rdg_index i = 0; i < d; i++) {
            column[i] += first[k] * force[i] / (12.0 * step);
        }
        curvature += value->mu ? second[k] * rdg_dot(d, value->mu, force) : 0.0;
    }
    p->y[a] = y;
    if (value->mu) {
        *second_place(p, value, a, a) = curvature / (12.0 * step * step);
    }
    return status;
}

/* The second derivative in y_a and y_b, a < b. */
static int across(plain *p, rdg_index a, rdg_index b, const rdg_vector_value *value)
{
    const double weight[2] = {4.0 / 3.0, -1.0 / 3.0}, ya = p->y[a], yb = p->y[b];
    double sum = 0.0;
    int status = 0;
    for (int corner = 0; status == 0 && corner < 8; corner++) {
        const int m = corner < 4 ? 1 : 2, sign_a = corner % 2 ? -1 : 1, sign_b = corner / 2 % 2 ? -1 : 1;
        p->y[a] = ya + sign_a * m * p->step[a];
        p->y[b] = yb + sign_b * m * p->step[b];
        status = ask(p, p->f);
        sum += weight[m - 1] * sign_a * sign_b * rdg_dot(p->d, value->mu, p->f) / (4.0 * m * m);
    }
    p->y[a] = ya;
    p->y[b] = yb;
    *second_place(p, value, a, b) = sum / (p->step[a] * p->step[b]);
    return status;
}

static int law(rdg_index d, const double *x, const double *v, const rdg_vector_value *value, void *data)
{
    plain *p = data;
    memcpy(p->y, x, (size_t)d * sizeof *x);
    memcpy(p->y + d, v, (size_t)d * sizeof *v);
    choose_steps(p, 0, value->x_size);
    choose_steps(p, d, value->v_size);
    int status = ask(p, value->f);
    for (rdg_index a = 0; status == 0 && a < 2 * d; a++) {
        status = along(p, a, value);
        for (rdg_index b = a + 1; status == 0 && value->mu && b < 2 * d; b++) {
            status = across(p, a, b, value);
        }
    }
    return status;
}

static rdg_status copy_sizes(rdg_context *ctx, const char *where, const char *at, const char *what,
                             rdg_index d, const double *given, double *size)
{
    for (rdg_index j = 0; given && j < d; j++) {
        if (!(given[j] >= 0.0 && isfinite(given[j]))) {
            return rdg_fail(
                ctx, RDG_ERR_ARGUMENT, where,
                "the element at \"%s\" has %s = %g: give a size > 0, or 0 for the greatest of the "
                "period",
                at, what, given[j]);
        }
        size[j] = given[j];
    }
    return RDG_OK;
}

rdg_status rdg_force_law_by_differences(rdg_context *ctx, const char *where, rdg_given_law *given)
{
    const rdg_index d = given->law.d;
    const char *at = given->at[0] ? given->at[0] : "?";
    plain *p = rdg_context_calloc(ctx, 1, sizeof *p);
    if (!p) {
        return RDG_ERR_NO_MEMORY;
    }
    *p = (plain){.scalar = given->plain, .vector = given->plain_vector, .data = given->law.data, .d = d};
    p->size = rdg_context_calloc(ctx, (size_t)(2 * d), sizeof(double));
    p->step = rdg_context_calloc(ctx, (size_t)(2 * d), sizeof(double));
    p->y = rdg_context_calloc(ctx, (size_t)(2 * d), sizeof(double));
    p->f = rdg_context_calloc(ctx, (size_t)d, sizeof(double));
    rdg_status status = rdg_error_status(ctx);
    status = status == RDG_OK ? copy_sizes(ctx, where, at, "x_size", d, given->x_size, p->size) : status;
    status = status == RDG_OK ? copy_sizes(ctx, where, at, "v_size", d, given->v_size, p->size + d) : status;
    if (status != RDG_OK) {
        free_plain(p);
        return status;
    }
    p->free_data = given->law.free_data;
    given->law.vector = law;
    given->law.data = p;
    given->law.free_data = free_plain;
    return RDG_OK;
}
