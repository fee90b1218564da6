/* Harmonics that come and go along a branch, by the truncation error. */
#include "truncation_impl.h"

#include <ridgewalk/frozen.h>
#include <ridgewalk/truncation.h>

#include <string.h>

/* Of the tolerance: where harmonics are added, the error after that; where they are dropped, likewise. The
 * gap between the second and a tenth, where dropping begins, keeps the branch from going back and forth. */
static const double after_adding = 0.5, after_dropping = 0.25;

typedef struct adaptation {
    double tolerance;
} adaptation;

static const rdg_hbm_attachment_kind attachment = {.free = rdg_free};

/* NULL: the harmonics stay */
static adaptation *adaptation_of(const rdg_hbm *hb)
{
    return hb ? rdg_hbm_attached(hb, &attachment) : NULL;
}

/* The least number of harmonics of the list that cover the forced ones. */
static rdg_index least(const rdg_hbm *hb)
{
    rdg_index n = 1;
    for (rdg_index i = 0; i < hb->n_loads; i++) {
        while (hb->basis.harmonic[n - 1] < hb->load[i].of->harmonic) {
            n++;
        }
    }
    return n;
}

/* The least number of harmonics of the list whose error is below a bound; all if there is none. */
static rdg_index enough(const rdg_hbm *hb, const double *amplitude, double bound)
{
    rdg_index n = least(hb);
    while (n < hb->basis.n_harmonics && rdg_truncation_error(rdg_truncation_of(hb), n, amplitude) > bound) {
        n++;
    }
    return n;
}

/* The error without the last active harmonic. At the least number of harmonics there is none to drop. */
static int surplus_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_hbm *hb = data;
    const double *amplitude = NULL;
    const rdg_index active = hb->active.n_harmonics;
    (void)m;
    const int answer = rdg_truncation_amplitudes(rdg_truncation_of(hb), u, u[n - 1], &amplitude);
    if (answer == 0) {
        y[0] = active > least(hb) ? rdg_truncation_error(rdg_truncation_of(hb), active - 1, amplitude) : 1.0;
    }
    return answer;
}

static int highest_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_hbm *hb = data;
    (void)n;
    (void)u;
    (void)m;
    y[0] = hb->harmonic[hb->active.n_harmonics - 1];
    return 0;
}

/* The first n harmonics stay unknowns of the problem, the others are eliminated at rest. */
static rdg_status keep(const rdg_hbm *hb, rdg_problem *problem, rdg_index n)
{
    const rdg_index kept = (2 * n + hb->basis.has_static) * hb->n_kept;
    RDG_TRY(rdg_restore(problem, "Q", 0, kept));
    return kept == hb->m ? RDG_OK
                         : rdg_eliminate(problem, &(rdg_eliminated){.block = "Q",
                                                                    .first = kept,
                                                                    .n = hb->m - kept,
                                                                    .zero = hb->function.name,
                                                                    .row = kept});
}

/* The harmonics that are not eliminated are active: those of the start again, when a run turns round or ends.
 */
static rdg_status follow(rdg_problem *problem, void *data)
{
    rdg_hbm *hb = data;
    const rdg_index Q = rdg_variable_index(problem, "Q", NULL);
    const rdg_index first = Q + hb->basis.has_static * hb->n_kept;
    rdg_index n = 1;
    while (n < hb->basis.n_harmonics && !rdg_is_eliminated(problem, first + 2 * n * hb->n_kept)) {
        n++;
    }
    return rdg_hbm_activate(hb, n);
}

/* Keep what the solution u wants, by a bound on its error. */
static rdg_status choose(const rdg_hbm *hb, rdg_problem *problem, const char *where, const double *u,
                         double bound)
{
    const double *amplitude = NULL;
    const rdg_index Q = rdg_variable_index(problem, "Q", NULL);
    const rdg_index at = rdg_variable_index(problem, "omega", NULL);
    RDG_TRY(rdg_error_status(hb->ctx));
    const double omega = u[at];
    const int answer = rdg_truncation_amplitudes(rdg_truncation_of(hb), u + Q, omega, &amplitude);
    if (answer != 0) {
        return rdg_fail(hb->ctx, RDG_ERR_CALLBACK, where,
                        "the elements of \"%s\" cannot be evaluated at omega = %g rad/s (answer %d)",
                        rdg_structure_name(hb->structure), omega, answer);
    }
    return keep(hb, problem, enough(hb, amplitude, bound));
}

/* Both with all harmonics and with those that the start needs. */
static rdg_status solve_start(const rdg_hbm *hb, rdg_problem *problem, const char *where)
{
    RDG_TRY(keep(hb, problem, hb->basis.n_harmonics));
    RDG_TRY(rdg_solve(problem));
    RDG_TRY(
        choose(hb, problem, where, rdg_start_values(problem), after_dropping * adaptation_of(hb)->tolerance));
    return rdg_solve(problem);
}

rdg_status rdg_hbm_adapt(rdg_hbm *hb, rdg_problem *problem, double tolerance)
{
    if (!hb || !problem || rdg_error_status(hb->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!(tolerance > 0.0 && tolerance < 1.0)) {
        return RDG_FAIL(hb->ctx, RDG_ERR_ARGUMENT,
                        "the tolerance %g of the harmonics of \"%s\" is a relative error: give a number "
                        "between 0 and 1",
                        tolerance, rdg_structure_name(hb->structure));
    }
    adaptation *a = adaptation_of(hb);
    if (!a) {
        a = rdg_context_calloc(hb->ctx, 1, sizeof *a);
        RDG_TRY(a ? rdg_hbm_attach(hb, &attachment, a) : RDG_ERR_NO_MEMORY);
    }
    a->tolerance = tolerance;
    RDG_TRY(rdg_hbm_add_truncation(hb, problem, "truncation"));
    RDG_TRY(rdg_hbm_add_scalar(hb, problem, __func__, "surplus", surplus_value, RDG_KINKED));
    RDG_TRY(rdg_hbm_add_scalar(hb, problem, __func__, "harmonics", highest_value, RDG_JUMPING));
    RDG_TRY(rdg_watch_eliminated(problem, follow, hb));
    return solve_start(hb, problem, __func__);
}

double rdg_hbm_tolerance(const rdg_hbm *hb)
{
    const adaptation *a = adaptation_of(hb);
    return a ? a->tolerance : 1.0;
}

bool rdg_hbm_change_harmonics(rdg_problem *problem, const rdg_chart *event, int direction, double *u,
                              void *data)
{
    rdg_hbm *hb = data;
    (void)direction;
    const adaptation *a = adaptation_of(hb);
    if (!a || !problem || !event || !event->type || !u) {
        return false;
    }
    const bool more = strcmp(event->type, "H+") == 0;
    if (!more && strcmp(event->type, "H-") != 0) {
        return false;
    }
    const rdg_index before = hb->active.n_harmonics;
    const double bound = (more ? after_adding : after_dropping) * a->tolerance;
    if (choose(hb, problem, "rdg_hbm_change_harmonics", u, bound) != RDG_OK) {
        return false;
    }
    if (more && hb->active.n_harmonics == before) {
        rdg_write(hb->ctx, RDG_CHANNEL_NOTE,
                  "note: at omega = %.6g rad/s the truncation error grows beyond %g with all harmonics that "
                  "\"%s\" has\n",
                  u[rdg_variable_index(problem, "omega", NULL)], a->tolerance,
                  rdg_structure_name(hb->structure));
    }
    return true;
}

void rdg_hbm_checkpoint_harmonics(rdg_problem *problem, rdg_checkpoint *memo, void *data)
{
    rdg_hbm *hb = data;
    if (!problem || !memo || !hb) {
        return;
    }
    rdg_index n = hb->active.n_harmonics;
    rdg_checkpoint_index(memo, &n);
    if (rdg_checkpoint_reads(memo) && n >= 1 && n <= hb->basis.n_harmonics) {
        keep(hb, problem, n);
    }
}
