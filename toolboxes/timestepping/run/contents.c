/* What runs of motions state of their mechanism and its contacts, and of how they were computed. */
#include "run_impl.h"

#include <stdio.h>

static void say(const rdg_contents *out, rdg_model_fact fact)
{
    if (out->fact) {
        out->fact(out, &fact);
    }
}

static void describe_contact(const rdg_contents *out, const char *name, const rdg_contact_law *law)
{
    const rdg_model_fact facts[] = {
        {.key = "directions", .value = law->directions},
        {.key = "mu", .value = law->mu},
        {.key = "kt", .value = law->kt, .unit = "N/m"},
        {.key = "kn", .value = law->kn, .unit = "N/m"},
        {.key = "preload", .value = law->preload, .unit = "N"},
        {.key = "restitution", .value = law->restitution},
        {.key = "restitution_tangential", .value = law->restitution_tangential},
    };
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++) {
        rdg_model_fact fact = facts[k];
        fact.part = "contact";
        fact.name = name;
        say(out, fact);
    }
}

static void describe_steps(const rdg_contents *out, const rdg_timestepping *ts, const char *name)
{
    const rdg_model_fact facts[] = {
        {.key = "scheme", .text = rdg_scheme_name(ts->o.scheme)},
        {.key = "h", .value = ts->o.h, .unit = "s"},
        {.key = "rho", .value = ts->o.rho},
        {.key = "theta", .value = ts->o.theta},
    };
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++) {
        rdg_model_fact fact = facts[k];
        fact.part = "time stepping";
        fact.name = name;
        say(out, fact);
    }
}

void rdg_ts_describe(const rdg_contents *out, const char *block, void *timestepping)
{
    const rdg_timestepping *ts = timestepping;
    const rdg_mechanism_options *m = ts->about;
    const rdg_model_fact facts[] = {
        {.key = "coordinates", .value = (double)m->n},
        {.key = "constraints", .value = (double)m->bilateral},
        {.key = "contacts", .value = (double)m->contacts},
        {.key = "omega", .value = m->omega, .unit = "rad/s"},
    };
    (void)block;
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++) {
        rdg_model_fact fact = facts[k];
        fact.part = "mechanism";
        fact.name = m->name;
        say(out, fact);
    }
    for (rdg_index k = 0; k < m->contacts && m->law; k++) {
        char name[32];
        snprintf(name, sizeof name, "%lld", (long long)k);
        describe_contact(out, name, &m->law[k]);
    }
    describe_steps(out, ts, m->name);
}
