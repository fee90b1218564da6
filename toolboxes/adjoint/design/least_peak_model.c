/* The highest peaks at a choice of the numbers, from a peak set, with first and second derivatives.
 *
 * The gradient of a peak is its sensitivities. Its Hessian is the change of these from one value of a number
 * to another one, both right beside: the peak there follows from Newton's method for this peak. */
#include "least_peak_impl.h"
#include "peak_set_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

const double rdg_least_rounding = 1e-12, rdg_least_same = 1e-8, rdg_least_stride = 0.1;

enum { NEWTON = 8 };

/* Relative change of a number to either side: the error of the difference is its square, and rounding by it.
 */
static const double beside = 1e-4;

void rdg_least_forget(rdg_least_model *model)
{
    rdg_peak_set_free(model->set);
    for (rdg_index i = 0; i < model->n; i++) {
        rdg_peak_point_free(model->own[i]);
    }
    memset(model, 0, sizeof *model);
}

/* d ln(height) / d ln(number) */
static void find_gradient(rdg_least_search *s, const rdg_peak_point *peak, double *g)
{
    for (rdg_index j = 0; j < s->m; j++) {
        const rdg_index at = rdg_peak_parameter(s->response, s->name[j], "rdg_minimax");
        const double slope = peak->kind == RDG_PEAK_KINK
                                 ? 0.0 /* not known */
                                 : rdg_peak_sensitivity(s->response, peak, s->name[j]);
        g[j] = at < 0 ? 0.0 : slope * peak->u[at] / peak->amplitude;
    }
}

rdg_index rdg_least_rank(const rdg_peak_set *set, rdg_index k)
{
    rdg_index higher = 0;
    for (rdg_index i = 0; i < set->count; i++) {
        const double more = set->peak[i]->amplitude - set->peak[k]->amplitude;
        higher += set->peak[i]->multiplicity > 0 && (more > 0.0 || (more == 0.0 && i < k));
    }
    return higher;
}

/* The same peak at other values. */
static bool find_at(rdg_least_search *s, const rdg_peak_point *peak, const double *value, rdg_peak_point *out)
{
    rdg_peak_response *r = s->response;
    double *u = r->vector[PEAK_FOLLOW], *row = r->vector[PEAK_FOLLOW + 1];
    memcpy(u, peak->u, (size_t)r->n * sizeof *u);
    for (rdg_index j = 0; j < s->m; j++) {
        u[rdg_peak_parameter(r, s->name[j], "rdg_minimax")] = value[j];
    }
    if (peak->kind == RDG_PEAK_CORNER) {
        memcpy(out->tangent, peak->tangent, (size_t)r->n * sizeof *u);
        return rdg_peak_corner(r, peak->corner, u, NEWTON, out) == RDG_PEAK_FOUND &&
               rdg_peak_corner_is_peak(out);
    }
    rdg_peak_border_along(r, u, peak->tangent, row);
    return peak->kind == RDG_PEAK_SMOOTH && rdg_peak_newton(r, u, row, NEWTON, out) == RDG_PEAK_FOUND &&
           out->omega >= r->low && out->omega <= r->high;
}

/* The set at values. The search for detached parts is no proof: one that was known is followed there. */
static const rdg_peak_set *find_set(rdg_least_search *s, const double *value, const rdg_least_model *known)
{
    const rdg_peak_set *set = rdg_peak_set_at(s->response, s->alpha);
    rdg_peak_point *out = set ? rdg_peak_point_create(s->response) : NULL;
    for (rdg_index i = 0; out && i < known->n; i++) {
        if (known->peak[i]->detached && find_at(s, known->peak[i], value, out) &&
            rdg_peak_list_find(s->response, set, out) < 0) {
            rdg_peak_set_free(set);
            set = rdg_peak_set_through(s->response, s->alpha, out->u);
            break;
        }
    }
    rdg_peak_point_free(out);
    return set;
}

rdg_status rdg_least_look(rdg_least_search *s, const double *value, rdg_least_model *model)
{
    rdg_least_forget(model);
    model->height = INFINITY;
    for (rdg_index j = 0; j < s->m; j++) {
        RDG_TRY(rdg_peak_response_hold(s->response, s->name[j], value[j]));
    }
    const rdg_peak_set *set = model->set = find_set(s, value, &s->at);
    rdg_error_forgive(s->ctx); /* that the response cannot be followed is an answer */
    s->points += set ? set->points : 0;
    if (!set || set->greatest < 0) {
        return rdg_error_status(s->ctx);
    }
    model->height = set->peak[set->greatest]->amplitude;
    for (rdg_index k = 0; k < set->count; k++) {
        const rdg_peak_point *peak = set->peak[k];
        if (peak->multiplicity > 0 && rdg_least_rank(set, k) < RDG_LEAST_PEAKS) {
            model->peak[model->n] = peak;
            model->a[model->n] = log(peak->amplitude / model->height);
            find_gradient(s, peak, model->g[model->n++]);
        }
    }
    return rdg_error_status(s->ctx);
}

bool rdg_least_follow(rdg_least_search *s, const double *theta, const double *value, rdg_least_model *next)
{
    const rdg_least_model *at = &s->at;
    memset(next, 0, sizeof *next);
    for (rdg_index i = 0; i < at->n; i++) {
        rdg_peak_point *out = rdg_peak_point_create(s->response);
        const bool found = out && find_at(s, at->peak[i], value, out);
        if (!found) {
            rdg_peak_point_free(out);
            if (theta[i] > 0.0 || !out) {
                return false;
            }
        } else {
            next->own[next->n] = out;
            next->peak[next->n++] = out;
            next->height = fmax(next->height, out->amplitude);
        }
    }
    for (rdg_index i = 0; i < next->n; i++) {
        next->a[i] = log(next->peak[i]->amplitude / next->height);
        find_gradient(s, next->peak[i], next->g[i]);
    }
    return next->n > 0;
}

static void make_symmetric(rdg_index m, double *H)
{
    for (rdg_index i = 0; i < m; i++) {
        for (rdg_index j = 0; j < i; j++) {
            H[j + m * i] = H[i + m * j] = 0.5 * (H[j + m * i] + H[i + m * j]);
        }
    }
}

rdg_status rdg_least_bend(rdg_least_search *s, rdg_least_model *model, rdg_index i)
{
    double *H = model->H[i], value[RDG_LEAST_NUMBERS], g[2][RDG_LEAST_NUMBERS] = {{0.0}};
    rdg_peak_point *out = rdg_peak_point_create(s->response);
    memset(H, 0, sizeof model->H[i]);
    model->is_bent[i] = true;
    for (rdg_index j = 0; out && j < s->m; j++) {
        bool found = true;
        for (int up = 0; up < 2 && found; up++) {
            memcpy(value, s->value, sizeof value);
            value[j] *= exp(up ? beside : -beside);
            found = find_at(s, model->peak[i], value, out);
            find_gradient(s, out, g[up]);
        }
        model->is_flat[i][j] = found && fabs(model->g[i][j]) <= rdg_least_same &&
                               fmin(fabs(g[0][j]), fabs(g[1][j])) <= rdg_least_same;
        for (rdg_index k = 0; found && k < s->m; k++) {
            H[k + s->m * j] = (g[1][k] - g[0][k]) / (2.0 * beside);
        }
    }
    make_symmetric(s->m, H);
    rdg_peak_point_free(out);
    return rdg_error_status(s->ctx);
}
