/* Polynomial spring f = sum_p k_p x^p, by Horner's rule. */
#include "law_numbers_impl.h"

#include <ridgewalk/polynomial_spring.h>

#include <stdio.h>
#include <string.h>

enum { HIGHEST_POWER = 99 };

/* Of the coefficients, with their units. */
static const char *const names[HIGHEST_POWER][2] = {
    {"k1", "N/m"},     {"k2", "N/m^2"},   {"k3", "N/m^3"},   {"k4", "N/m^4"},   {"k5", "N/m^5"},
    {"k6", "N/m^6"},   {"k7", "N/m^7"},   {"k8", "N/m^8"},   {"k9", "N/m^9"},   {"k10", "N/m^10"},
    {"k11", "N/m^11"}, {"k12", "N/m^12"}, {"k13", "N/m^13"}, {"k14", "N/m^14"}, {"k15", "N/m^15"},
    {"k16", "N/m^16"}, {"k17", "N/m^17"}, {"k18", "N/m^18"}, {"k19", "N/m^19"}, {"k20", "N/m^20"},
    {"k21", "N/m^21"}, {"k22", "N/m^22"}, {"k23", "N/m^23"}, {"k24", "N/m^24"}, {"k25", "N/m^25"},
    {"k26", "N/m^26"}, {"k27", "N/m^27"}, {"k28", "N/m^28"}, {"k29", "N/m^29"}, {"k30", "N/m^30"},
    {"k31", "N/m^31"}, {"k32", "N/m^32"}, {"k33", "N/m^33"}, {"k34", "N/m^34"}, {"k35", "N/m^35"},
    {"k36", "N/m^36"}, {"k37", "N/m^37"}, {"k38", "N/m^38"}, {"k39", "N/m^39"}, {"k40", "N/m^40"},
    {"k41", "N/m^41"}, {"k42", "N/m^42"}, {"k43", "N/m^43"}, {"k44", "N/m^44"}, {"k45", "N/m^45"},
    {"k46", "N/m^46"}, {"k47", "N/m^47"}, {"k48", "N/m^48"}, {"k49", "N/m^49"}, {"k50", "N/m^50"},
    {"k51", "N/m^51"}, {"k52", "N/m^52"}, {"k53", "N/m^53"}, {"k54", "N/m^54"}, {"k55", "N/m^55"},
    {"k56", "N/m^56"}, {"k57", "N/m^57"}, {"k58", "N/m^58"}, {"k59", "N/m^59"}, {"k60", "N/m^60"},
    {"k61", "N/m^61"}, {"k62", "N/m^62"}, {"k63", "N/m^63"}, {"k64", "N/m^64"}, {"k65", "N/m^65"},
    {"k66", "N/m^66"}, {"k67", "N/m^67"}, {"k68", "N/m^68"}, {"k69", "N/m^69"}, {"k70", "N/m^70"},
    {"k71", "N/m^71"}, {"k72", "N/m^72"}, {"k73", "N/m^73"}, {"k74", "N/m^74"}, {"k75", "N/m^75"},
    {"k76", "N/m^76"}, {"k77", "N/m^77"}, {"k78", "N/m^78"}, {"k79", "N/m^79"}, {"k80", "N/m^80"},
    {"k81", "N/m^81"}, {"k82", "N/m^82"}, {"k83", "N/m^83"}, {"k84", "N/m^84"}, {"k85", "N/m^85"},
    {"k86", "N/m^86"}, {"k87", "N/m^87"}, {"k88", "N/m^88"}, {"k89", "N/m^89"}, {"k90", "N/m^90"},
    {"k91", "N/m^91"}, {"k92", "N/m^92"}, {"k93", "N/m^93"}, {"k94", "N/m^94"}, {"k95", "N/m^95"},
    {"k96", "N/m^96"}, {"k97", "N/m^97"}, {"k98", "N/m^98"}, {"k99", "N/m^99"},
};

typedef struct polynomial {
    int n;
    double k[]; /* [n] */
} polynomial;

static int law(double x, double v, rdg_law_value *value, void *data)
{
    const polynomial *spring = data;
    double f = 0.0, slope = 0.0, half_curvature = 0.0;
    (void)v;
    for (int p = spring->n - 1; p >= -1; p--) { /* down to the constant term, which is 0 */
        half_curvature = half_curvature * x + slope;
        slope = slope * x + f;
        f = f * x + (p >= 0 ? spring->k[p] : 0.0);
    }
    value->f = f;
    value->fx = slope;
    value->fxx = 2.0 * half_curvature;
    return 0;
}

/* f = sum k_p x^p: the power of a coefficient is its number and one. */
static void by_number(double x, double v, rdg_index number, rdg_law_by_parameter *value, void *data)
{
    double power = 1.0;
    (void)v;
    (void)data;
    for (rdg_index p = 0; p < number; p++) {
        power *= x;
    }
    value->f = power * x;
    value->fx = (double)(number + 1) * power;
}

static rdg_status check(rdg_structure *s, const char *where, const char *what,
                        const rdg_polynomial_spring *spring)
{
    if (spring->n < 1 || spring->n > HIGHEST_POWER || !spring->k) {
        return rdg_fail(rdg_structure_context(s), RDG_ERR_ARGUMENT, where,
                        "the %s at \"%s\" has n = %d%s: give the coefficients of x .. x^n, n = 1 .. %d", what,
                        spring->at ? spring->at : "?", spring->n, spring->k ? "" : " and no k",
                        HIGHEST_POWER);
    }
    for (int p = 0; p < spring->n; p++) {
        char name[32], unit[32];
        snprintf(name, sizeof name, "k[%d]", p);
        snprintf(unit, sizeof unit, "N/m^%d", p + 1);
        RDG_TRY(rdg_law_finite(s, where, what, spring->at, name, spring->k[p], unit));
    }
    return RDG_OK;
}

rdg_status rdg_polynomial_spring_add(rdg_structure *s, const rdg_polynomial_spring *spring)
{
    const char *what = "polynomial spring";
    RDG_TRY(rdg_law_begin(s, __func__, what, spring));
    RDG_TRY(check(s, __func__, what, spring));
    const size_t bytes = (size_t)spring->n * sizeof *spring->k;
    rdg_law_parameter number[HIGHEST_POWER];
    polynomial *copy = rdg_context_calloc(rdg_structure_context(s), 1, sizeof *copy + bytes);
    if (!copy) {
        return RDG_ERR_NO_MEMORY;
    }
    copy->n = spring->n;
    memcpy(copy->k, spring->k, bytes);
    for (int k = 0; k < spring->n; k++) {
        number[k] = (rdg_law_parameter){.name = names[k][0], .unit = names[k][1], .value = &copy->k[k]};
    }
    return rdg_time_element_add(s, &(rdg_time_element){.name = spring->name,
                                                       .at = spring->at,
                                                       .type = what,
                                                       .call = __func__,
                                                       .law = law,
                                                       .data = copy,
                                                       .free_data = rdg_free,
                                                       .samples = spring->samples,
                                                       .degree = spring->n,
                                                       .n_numbers = spring->n,
                                                       .numbers = number,
                                                       .by_number = by_number,
                                                       .data_size = sizeof *copy + bytes,
                                                       .pure = true});
}
