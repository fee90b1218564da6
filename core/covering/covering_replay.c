/* A covering that was cut off and is taken up again: what it has left is put together once more, and costs
 * nothing but geometry. Each chart that was made is kept with its point, with the number of tries before it
 * that led to none; all else, the cells and who is cut by whom, follows from these. */
#include "covering_impl.h"
#include "resume_impl.h"
#include "run_data_impl.h"
#include "toolbox.h"

static void exchange_rim(rdg_checkpoint *m, rdg_rim *rim)
{
    rdg_checkpoint_index(m, &rim->parameter);
    rdg_checkpoint_number(m, &rim->bound);
    rdg_checkpoint_numbers(m, rim->normal, RDG_MAX_DIMENSION);
    rdg_checkpoint_number(m, &rim->offset);
    rdg_checkpoint_number(m, &rim->sign);
    rdg_checkpoint_flag(m, &rim->on);
}

static void exchange_patch(const rdg_covering *c, rdg_checkpoint *m, rdg_patch *patch)
{
    const rdg_index k = c->k;
    rdg_checkpoint_numbers(m, patch->u, c->n); /* the chart's may be put on a bound of a domain */
    rdg_checkpoint_numbers(m, patch->basis, k * c->n);
    rdg_checkpoint_numbers(m, patch->second, k * (k + 1) / 2 * c->n);
    rdg_checkpoint_numbers(m, patch->mu, c->t->p->n_parameters);
    rdg_checkpoint_number(m, &patch->bent);
    rdg_checkpoint_number(m, &patch->radius);
    rdg_checkpoint_int(m, &patch->n_rims);
    for (int i = 0; i < patch->n_rims && i < RDG_MAX_RIMS; i++) {
        exchange_rim(m, &patch->rim[i]);
    }
}

void rdg_covering_exchange(rdg_tracer *t, rdg_checkpoint *m)
{
    rdg_covering *c = t->resume.atlas;
    rdg_checkpoint_index(m, &c->tries);
    exchange_patch(c, m, &c->patch[c->n_patches - 1]);
    rdg_checkpoint_long(m, &t->summary.iterations);
    rdg_checkpoint_long(m, &t->summary.corrections);
    if (c->n_patches == 1) { /* where held parameters are held */
        rdg_index first = 0;
        rdg_assembly_rows(t->s->assembly, &first);
        rdg_checkpoint_numbers(m, t->s->target + first, t->s->m - first);
    }
}

bool rdg_covering_has_left(const rdg_covering *c)
{
    rdg_run *past = c->t->resume.past;
    const rdg_index row = past ? rdg_run_row_of_point(past, c->n_patches - 1) : -1;
    /* points of curves on the surface, which come last, have a type */
    return row == 0 || (row > 0 && *rdg_run_type(past, row) == '\0');
}

/* What was kept with the last chart is to be read, from its tries on. */
static rdg_status open_memo(rdg_covering *c)
{
    int kind = 0;
    RDG_TRY(rdg_run_state_at(c->t->resume.past, c->n_patches - 1, &c->t->resume.memo));
    rdg_checkpoint_int(&c->t->resume.memo, &kind);
    return RDG_OK;
}

rdg_outcome rdg_covering_replay(rdg_covering *c)
{
    rdg_tracer *t = c->t;
    if (open_memo(c) != RDG_OK) {
        return RDG_ABORTED;
    }
    if (c->read_for != c->n_patches) {
        rdg_checkpoint_index(&t->resume.memo, &c->tries_left);
        c->read_for = c->n_patches;
        if (c->tries_left == 0 && open_memo(c) != RDG_OK) {
            return RDG_ABORTED;
        }
    }
    if (c->tries_left > 0) {
        c->tries_left--;
        return RDG_FAILED;
    }
    return rdg_resume_exchange(t, 0) == RDG_OK ? RDG_CONVERGED : RDG_ABORTED;
}
