/* Linear undamped modes.
 *
 * The problem is solved upside down, by the inverse of K + shift M: errors are relative to the largest of
 * 1/(lambda + shift), lambda = omega^2. So the low modes, which matter, are the accurate ones; of a mode far
 * above the shift and the lowest mode, and of one far below the shift, digits are lost. Where the wanted
 * modes lie decades apart one shift cannot serve all of them: a ladder of shifts does, each of which gives
 * the modes in its reach. The first is 0 where K is positive definite, else (free bodies, negative stiffness)
 * the least that makes it so. */
#include "modes.h"
#include "modes_impl.h"
#include "structure_impl.h"
#include "wave_impl.h"
#include <ridgewalk/structure_carry.h>

#include <ridgewalk/toolbox.h>

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* From so many degrees of freedom on, and for one mode in so many at most, the sparse way is taken. */
enum { MANY = 256, FEW = 8 };

/* A shift serves modes whose errors it makes no more than so many times greater than need be: 1e-11 is left
 * of omega. */
static const double serves = 1e5;

typedef struct ladder {
    rdg_modes_problem problem;
    rdg_modes_solve_fn *solve;
    rdg_index count;
    rdg_modes_rung found; /* the modes so far, with the last shift */
    rdg_modes_rung next;
} ladder;

static double mass_at(const rdg_structure *s, rdg_index dof)
{
    for (rdg_index e = s->start[dof]; e < s->start[dof + 1]; e++) {
        if (s->row[e] == dof) {
            return s->M[e];
        }
    }
    return 0.0;
}

static double ratio(const rdg_structure *s, rdg_index dof, double stiffness)
{
    const double mass = mass_at(s, dof);
    return mass > 0.0 ? fabs(stiffness) / mass : 0.0;
}

static double stiffest(const rdg_structure *s, const rdg_modes_problem *p)
{
    double largest = 0.0;
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = s->start[j]; e < s->start[j + 1]; e++) {
            const bool counts = s->row[e] == j && (!p || rdg_modes_place(p, j) >= 0);
            largest = counts ? fmax(largest, ratio(s, j, s->K[e])) : largest;
        }
    }
    return largest;
}

double rdg_structure_stiffest(const rdg_structure *s)
{
    return s ? stiffest(s, NULL) : 0.0;
}

/* The same with the springs. */
static rdg_status find_largest(const rdg_modes_problem *p, double *largest)
{
    const rdg_structure *s = p->s;
    *largest = stiffest(s, p);
    for (rdg_index a = 0; a < p->n_springs; a++) {
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        RDG_TRY(rdg_ground_spring_terms(p->s, p->where, &p->springs[a], &n, &dof, &weight));
        for (rdg_index i = 0; i < n; i++) {
            *largest = fmax(*largest, ratio(s, dof[i], p->springs[a].stiffness * weight[i] * weight[i]));
        }
    }
    return RDG_OK;
}

/* The first of 0, s, 10 s, ... with which K + shift M is positive definite, from the rounding error of the
 * largest eigenvalue on. */
static rdg_status begin(ladder *l, double largest)
{
    enum { DECADES = 18 };
    const rdg_modes_problem *p = &l->problem;
    rdg_modes_rung *r = &l->found;
    double s = largest > 0.0 ? 1e3 * DBL_EPSILON * largest : 1.0; /* without stiffness any shift will do */
    RDG_TRY(l->solve(p, l->count, r));
    for (int decade = 0; !r->definite && decade < DECADES && s > 0.0; decade++, s *= 10.0) {
        r->shift = s;
        RDG_TRY(l->solve(p, l->count, r));
    }
    return r->definite
               ? RDG_OK
               : rdg_fail(p->s->ctx, RDG_ERR_SINGULAR, p->where,
                          "neither K nor M of \"%s\" is positive definite: it has no modes", p->s->name);
}

/* The first mode that the last shift does not serve; count: none. */
static rdg_index first_lost(const ladder *l)
{
    const rdg_modes_rung *r = &l->found;
    rdg_index a = 0;
    while (a < l->count &&
           !(r->lambda[a] > r->shift && r->lambda[a] + r->shift > serves * (r->lowest + r->shift))) {
        a++;
    }
    return a;
}

/* Where to go over from the modes found before to those of the next shift: at the widest gap among those that
 * both serve, since equal frequencies have their shapes from one shift. */
static rdg_index seam(const ladder *l, rdg_index lost)
{
    const double *before = l->found.lambda, *behind = l->next.lambda;
    rdg_index best = lost;
    double widest = 0.0;
    for (rdg_index a = lost; a > 0 && behind[a] > l->next.shift / serves; a--) {
        const double gap = before[a - 1] > 0.0 ? behind[a] / before[a - 1] : HUGE_VAL;
        if (gap > widest) {
            widest = gap;
            best = a;
        }
    }
    return best;
}

static void join(ladder *l, rdg_index from)
{
    const rdg_index n = l->problem.n;
    const size_t rest = (size_t)(l->count - from);
    l->found.shift = l->next.shift;
    l->found.lowest = l->next.lowest;
    memcpy(l->found.lambda + from, l->next.lambda + from, rest * sizeof *l->found.lambda);
    if (l->found.shapes) {
        memcpy(l->found.shapes + n * from, l->next.shapes + n * from,
               (size_t)n * rest * sizeof *l->found.shapes);
    }
}

/* Most structures need no second shift, and these shapes are large. */
static rdg_status reserve_shapes(ladder *l)
{
    if (l->found.shapes && !l->next.shapes) {
        l->next.shapes =
            rdg_context_calloc(l->problem.s->ctx, (size_t)(l->count * l->problem.n), sizeof *l->next.shapes);
    }
    return l->found.shapes && !l->next.shapes ? RDG_ERR_NO_MEMORY : RDG_OK;
}

/* Up the ladder, until each mode is served. */
static rdg_status climb(ladder *l)
{
    const rdg_modes_problem *p = &l->problem;
    double largest = 0.0;
    RDG_TRY(find_largest(p, &largest));
    RDG_TRY(begin(l, largest));
    if (largest == 0.0 &&
        l->found.shift > 0.0) { /* masses without stiffness: no rounding of the shift stays */
        for (rdg_index a = 0; a < l->count; a++) {
            l->found.lambda[a] = isfinite(l->found.lambda[a]) ? 0.0 : l->found.lambda[a];
        }
        return RDG_OK;
    }
    for (rdg_index a = first_lost(l); !l->found.exhausted && a < l->count; a = first_lost(l)) {
        const rdg_modes_rung *r = &l->found;
        const bool is_finite = isfinite(r->lambda[a]);
        l->next.shift = is_finite ? r->lambda[a] : fmin(largest, RDG_MODES_REACH * (r->lowest + r->shift));
        l->next.definite = false;
        if (l->next.shift > r->shift) {
            RDG_TRY(reserve_shapes(l));
            RDG_TRY(l->solve(p, l->count, &l->next));
        }
        if (!l->next.definite) { /* nothing lies above the greatest, or K + shift M has lost what K had */
            return rdg_fail(p->s->ctx, RDG_ERR_SINGULAR, p->where,
                            "M of \"%s\" is not positive definite: there are only %" PRId64
                            " modes, not %" PRId64,
                            p->s->name, a, l->count);
        }
        l->found.exhausted = l->next.exhausted;
        join(l, seam(l, a));
    }
    return RDG_OK;
}

/* *exhausted: this way is none. */
static rdg_status find_modes(ladder *l, double *omega, double *shapes, bool *exhausted)
{
    rdg_context *ctx = l->problem.s->ctx;
    const size_t count = (size_t)l->count;
    l->found.shapes = shapes;
    l->found.lambda = rdg_context_calloc(ctx, count, sizeof *l->found.lambda);
    l->next.lambda = rdg_context_calloc(ctx, count, sizeof *l->next.lambda);
    rdg_status status = rdg_error_status(ctx) == RDG_OK ? climb(l) : RDG_ERR_NO_MEMORY;
    *exhausted = l->found.exhausted;
    for (rdg_index a = 0; status == RDG_OK && !*exhausted && a < l->count; a++) {
        omega[a] = copysign(sqrt(fabs(l->found.lambda[a])), l->found.lambda[a]);
    }
    rdg_free(l->found.lambda);
    rdg_free(l->next.lambda);
    rdg_free(l->next.shapes);
    return status;
}

/* What has no mass has no frequency: reported as text, and not by an infinite one. */
static rdg_status check_finite(const rdg_structure *s, rdg_index count, const double *omega)
{
    for (rdg_index k = 0; k < count; k++) {
        if (!isfinite(omega[k])) {
            return rdg_fail(s->ctx, RDG_ERR_SINGULAR, "rdg_structure_modes",
                            "\"%s\": mode %" PRId64 " of %" PRId64
                            " has no mass, its frequency is infinite: give all degrees of freedom a mass, or "
                            "request fewer modes",
                            s->name, k + 1, count);
        }
    }
    return RDG_OK;
}

/* Those of the nodal diameter of harmonic 1; in real form each comes twice. */
static rdg_status find_of_wave(const rdg_modes_problem *p, rdg_index count, double *omega,
                               const double *shapes)
{
    const rdg_structure *s = p->s;
    if (shapes || p->n_springs > 0) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, p->where,
                        "\"%s\" is one sector of a travelling wave: its shapes are complex, and springs are "
                        "elements. Use rdg_sector_modes()",
                        s->name);
    }
    const rdg_index diameter = rdg_wave_diameter(s->wave, 1);
    const rdg_index times = rdg_wave_is_real(s->wave, diameter) ? 1 : 2;
    rdg_structure *form = rdg_wave_real_form(s, diameter, p->where);
    double *all = form ? rdg_context_calloc(s->ctx, (size_t)(times * count), sizeof *all) : NULL;
    const rdg_modes_problem real = {.s = form, .where = p->where, .n = form ? form->n : 0};
    const rdg_status status =
        all ? rdg_modes_find(&real, times * count, all, NULL) : rdg_error_status(s->ctx);
    for (rdg_index k = 0; all && status == RDG_OK && k < count; k++) {
        omega[k] = all[times * k];
    }
    rdg_free(all);
    rdg_structure_free(form);
    return status;
}

rdg_status rdg_modes_find(const rdg_modes_problem *p, rdg_index count, double *omega, double *shapes)
{
    rdg_structure *s = p->s;
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    if (count < 1 || count > p->n || !omega) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, p->where,
                        "\"%s\" has 1 .. %" PRId64 " modes, not %" PRId64 " (or there is no place for omega)",
                        s->name, p->n, count);
    }
    if (p->n_springs < 0 || (p->n_springs > 0 && !p->springs)) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, p->where,
                        "%" PRId64 " ground springs are announced for \"%s\", none given", p->n_springs,
                        s->name);
    }
    if (s->wave) {
        return find_of_wave(p, count, omega, shapes);
    }
    RDG_TRY(rdg_structure_require_symmetry(s, p->where, false));
    bool exhausted = true;
    if (p->n > MANY && count <= p->n / FEW) {
        ladder sparse = {.problem = *p, .solve = rdg_modes_sparse, .count = count};
        RDG_TRY(find_modes(&sparse, omega, shapes, &exhausted));
    }
    if (exhausted) {
        ladder dense = {.problem = *p, .solve = rdg_modes_dense, .count = count};
        RDG_TRY(find_modes(&dense, omega, shapes, &exhausted));
    }
    return check_finite(s, count, omega);
}

rdg_status rdg_structure_modes(rdg_structure *s, rdg_index n_springs, const rdg_ground_spring *springs,
                               rdg_index count, double *omega, double *shapes)
{
    const rdg_modes_problem p = {
        .s = s, .where = __func__, .n = s ? s->n : 0, .n_springs = n_springs, .springs = springs};
    return s ? rdg_modes_find(&p, count, omega, shapes) : RDG_ERR_EARLIER;
}

rdg_status rdg_structure_frequencies(rdg_structure *s, rdg_index n_springs, const rdg_ground_spring *springs,
                                     rdg_index count, double *omega)
{
    return rdg_structure_modes(s, n_springs, springs, count, omega, NULL);
}
