/* A contact element: creation and what it answers. */
#include "contact_impl.h"
#include "element_check_impl.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include <ridgewalk/toolbox.h>

/* What a normal displacement changes is the least preload: it can close a gap. */
const rdg_element_parameter *rdg_contact_number_table(const rdg_contact *contact)
{
#define NUMBER(name, field, unit, least, fixed)                                                              \
    {                                                                                                        \
        name, unit, offsetof(rdg_contact, field), least, fixed                                               \
    }
#define TABLE(least_preload, fixed_kn)                                                                       \
    {                                                                                                        \
        [RDG_FRICTION_KT] = NUMBER("kt", kt, "N/m", RDG_ABOVE_ZERO, NULL),                                   \
        [RDG_FRICTION_PRELOAD] = NUMBER("preload", preload, "N", least_preload, NULL),                       \
        [RDG_FRICTION_MU] = NUMBER("mu", mu, "", 0, NULL),                                                   \
        [RDG_FRICTION_KN] = NUMBER("kn", kn, "N/m", 0, fixed_kn),                                            \
        [RDG_FRICTION_START] = NUMBER("start", start_force, "N", -INFINITY, NULL)                            \
    }
    static const rdg_element_parameter constant[RDG_FRICTION_PARAMETERS] =
        TABLE(0, "its normal load is constant");
    static const rdg_element_parameter variable[RDG_FRICTION_PARAMETERS] = TABLE(-INFINITY, NULL);
#undef TABLE
#undef NUMBER
    return contact && contact->normal ? variable : constant;
}

rdg_status rdg_contact_check(rdg_context *ctx, const char *where, const rdg_contact *contact)
{
    if (!contact) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the contact is NULL: pass an rdg_contact");
    }
    const char *type = "contact", *name = rdg_element_called(contact->name, contact->tangential);
    const rdg_element_parameter *number = rdg_contact_number_table(contact);
    const rdg_checked_number numbers[] = {
        {"tangential stiffness kt", contact->kt, contact->kt >= number[RDG_FRICTION_KT].least,
         "it must be positive (N/m)"},
        {"normal stiffness kn", contact->kn, contact->kn >= number[RDG_FRICTION_KN].least,
         "it must be zero or positive (N/m)"},
        {"friction coefficient mu", contact->mu, contact->mu >= number[RDG_FRICTION_MU].least,
         "it must be zero or positive"},
        {"preload", contact->preload, contact->preload >= number[RDG_FRICTION_PRELOAD].least,
         "it must be zero or positive (N), since no normal displacement (.normal) can close a gap"}};
    RDG_TRY(rdg_element_check_at(ctx, where, type, name, "tangential ", "tangential", contact->tangential));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        RDG_TRY(rdg_element_check_number(ctx, where, type, name, numbers[i]));
    }
    if (contact->start == RDG_SLIDER_AT) {
        return rdg_element_check_number(ctx, where, type, name,
                                        (rdg_checked_number){"start_force", contact->start_force,
                                                             isfinite(contact->start_force),
                                                             "it must be finite (N)"});
    }
    return rdg_element_check_start(ctx, where, type, name, (int)contact->start);
}

/* Carve the arrays out of one piece of memory; with memory NULL only count. */
static size_t lay_out(rdg_contact_element *e, double *memory)
{
    const rdg_index top = e->series.top;
    size_t used = 0;
#define CARVE(pointer, count)                                                                                \
    do {                                                                                                     \
        (pointer) = memory ? memory + used : NULL;                                                           \
        used += (size_t)(count);                                                                             \
    } while (0)
    for (int s = 0; s < CONTACT_SIGNALS; s++) {
        CARVE(e->signal[s].coef, 2 * e->series.n_harmonics);
    }
    CARVE(e->z, e->d * e->n);
    CARVE(e->point, 6 * top + 1);
    for (int s = 0; s < CONTACT_WEIGHTS; s++) {
        CARVE(e->moments[s].c, 2 * top + 1);
        CARVE(e->moments[s].d, 2 * top + 1);
        CARVE(e->product[s], s == CONTACT_IN_STICK || e->d == 2 ? e->n * e->n : 0);
    }
    for (int v = 0; v < 4; v++) {
        CARVE(e->vector[v], e->d * e->n);
    }
    for (rdg_index t = 0; t < 12 * top + 2; t++) {
        CARVE(e->transition[t].basis, e->n);
    }
#undef CARVE
    return used;
}

void rdg_contact_unit_free(rdg_contact_unit *unit)
{
    if (unit) {
        rdg_contact_element_free(unit->contact);
        rdg_free(unit->memory);
        rdg_free(unit);
    }
}

static void free_element(void *object)
{
    rdg_contact_element *e = object;
    if (e) {
        rdg_contact_unit_free(e->unit);
        rdg_series_clear(&e->series);
        rdg_free(e->piece);
        rdg_free(e->burst);
        rdg_free(e->transition);
        rdg_free(e->memory);
        rdg_free(e);
    }
}

/* Arrays: at most 2 top zeros of each of three polynomials cut the period; a piece has at most two
 * transitions. */
static rdg_status take_memory(rdg_context *ctx, rdg_contact_element *e)
{
    const size_t pieces = 6 * (size_t)e->series.top + 1;
    e->piece = rdg_context_calloc(ctx, pieces, sizeof *e->piece);
    e->burst = rdg_context_calloc(ctx, pieces, sizeof *e->burst);
    e->transition = rdg_context_calloc(ctx, 2 * pieces, sizeof *e->transition);
    e->memory =
        rdg_error_status(ctx) == RDG_OK ? rdg_context_calloc(ctx, lay_out(e, NULL), sizeof(double)) : NULL;
    if (!e->memory) {
        return RDG_ERR_NO_MEMORY;
    }
    lay_out(e, e->memory);
    return RDG_OK;
}

/* Without a static part the load that the rest brings is one more preload. */
void rdg_contact_read_law(rdg_contact_element *e)
{
    const rdg_contact_law numbers = rdg_contact_law_of(&e->law);
    e->kt = numbers.kt;
    e->kn = numbers.kn;
    e->mu = numbers.mu;
    e->preload = numbers.preload + (e->series.has_static ? 0 : e->kn * e->rest[1]);
    e->progress = CONTACT_NOTHING;
}

static void describe(rdg_contact_element *e, const rdg_contact *contact)
{
    e->law = *contact;
    e->law.name = e->law.tangential = NULL;
    e->law.normal = contact->normal ? "normal" : NULL;
    e->d = contact->normal ? 2 : 1;
    e->n = e->series.n;
    rdg_contact_read_law(e);
}

rdg_contact_element *rdg_contact_element_new(rdg_context *ctx, const char *where, const rdg_contact *contact,
                                             const rdg_basis *basis)
{
    if (rdg_error_status(ctx) != RDG_OK || rdg_contact_check(ctx, where, contact) != RDG_OK) {
        return NULL;
    }
    rdg_contact_element *e = rdg_context_calloc(ctx, 1, sizeof *e);
    if (!e) {
        return NULL;
    }
    if (rdg_series_make(&e->series, ctx, where, basis) != RDG_OK) {
        rdg_free(e);
        return NULL;
    }
    e->maker = ctx;
    describe(e, contact);
    if (take_memory(ctx, e) != RDG_OK) {
        free_element(e);
        return NULL;
    }
    return e;
}

rdg_contact_element *rdg_contact_element_create(rdg_context *ctx, const rdg_contact *contact,
                                                const rdg_basis *basis)
{
    rdg_contact_element *e = rdg_contact_element_new(ctx, __func__, contact, basis);
    if (!e || rdg_context_own(ctx, e, free_element) != RDG_OK) {
        return NULL;
    }
    e->ctx = ctx;
    return e;
}

void rdg_contact_element_free(rdg_contact_element *element)
{
    if (element) {
        rdg_context_disown(element->ctx, element);
        free_element(element);
    }
}

void rdg_contact_prestress(rdg_contact_element *element, const double *rest)
{
    rdg_contact_element *e = element;
    if (!e || !rest) {
        return;
    }
    for (rdg_index i = 0; i < e->d; i++) {
        e->rest[i] = rest[i];
    }
    rdg_contact_read_law(e);
}

void rdg_contact_hold_stuck(rdg_contact_element *element, bool hold)
{
    if (element) {
        element->hold = hold;
    }
}

/* The slider follows max L up and min U down again. */
static bool rests(const rdg_contact_element *e)
{
    return e->mu > 0 && rdg_slider_rests(-e->margin, e->vibration, e->tolerance);
}

/* Bring the element to z: on return the contact state is known, with its transitions unless it is stuck.
 * @param small whether it sticks as far as small motions go
 * @return 0, or > 0 if z is not finite */
static int update(rdg_contact_element *e, const double *z, bool small, bool *stuck)
{
    if (rdg_contact_load(e, z) != 0) {
        return 1;
    }
    *stuck = e->hold && e->n_bursts == 0;
    if (*stuck && !e->series.has_static) {
        return 0;
    }
    rdg_contact_partition(e);
    *stuck = *stuck || e->margin > 0 || (small && rests(e));
    if (!*stuck) {
        rdg_contact_path(e, e->hold && e->n_bursts > 0);
        *stuck = e->n_transitions == 0 && e->whole == RDG_STICK;
    }
    return 0;
}

int rdg_contact_evaluate(rdg_contact_element *element, const double *z, rdg_element_result *result)
{
    rdg_contact_element *e = element;
    if (!e || !z || !result) {
        return -1;
    }
    const rdg_index N = e->d * e->n;
    bool stuck;
    if (update(e, z, result->sliders != RDG_STUCK_ON_BRANCH, &stuck) != 0) {
        return 1;
    }
    if (result->force || result->jacobian) {
        double *force = result->force ? result->force : e->vector[2];
        if (stuck) {
            rdg_contact_stuck_force(e, result->sliders, force, result->jacobian);
        } else {
            rdg_contact_force(e, force, result->jacobian);
        }
    }
    if (result->jacobian) {
        memset(result->jacobian + N * N, 0, sizeof(double) * (size_t)N);
    }
    if (result->hessian) {
        memset(result->hessian, 0, sizeof(double) * (size_t)((N + 1) * (N + 1)));
        if (!stuck) {
            rdg_contact_add_hessian(e, result->lambda, N + 1, result->hessian);
        } else if (result->sliders != RDG_STUCK_CONSTANT) {
            rdg_contact_add_stuck_hessian(e, result->lambda, N + 1, result->hessian);
        }
    }
    return 0;
}

int rdg_contact_by_start(rdg_contact_element *e, const double *z)
{
    bool stuck;
    return e->series.has_static && update(e, z, false, &stuck) == 0 && stuck ? rdg_contact_start_share(e) : 0;
}

int rdg_contact_hessian_tensor(rdg_contact_element *element, const double *z, double *tensor)
{
    rdg_contact_element *e = element;
    if (!e || !z || !tensor) {
        return -1;
    }
    const rdg_index N = e->d * e->n;
    double *unit = e->vector[2];
    bool stuck;
    if (update(e, z, false, &stuck) != 0) {
        return 1;
    }
    memset(tensor, 0, sizeof *tensor * (size_t)(N * N * N));
    memset(unit, 0, sizeof *unit * (size_t)N);
    for (rdg_index i = 0; i < N; i++) {
        unit[i] = 1;
        (stuck ? rdg_contact_add_stuck_hessian : rdg_contact_add_hessian)(e, unit, N, tensor + i * N * N);
        unit[i] = 0;
    }
    return 0;
}

bool rdg_contact_has_memory(rdg_contact_element *element, const double *z)
{
    rdg_contact_element *e = element;
    bool stuck;
    if (!e || !z || e->mu == 0.0 || update(e, z, true, &stuck) != 0 || stuck) {
        return false;
    }
    rdg_index j = 0;
    while (j < e->n_transitions && e->transition[j].to != RDG_STICK) {
        j++;
    }
    return j < e->n_transitions;
}

rdg_element_regime rdg_contact_regime_at(rdg_contact_element *e, const double *z)
{
    bool stuck;
    if (!e || !z || update(e, z, true, &stuck) != 0) {
        return RDG_ELEMENT_NO_REGIME;
    }
    bool opens = !stuck && e->n_transitions == 0 && e->whole == RDG_SEPARATION;
    for (rdg_index j = 0; !stuck && j < e->n_transitions; j++) {
        opens = opens || e->transition[j].to == RDG_SEPARATION;
    }
    return stuck ? RDG_ELEMENT_STICKS : opens ? RDG_ELEMENT_OPENS : RDG_ELEMENT_SLIPS;
}

rdg_index rdg_contact_segments(rdg_contact_element *element, const double *z, rdg_index capacity,
                               rdg_contact_segment *segments)
{
    rdg_contact_element *e = element;
    bool stuck;
    if (!e || !z || (capacity > 0 && !segments) || update(e, z, false, &stuck) != 0) {
        return -1;
    }
    const rdg_index n = stuck ? 0 : e->n_transitions;
    if (n == 0) {
        if (capacity > 0) {
            segments[0] = (rdg_contact_segment){.state = stuck ? RDG_STICK : e->whole};
        }
        return 1;
    }
    rdg_index first = 0; /* the one that comes first once the instants beyond 2 pi are wrapped */
    while (first < n && e->transition[first].tau < RDG_TURN) {
        first++;
    }
    for (rdg_index i = 0; i < n && i < capacity; i++) {
        const rdg_index j = (first + i) % n;
        const double tau = e->transition[j].tau;
        segments[i] =
            (rdg_contact_segment){.state = e->transition[j].to, .start = j >= first ? tau - RDG_TURN : tau};
    }
    return n;
}
