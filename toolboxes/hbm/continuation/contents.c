/* What runs of a harmonic balance state of it: the structure, and what each unknown is a coefficient of. */
#include "hbm_impl.h"

#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/structure_contents.h>

typedef struct naming {
    const rdg_contents *out;
    const rdg_hbm *hb;
    const char *block;
} naming;

/* Q is ordered by harmonic; in each by degree of freedom, those of the cosine first. */
static void name_unknowns(rdg_index dof, const char *name, void *data)
{
    const naming *n = data;
    const rdg_basis *basis = &n->hb->basis;
    const rdg_index place = n->hb->place[dof], kept = n->hb->n_kept;
    if (place < 0) {
        return;
    }
    rdg_coefficient c = {.block = n->block, .displacement = name, .part = "mean", .i = place};
    if (basis->has_static) {
        n->out->coefficient(n->out, &c);
    }
    for (rdg_index k = 0; k < basis->n_harmonics; k++) {
        c.harmonic = basis->harmonic[k];
        c.i = rdg_hbm_coefficient(basis, c.harmonic) * kept + place;
        c.part = "cos";
        n->out->coefficient(n->out, &c);
        c.i += kept;
        c.part = "sin";
        n->out->coefficient(n->out, &c);
    }
}

void rdg_hbm_describe(const rdg_contents *out, const char *block, void *harmonic_balance)
{
    rdg_hbm *hb = harmonic_balance;
    if (!out || rdg_hbm_close(hb) != RDG_OK) {
        return;
    }
    rdg_structure_describe(out, NULL, hb->structure);
    if (out->fact) {
        out->fact(out, &(rdg_model_fact){.part = "harmonic balance",
                                         .name = rdg_structure_name(hb->structure),
                                         .key = "solver",
                                         .text = rdg_hbm_solver_name(hb->chosen)});
    }
    if (block && out->coefficient) {
        naming n = {.out = out, .hb = hb, .block = block};
        rdg_structure_call_dofs(hb->structure, name_unknowns, &n);
    }
}
