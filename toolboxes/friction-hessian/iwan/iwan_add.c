/* An Iwan model as an element of a structure. */
#include "element_check_impl.h"
#include "iwan_impl.h"

#include <ridgewalk/element.h>
#include <ridgewalk/element_kind.h>
#include <ridgewalk/toolbox.h>

#include <float.h>
#include <stddef.h>
#include <string.h>

static bool update(iwan_model *e, const double *z, bool small)
{
    if (e->known && e->small == small && memcmp(e->z, z, sizeof *z * (size_t)e->series.n) == 0) {
        return true;
    }
    e->small = small;
    e->known = rdg_iwan_load(e, z);
    if (e->known) {
        rdg_iwan_path(e);
        rdg_iwan_sum(e);
    }
    return e->known;
}

static int evaluate(void *self, const rdg_basis *basis, const double *z, double omega,
                    rdg_element_result *result)
{
    iwan_model *e = self;
    const rdg_index n = e->series.n;
    (void)omega; /* dry friction does not know how fast it slips */
    if (!rdg_series_fits(&e->series, basis)) {
        return -1;
    }
    if (!update(e, z, result->sliders != RDG_STUCK_ON_BRANCH)) {
        return 1;
    }
    if (result->force) {
        rdg_iwan_force(e, result->force);
    }
    if (result->jacobian) {
        rdg_iwan_jacobian(e, result->sliders, result->jacobian);
        memset(result->jacobian + n * n, 0, sizeof(double) * (size_t)n);
    }
    if (result->hessian) {
        memset(result->hessian, 0, sizeof(double) * (size_t)((n + 1) * (n + 1)));
        rdg_iwan_add_hessian(e, result->sliders, result->lambda, n + 1, result->hessian);
    }
    return 0;
}

/* Sliders that move make Hill's exponents estimates. */
static bool remembers(void *self, const rdg_basis *basis, const double *z)
{
    iwan_model *e = self;
    return rdg_series_fits(&e->series, basis) && update(e, z, true) && e->n_slips > 0;
}

/* A joint with a lump, and one without: it cannot get one, since that is one more slider. */
#define CHI_LEAST (-1.0 + DBL_EPSILON)
static const rdg_element_parameter with_lump[IWAN_NUMBERS] = {
    [IWAN_KT] = {"Kt", "N/m", offsetof(rdg_iwan_law, joint.Kt), RDG_ABOVE_ZERO, NULL},
    [IWAN_FS] = {"Fs", "N", offsetof(rdg_iwan_law, joint.Fs), RDG_ABOVE_ZERO, NULL},
    [IWAN_CHI] = {"chi", "", offsetof(rdg_iwan_law, joint.chi), CHI_LEAST, NULL},
    [IWAN_BETA] = {"beta", "", offsetof(rdg_iwan_law, joint.beta), RDG_ABOVE_ZERO, NULL}};
static const rdg_element_parameter without_lump[IWAN_NUMBERS] = {
    [IWAN_KT] = {"Kt", "N/m", offsetof(rdg_iwan_law, joint.Kt), RDG_ABOVE_ZERO, NULL},
    [IWAN_FS] = {"Fs", "N", offsetof(rdg_iwan_law, joint.Fs), RDG_ABOVE_ZERO, NULL},
    [IWAN_CHI] = {"chi", "", offsetof(rdg_iwan_law, joint.chi), CHI_LEAST, NULL},
    [IWAN_BETA] = {"beta", "", offsetof(rdg_iwan_law, joint.beta), 0.0,
                   "it is 0, and the joint has no slider for the lump: make it with a positive one"}};

static void *copy_law(rdg_context *ctx, const void *self)
{
    return rdg_iwan_law_create(ctx, &((const rdg_iwan_law *)self)->joint);
}

static double *parameter(rdg_iwan *joint, int which)
{
    double *const place[IWAN_NUMBERS] = {&joint->Kt, &joint->Fs, &joint->chi, &joint->beta};
    return place[which];
}

static void set_of_law(void *self, int which, double value)
{
    rdg_iwan_law *law = self;
    double *at = parameter(&law->joint, which);
    if (*at != value) {
        *at = value;
        rdg_iwan_make_sliders(&law->joint, law->slider);
    }
}

static void set(void *instance, int which, double value)
{
    iwan_model *e = instance;
    double *at = parameter(&e->law, which);
    if (*at != value) {
        *at = value;
        rdg_iwan_make_sliders(&e->law, e->slider);
        e->known = false;
    }
}

static int numbers(void *instance, const rdg_basis *basis, const double *z, double omega,
                   const rdg_element_parameters *answer)
{
    iwan_model *e = instance;
    (void)omega;
    if (!rdg_series_fits(&e->series, basis) || !rdg_iwan_take_answers(e)) {
        return -1;
    }
    if (!update(e, z, false)) {
        return 1;
    }
    rdg_iwan_by_numbers(e, answer);
    return 0;
}

static void *create(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest)
{
    iwan_model *e = rdg_iwan_create(ctx, "rdg_iwan_add", &((const rdg_iwan_law *)self)->joint, basis);
    if (e) {
        e->rest = rest ? rest[0] : 0.0;
    }
    return e;
}

static void free_instance(void *instance)
{
    rdg_iwan_free(instance);
}

static rdg_status check(rdg_context *ctx, const char *where, const rdg_iwan *joint)
{
    if (!joint) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the joint is NULL: pass an rdg_iwan");
    }
    enum { MOST_SLIDERS = 100000 };
    const char *type = "Iwan model", *name = rdg_element_called(joint->name, joint->at);
    const rdg_checked_number numbers[] = {
        {"stiffness Kt", joint->Kt, joint->Kt >= with_lump[IWAN_KT].least, "it must be positive (N/m)"},
        {"slip force Fs", joint->Fs, joint->Fs >= with_lump[IWAN_FS].least,
         "a joint without limit never sticks; it must be positive (N)"},
        {"exponent chi", joint->chi, joint->chi >= with_lump[IWAN_CHI].least,
         "it must be greater than -1, for a stiffness that is finite"},
        {"lump beta", joint->beta, joint->beta >= without_lump[IWAN_BETA].least,
         "it must be zero or positive"},
        {"number of sliders", (double)joint->sliders, joint->sliders >= 0 && joint->sliders <= MOST_SLIDERS,
         "it must be positive and at most 100000, or 0 for 100"}};
    RDG_TRY(rdg_element_check_at(ctx, where, type, name, "", "at", joint->at));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        RDG_TRY(rdg_element_check_number(ctx, where, type, name, numbers[i]));
    }
    return rdg_element_check_start(ctx, where, type, name, (int)joint->start);
}

static bool starts_at_rest(const void *self)
{
    return ((const rdg_iwan_law *)self)->joint.start == RDG_SLIDER_PRESTRESS;
}

rdg_status rdg_iwan_add(rdg_structure *s, const rdg_iwan *joint)
{
    static const rdg_law_in_frequency in_frequency = {.create = create,
                                                      .free_instance = free_instance,
                                                      .evaluate = evaluate,
                                                      .starts_at_rest = starts_at_rest,
                                                      .set = set,
                                                      .numbers = numbers,
                                                      .remembers = remembers};
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_TRY(check(ctx, __func__, joint));
    rdg_iwan_law *law = rdg_iwan_law_create(ctx, joint);
    if (!law) {
        return rdg_error_status(ctx);
    }
    return rdg_element_add(s,
                           &(rdg_element){.name = joint->name,
                                          .parameters = joint->parameters,
                                          .d = 1,
                                          .at = &joint->at,
                                          .kind = {.type = "Iwan model",
                                                   .time = &rdg_iwan_in_time,
                                                   .frequency = &in_frequency,
                                                   .n_numbers = IWAN_NUMBERS,
                                                   .number = joint->beta > 0.0 ? with_lump : without_lump,
                                                   .free_self = rdg_iwan_law_free,
                                                   .copy_self = copy_law,
                                                   .set_number = set_of_law},
                                          .self = law},
                           __func__);
}
