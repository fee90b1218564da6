/* Cholesky factors of a stiffness matrix, shared by static solutions and modes. */
#include "stiffness_factor.h"
#include "modes_impl.h"
#include "shifted_impl.h"
#include "structure_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

struct rdg_stiffness_factor {
    rdg_structure *s;
    rdg_index *place;    /* [size of s] as in rdg_modes_problem; NULL: none is held */
    rdg_shifted shifted; /* at shift 0, unless a count has used it */
};

static void free_places(rdg_stiffness_factor *f)
{
    rdg_free(f->place);
    rdg_free(f);
}

/* The factors' problem, with the places of the degrees of freedom that are left */
static rdg_status pose(rdg_stiffness_factor *f, const char *where, rdg_index n_held, const rdg_index *held,
                       rdg_modes_problem *p)
{
    if (n_held != 0) {
        f->place = rdg_structure_renumber(f->s, n_held, held, where);
        RDG_TRY(f->place ? RDG_OK : RDG_ERR_EARLIER);
    }
    *p = (rdg_modes_problem){.s = f->s, .where = where, .n = f->s->n - n_held, .place = f->place};
    return RDG_OK;
}

rdg_stiffness_factor *rdg_stiffness_factor_create(rdg_structure *s, const char *where, rdg_index n_held,
                                                  const rdg_index *held, double beside, bool *definite)
{
    RDG_ENTER(s, s->ctx, NULL);
    rdg_stiffness_factor *f = NULL;
    if (definite) {
        f = rdg_context_calloc(s->ctx, 1, sizeof *f);
    } else {
        (void)rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "no place for `definite`");
    }
    if (!f) {
        return NULL;
    }
    f->s = s;
    rdg_modes_problem p;
    rdg_status status = pose(f, where, n_held, held, &p);
    if (status != RDG_OK) {
        free_places(f);
        return NULL;
    }
    status = rdg_shifted_open(&f->shifted, &p);
    f->shifted.beside = beside;
    status = status == RDG_OK ? rdg_shifted_factor(&f->shifted, where, 0.0, definite) : status;
    if (status != RDG_OK) {
        rdg_stiffness_factor_free(f);
        return NULL;
    }
    return f;
}

rdg_status rdg_stiffness_factor_beside(rdg_stiffness_factor *f, const char *where, double beside)
{
    RDG_ENTER(f, f->s->ctx, RDG_ERR_EARLIER);
    RDG_TRY(rdg_require_finite(f->s->ctx, where, "the memory beside", 1, &beside));
    f->shifted.beside = beside;
    return rdg_shifted_require_memory(&f->shifted, where);
}

rdg_status rdg_stiffness_factor_solve(rdg_stiffness_factor *f, const char *where, rdg_index count, double *X)
{
    RDG_ENTER(f, f->s->ctx, RDG_ERR_EARLIER);
    if (count < 1 || !X) {
        return rdg_fail(f->s->ctx, RDG_ERR_ARGUMENT, where, "no columns to solve for");
    }
    bool definite = false;
    RDG_TRY(rdg_shifted_factor(&f->shifted, where, 0.0, &definite));
    return definite ? rdg_shifted_solve_all(&f->shifted, where, count, X)
                    : rdg_fail(f->s->ctx, RDG_ERR_SINGULAR, where,
                               "the stiffness of \"%s\" is not positive definite", f->s->name);
}

rdg_status rdg_stiffness_factor_count(rdg_stiffness_factor *f, const char *where, double omega,
                                      rdg_index *count)
{
    RDG_ENTER(f, f->s->ctx, RDG_ERR_EARLIER);
    if (!(omega > 0.0) || !isfinite(omega) || !count) {
        return rdg_fail(f->s->ctx, RDG_ERR_ARGUMENT, where, "no modes can be counted below %g rad/s", omega);
    }
    double lambda = omega * omega;
    *count = -1;
    for (int k = 0; *count < 0 && k < 4; k++) { /* at an eigenvalue a pivot vanishes: it belongs below */
        RDG_TRY(rdg_shifted_count(&f->shifted, where, lambda, count));
        lambda *= 1.0 + 1e-9;
    }
    return *count >= 0 ? RDG_OK
                       : rdg_fail(f->s->ctx, RDG_ERR_SINGULAR, where,
                                  "the modes of \"%s\" below %g rad/s cannot be counted", f->s->name, omega);
}

rdg_status rdg_stiffness_factor_modes(rdg_stiffness_factor *f, rdg_index count, double *omega, double *shapes)
{
    if (!f) {
        return RDG_ERR_EARLIER;
    }
    rdg_modes_problem p = f->shifted.problem;
    p.where = "rdg_structure_modes";
    p.shared = &f->shifted;
    return rdg_modes_find(&p, count, omega, shapes);
}

void rdg_stiffness_factor_free(rdg_stiffness_factor *f)
{
    if (f) {
        rdg_shifted_close(&f->shifted);
        free_places(f);
    }
}
