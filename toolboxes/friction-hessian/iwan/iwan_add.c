/* An Iwan model as an element of a structure. */
#include "element_check_impl.h"
#include "iwan_impl.h"

#include <ridgewalk/element.h>
#include <ridgewalk/element_kind.h>
#include <ridgewalk/toolbox.h>

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

/* Its numbers, in this order. */
enum { IWAN_KT, IWAN_FS, IWAN_CHI, IWAN_BETA, IWAN_NUMBERS };

static const char *const shape = "the sliders are cut for it: make another element";
static const rdg_element_parameter number[IWAN_NUMBERS] = {
    [IWAN_KT] = {"Kt", "N/m", offsetof(rdg_iwan_law, joint.Kt), RDG_ABOVE_ZERO, NULL},
    [IWAN_FS] = {"Fs", "N", offsetof(rdg_iwan_law, joint.Fs), RDG_ABOVE_ZERO, NULL},
    [IWAN_CHI] = {"chi", "", offsetof(rdg_iwan_law, joint.chi), -1.0, shape},
    [IWAN_BETA] = {"beta", "", offsetof(rdg_iwan_law, joint.beta), 0.0, shape}};

static void *copy_law(rdg_context *ctx, const void *self)
{
    return rdg_iwan_law_create(ctx, &((const rdg_iwan_law *)self)->joint);
}

static void set_of_law(void *self, int which, double value)
{
    rdg_iwan_law *law = self;
    double *at = which == IWAN_KT ? &law->joint.Kt : &law->joint.Fs;
    if (*at != value) {
        *at = value;
        rdg_iwan_make_sliders(&law->joint, law->slider);
    }
}

static void set(void *instance, int which, double value)
{
    iwan_model *e = instance;
    double *at = which == IWAN_KT ? &e->law.Kt : &e->law.Fs;
    if (*at != value) {
        *at = value;
        rdg_iwan_make_sliders(&e->law, e->slider);
        e->known = false;
    }
}

/* The force is one of Kt x (and of Kt times where sliders start) and of Fs, homogeneous of degree 1: with f =
 * lambda . F, f_z its gradient in z, H its Hessian,
 *     Kt df/dKt = f_z z + (df/dstart) start,  Fs df/dFs = f - Kt df/dKt,   Kt d2f/dz dKt = H z + f_z,
 *     Fs d2f/dz dFs = -H z,   Kt^2 d2f/dKt^2 = Fs^2 d2f/dFs^2 = -Kt Fs d2f/dKt dFs = z H z,
 * since a slider that has not moved from its start takes a constant off the static force. */
static void fill_columns(const iwan_model *e, const double *z, const rdg_element_parameters *answer)
{
    const rdg_index n = e->series.n;
    const double start = e->law.start == RDG_SLIDER_PRESTRESS && e->series.has_static ? e->rest : 0.0;
    for (rdg_index k = 0; k < answer->n; k++) {
        double *column = answer->force + n * k;
        memset(column, 0, sizeof *column * (size_t)n);
        for (rdg_index j = 0; j < n; j++) {
            for (rdg_index i = 0; i < n; i++) {
                column[i] += e->jacobian[i + n * j] * z[j];
            }
        }
        column[0] -= e->resting * start;
        for (rdg_index i = 0; i < n; i++) {
            column[i] =
                answer->which[k] == IWAN_KT ? column[i] / e->law.Kt : (e->force[i] - column[i]) / e->law.Fs;
        }
    }
}

static void fill_second(const iwan_model *e, const double *z, const rdg_element_parameters *answer)
{
    const rdg_index n = e->series.n;
    double curvature = 0.0;
    for (rdg_index j = 0; j < n; j++) {
        double gradient = 0.0, curve = 0.0;
        for (rdg_index i = 0; i < n; i++) {
            gradient += answer->lambda[i] * e->jacobian[i + n * j];
            curve += e->hessian[i + n * j] * z[i];
        }
        curvature += curve * z[j];
        for (rdg_index k = 0; answer->mixed && k < answer->n; k++) {
            answer->mixed[j + (n + 1) * k] =
                answer->which[k] == IWAN_KT ? (curve + gradient) / e->law.Kt : -curve / e->law.Fs;
            answer->mixed[n + (n + 1) * k] = 0.0;
        }
    }
    for (rdg_index i = 0; answer->second && i < answer->n * answer->n; i++) {
        const double a = answer->which[i % answer->n] == IWAN_KT ? e->law.Kt : -e->law.Fs;
        const double b = answer->which[i / answer->n] == IWAN_KT ? e->law.Kt : -e->law.Fs;
        answer->second[i] = curvature / (a * b);
    }
}

static int numbers(void *instance, const rdg_basis *basis, const double *z, double omega,
                   const rdg_element_parameters *answer)
{
    iwan_model *e = instance;
    const rdg_index n = e->series.n;
    (void)omega;
    if (!rdg_series_fits(&e->series, basis) || !rdg_iwan_take_answers(e)) {
        return -1;
    }
    if (!update(e, z, false)) {
        return 1;
    }
    rdg_iwan_force(e, e->force);
    rdg_iwan_jacobian(e, answer->sliders, e->jacobian);
    if (answer->force) {
        fill_columns(e, z, answer);
    }
    if (answer->mixed || answer->second) {
        memset(e->hessian, 0, sizeof(double) * (size_t)(n * n));
        rdg_iwan_add_hessian(e, answer->sliders, answer->lambda, n, e->hessian);
        fill_second(e, z, answer);
    }
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
        {"stiffness Kt", joint->Kt, joint->Kt >= number[IWAN_KT].least, "it must be positive (N/m)"},
        {"slip force Fs", joint->Fs, joint->Fs >= number[IWAN_FS].least,
         "a joint without limit never sticks; it must be positive (N)"},
        {"exponent chi", joint->chi, joint->chi > number[IWAN_CHI].least,
         "it must be greater than -1, for a stiffness that is finite"},
        {"lump beta", joint->beta, joint->beta >= number[IWAN_BETA].least, "it must be zero or positive"},
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
                                                   .number = number,
                                                   .free_self = rdg_iwan_law_free,
                                                   .copy_self = copy_law,
                                                   .set_number = set_of_law},
                                          .self = law},
                           __func__);
}
