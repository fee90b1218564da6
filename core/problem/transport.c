/* What changes the meaning of a problem's variables. */
#include "transport.h"

#include "problem_impl.h"
#include "toolbox.h"

rdg_status rdg_add_transport(rdg_problem *p, const rdg_transport *transport)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    RDG_NEED(p->ctx, transport, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_context_grow(p->ctx, &p->transport, p->n_transports, 1, sizeof *p->transport));
    p->transport[p->n_transports++] = (rdg_problem_transport){*transport, false};
    return RDG_OK;
}

rdg_status rdg_problem_copy_transports(rdg_problem *to, const rdg_problem *from)
{
    for (rdg_index i = 0; i < from->n_transports; i++) {
        RDG_TRY(rdg_add_transport(to, &from->transport[i].is));
    }
    return RDG_OK;
}

int rdg_problem_choose(rdg_problem *p, const rdg_chart *chart)
{
    int any = 0;
    for (rdg_index i = 0; i < p->n_transports; i++) {
        const rdg_transport *t = &p->transport[i].is;
        const int answer = t->choose && p->adjoint.n == 0 ? t->choose(p, chart, t->data) : 0;
        p->transport[i].chosen = answer > 0;
        any = answer < 0 || any < 0 ? -1 : any | (answer > 0);
    }
    return any;
}

void rdg_problem_carry(rdg_problem *p, bool all, double *u)
{
    for (rdg_index i = 0; i < p->n_transports; i++) {
        const rdg_transport *t = &p->transport[i].is;
        if (t->carry && (all || p->transport[i].chosen)) {
            t->carry(p, u, t->data);
        }
    }
}

void rdg_problem_undo(rdg_problem *p)
{
    for (rdg_index i = 0; i < p->n_transports; i++) {
        const rdg_transport *t = &p->transport[i].is;
        if (t->undo && p->transport[i].chosen) {
            t->undo(p, t->data);
        }
    }
}

void rdg_problem_restore(rdg_problem *p, const rdg_chart *start)
{
    for (rdg_index i = 0; i < p->n_transports; i++) {
        const rdg_transport *t = &p->transport[i].is;
        if (t->restore) {
            t->restore(p, start, t->data);
        }
    }
}

void rdg_problem_settle(rdg_problem *p, const rdg_chart *start)
{
    for (rdg_index i = 0; i < p->n_transports; i++) {
        const rdg_transport *t = &p->transport[i].is;
        if (t->finish) {
            t->finish(p, start, t->data);
        }
    }
}
