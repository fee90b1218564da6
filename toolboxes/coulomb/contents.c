/* What runs with a rigid contact state of their system: its modes, slipping, and how it is damped. */
#include "coulomb_impl.h"

#include <inttypes.h>
#include <stdio.h>

void rdg_coulomb_describe(const rdg_contents *out, const char *block, void *coulomb)
{
    const rdg_coulomb *c = coulomb;
    (void)block;
    if (!out || !out->fact || !c || !c->name) {
        return;
    }
    const struct {
        const char *key;
        double value;
    } facts[] = {{"modes", (double)c->n},
                 {"friction ratio", c->ratio},
                 {"base amplitude", c->b},
                 {"damping by mass", c->soft},
                 {"damping by stiffness", c->stiff}};
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++) {
        out->fact(out, &(rdg_model_fact){
                           .part = "system", .name = c->name, .key = facts[k].key, .value = facts[k].value});
    }
    for (rdg_index i = 0; i < c->n; i++) {
        char name[24];
        snprintf(name, sizeof name, "%" PRId64, i + 1);
        out->fact(out, &(rdg_model_fact){
                           .part = "mode", .name = name, .key = "circular frequency", .value = c->wn[i]});
        out->fact(out,
                  &(rdg_model_fact){.part = "mode", .name = name, .key = "at the contact", .value = c->a[i]});
        out->fact(out,
                  &(rdg_model_fact){.part = "mode", .name = name, .key = "at the load", .value = c->p[i]});
    }
}
