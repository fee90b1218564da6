/* How a contact depends on its numbers: friction_numbers.h, requested of a contact of unit stiffnesses
 * without preload, whose displacements have a static part. It sees the same signals to the last bit, and so
 * the same states. It is made when derivatives are requested the first time. */
#include "contact_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

/* Arrays in one piece of memory; with memory NULL only count. */
static size_t lay_out(rdg_contact_unit *unit, double *memory)
{
    const rdg_index M = unit->M;
    const struct {
        double **array;
        rdg_index count;
    } parts[] = {{&unit->z, M},
                 {&unit->lambda, M},
                 {&unit->force, M},
                 {&unit->gradient, M},
                 {&unit->friction, M},
                 {&unit->row, M},
                 {&unit->store, M},
                 {&unit->jacobian, M * (M + 1)},
                 {&unit->hessian, (M + 1) * (M + 1)}};
    size_t used = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        *parts[i].array = memory ? memory + used : NULL;
        used += (size_t)parts[i].count;
    }
    return used;
}

static rdg_contact_unit *create(const rdg_contact_element *e)
{
    const rdg_series *s = &e->series;
    const rdg_contact law = {.tangential = "tangential",
                             .normal = "normal",
                             .kt = 1,
                             .kn = 1,
                             .mu = e->mu,
                             .start = e->law.start,
                             .start_force = e->law.start_force};
    const rdg_basis basis = {.n_harmonics = s->n_harmonics,
                             .harmonic = s->harmonic,
                             .has_static = true,
                             .n_coefficients = 2 * s->n_harmonics + 1};
    rdg_contact_unit *unit = rdg_context_calloc(e->maker, 1, sizeof *unit);
    if (!unit) {
        return NULL;
    }
    unit->M = 2 * basis.n_coefficients;
    unit->contact = rdg_contact_element_new(e->maker, "rdg_contact_add", &law, &basis);
    unit->memory = unit->contact ? rdg_context_calloc(e->maker, lay_out(unit, NULL), sizeof(double)) : NULL;
    if (!unit->memory) {
        rdg_contact_unit_free(unit);
        return NULL;
    }
    lay_out(unit, unit->memory);
    return unit;
}

static rdg_friction_state state_of(const rdg_contact_element *e, rdg_contact_law *law, const double *z,
                                   double rest[2])
{
    *law = (rdg_contact_law){
        .kt = e->kt, .kn = e->kn, .mu = e->mu, .preload = e->law.preload, .start = e->law.start};
    rest[0] = 0; /* without a static part a mean displacement changes no force */
    rest[1] = e->rest[1];
    return (rdg_friction_state){.law = law,
                                .tangential = 1,
                                .has_normal = e->d == 2,
                                .n = e->n,
                                .has_static = e->series.has_static,
                                .z = z,
                                .rest = rest};
}

/* Bring the unit contact to the same motion, contact state and focus. 0, > 0 or < 0 as elements answer. */
static int follow(rdg_contact_element *e, const rdg_friction_state *at)
{
    if (!e->unit) {
        e->unit = create(e);
    }
    if (!e->unit) {
        return -1;
    }
    rdg_contact_element *u = e->unit->contact;
    if (u->mu != e->mu || u->rest[0] != e->kt * e->rest[0] || u->law.start != e->law.start ||
        u->law.start_force != e->law.start_force) {
        u->mu = u->law.mu = e->mu;
        u->law.start = e->law.start;
        u->law.start_force = e->law.start_force;
        u->rest[0] = e->kt * e->rest[0];
        u->progress = CONTACT_NOTHING;
    }
    if (u->n_bursts != e->n_bursts ||
        memcmp(u->burst, e->burst, sizeof *e->burst * (size_t)e->n_bursts) != 0) {
        u->n_bursts = e->n_bursts;
        memcpy(u->burst, e->burst, sizeof *e->burst * (size_t)e->n_bursts);
        u->progress = CONTACT_NOTHING;
    }
    u->hold = e->hold;
    rdg_friction_load(at, e->unit->z);
    if (rdg_contact_load(e, at->z) != 0 || rdg_contact_load(u, e->unit->z) != 0) {
        return 1;
    }
    u->tolerance = e->tolerance;
    return 0;
}

/* Where there is no friction force at all the contact slips with none, and the force has one derivative in
 * what makes it appear, but no second one: the time in stick grows like its square root. */
static bool lacks_second(const rdg_contact_element *e, rdg_index n, const int *which)
{
    const double load = e->signal[CONTACT_NORMAL].mean;
    bool lacks = false;
    for (rdg_index k = 0; k < n; k++) {
        const bool loads = which[k] == RDG_FRICTION_PRELOAD || which[k] == RDG_FRICTION_KN;
        lacks = lacks || (e->mu == 0 && which[k] == RDG_FRICTION_MU) ||
                (e->mu > 0 && e->steady && load == 0 && loads);
    }
    return lacks;
}

/* dT/dmu without friction: the load in the direction of slip. */
static void fill_frictionless(const rdg_contact_element *e, double *column)
{
    const rdg_contact_element *u = e->unit->contact;
    double *T = e->unit->row;
    memset(column, 0, sizeof *column * (size_t)(e->d * e->n));
    if (u->n_transitions == 0 || u->progress != CONTACT_PATH_KNOWN) {
        return; /* it does not move, or is open */
    }
    memset(T, 0, sizeof *T * (size_t)u->n);
    rdg_moments_multiply(&u->series, 1.0, u->product[CONTACT_IN_SLIP], e->unit->z + u->n, T);
    memcpy(column, T + u->n - e->n, sizeof *column * (size_t)e->n);
}

/* The slider position v of the static force kt x - v depends on the start: of a free slider that sticks it is
 * the start. The rule of friction_numbers.h for kt lets the start grow with kt. */
static void add_start(const rdg_contact_element *e, rdg_friction_parameter which, int share, double *column)
{
    if (which == RDG_FRICTION_START) {
        column[0] -= share;
    } else if (which == RDG_FRICTION_KT && e->law.start == RDG_SLIDER_AT) {
        column[0] += share * e->law.start_force / e->kt;
    }
}

static void fill_columns(rdg_contact_element *e, const rdg_friction_state *at,
                         const rdg_element_parameters *answer)
{
    const rdg_contact_unit *unit = e->unit;
    const int share = e->series.has_static ? rdg_contact_by_start(unit->contact, unit->z) : 0;
    for (rdg_index k = 0; k < answer->n; k++) {
        const rdg_friction_parameter which = (rdg_friction_parameter)answer->which[k];
        double *column = answer->force + e->d * e->n * k;
        if (which == RDG_FRICTION_MU && e->mu == 0) {
            fill_frictionless(e, column);
        } else {
            rdg_friction_column(at, which, unit->z, unit->force, unit->jacobian, column);
        }
        if (share != 0) {
            add_start(e, which, share, column);
        }
    }
}

/* lambda . F of the unit contact: lambda^T J, with and without the normal force. */
static rdg_friction_function contract(const rdg_contact_unit *unit)
{
    const rdg_index M = unit->M, tangential = M / 2;
    for (rdg_index j = 0; j < M; j++) {
        const double *column = unit->jacobian + M * j;
        double friction = 0, normal = 0;
        for (rdg_index i = 0; i < M; i++) {
            *(i < tangential ? &friction : &normal) += unit->lambda[i] * column[i];
        }
        unit->friction[j] = friction;
        unit->gradient[j] = friction + normal;
    }
    return (rdg_friction_function){
        .gradient = unit->gradient, .friction = unit->friction, .hessian = unit->hessian, .stride = M + 1};
}

int rdg_contact_numbers(rdg_contact_element *e, const double *z, const rdg_element_parameters *answer)
{
    rdg_contact_law law;
    double rest[2];
    const rdg_friction_state at = state_of(e, &law, z, rest);
    const rdg_index rows = e->d * e->n + 1;
    const bool curved = answer->mixed || answer->second;
    const int status = follow(e, &at);
    if (status != 0 || (curved && lacks_second(e, answer->n, answer->which))) {
        return status != 0 ? status : 1;
    }
    rdg_contact_unit *unit = e->unit;
    rdg_element_result result = {
        .force = unit->force, .jacobian = unit->jacobian, .sliders = answer->sliders};
    if (curved) {
        rdg_friction_spread(&at, answer->lambda, unit->lambda);
        result.lambda = unit->lambda;
        result.hessian = unit->hessian;
    }
    if (rdg_contact_evaluate(unit->contact, unit->z, &result) != 0) {
        return 1;
    }
    if (answer->force) {
        fill_columns(e, &at, answer);
    }
    if (curved) {
        const rdg_friction_function f = contract(unit);
        if (answer->mixed) {
            memset(answer->mixed, 0,
                   sizeof(double) * (size_t)(rows * answer->n)); /* omega counts for nothing */
        }
        rdg_friction_second(&at, answer->n, answer->which, unit->z, &f, unit->row, answer->mixed, rows,
                            answer->second);
    }
    return 0;
}

/* A margin, like a force, is one of (kt x, mu s), and the jump one of degree 0. */
int rdg_contact_margin_numbers(rdg_contact_element *e, const double *z,
                               const rdg_element_margin_parameters *answer)
{
    rdg_contact_law law;
    double rest[2];
    const rdg_friction_state at = state_of(e, &law, z, rest);
    int status = follow(e, &at);
    bool by_mu = false;
    for (rdg_index k = 0; k < answer->n; k++) {
        by_mu = by_mu || answer->which[k] == RDG_FRICTION_MU;
    }
    if (status != 0 || (by_mu && e->mu == 0)) { /* without friction slip has no onset */
        return status != 0 ? status : 1;
    }
    rdg_contact_unit *unit = e->unit;
    rdg_element_margin margin = {.gradient = unit->gradient};
    if (answer->gradient || answer->second) {
        margin.hessian = unit->hessian;
    }
    if (answer->jump) {
        rdg_friction_spread(&at, answer->lambda, unit->lambda);
        margin.lambda = unit->lambda;
        margin.jump_slope = unit->store;
    }
    status = rdg_contact_margin(unit->contact, unit->z, &margin);
    if (status != 0) {
        return status;
    }
    const rdg_friction_function S = {.value = margin.value,
                                     .gradient = unit->gradient,
                                     .friction = unit->gradient,
                                     .hessian = unit->hessian,
                                     .stride = unit->M};
    const rdg_friction_function jump = {.friction = unit->store};
    for (rdg_index k = 0; k < answer->n; k++) {
        const rdg_friction_parameter which = (rdg_friction_parameter)answer->which[k];
        if (answer->value) {
            answer->value[k] = rdg_friction_first(&at, which, unit->z, 1, &S);
        }
        if (answer->jump) {
            answer->jump[k] = rdg_friction_first(&at, which, unit->z, 0, &jump);
        }
    }
    if (margin.hessian) {
        rdg_friction_second(&at, answer->n, answer->which, unit->z, &S, unit->row, answer->gradient,
                            e->d * e->n, answer->second);
    }
    return 0;
}

void rdg_contact_set(rdg_contact_element *e, int which, double value)
{
    double *const of[RDG_FRICTION_PARAMETERS] = {
        [RDG_FRICTION_KT] = &e->law.kt,
        [RDG_FRICTION_PRELOAD] = &e->law.preload,
        [RDG_FRICTION_MU] = &e->law.mu,
        [RDG_FRICTION_KN] = &e->law.kn,
        [RDG_FRICTION_START] = &e->law.start_force,
    };
    const bool starts = which != RDG_FRICTION_START || e->law.start == RDG_SLIDER_AT;
    if (*of[which] == value && starts) {
        return;
    }
    e->law.start = which == RDG_FRICTION_START ? RDG_SLIDER_AT : e->law.start;
    *of[which] = value;
    rdg_contact_read_law(e);
}
