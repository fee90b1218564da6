/* All factors of a kind that are real: the monitors know only the one nearest to zero, which another one may
 * become between two zeros. */
#include "spectrum_impl.h"

#include <string.h>

enum { HALF = RDG_MOST_FACTORS / 2 };

/* Distances from zero of those on one side, nearest first. */
typedef struct side {
    int kept;
    long count;
    double distance[HALF];
} side;

static void add(side *s, double distance)
{
    s->count++;
    if (s->kept == HALF && distance >= s->distance[HALF - 1]) {
        return;
    }
    int k = s->kept < HALF ? s->kept++ : HALF - 1;
    for (; k > 0 && s->distance[k - 1] > distance; k--) {
        s->distance[k] = s->distance[k - 1];
    }
    s->distance[k] = distance;
}

static bool factors(rdg_spectrum *s, rdg_spectrum_kind kind, const double *u, rdg_factors *f)
{
    side below = {.count = 0}, above = {.count = 0};
    if (rdg_spectrum_decompose(s, u) != 0 || s->unknown) {
        return false;
    }
    for (rdg_index i = 0; i < s->n; i++) {
        for (rdg_index j = i; j < s->n; j++) {
            double value = 0.0;
            if (rdg_spectrum_real_factor(s->re, s->im, kind, i, j, &value)) {
                add(value < 0.0 ? &below : &above, value < 0.0 ? -value : value);
            }
        }
    }
    *f = (rdg_factors){.count = below.kept + above.kept,
                       .first = below.count - below.kept,
                       .total = below.count + above.count};
    for (int k = 0; k < below.kept; k++) {
        f->value[k] = -below.distance[below.kept - 1 - k];
    }
    memcpy(f->value + below.kept, above.distance, (size_t)above.kept * sizeof(double));
    return true;
}

bool rdg_spectrum_hopf_factors(rdg_problem *p, const double *u, rdg_factors *f, void *data)
{
    (void)p;
    return factors(data, RDG_SPECTRUM_SUM, u, f);
}

bool rdg_spectrum_ns_factors(rdg_problem *p, const double *u, rdg_factors *f, void *data)
{
    (void)p;
    return factors(data, RDG_SPECTRUM_PRODUCT, u, f);
}

bool rdg_spectrum_pd_factors(rdg_problem *p, const double *u, rdg_factors *f, void *data)
{
    (void)p;
    return factors(data, RDG_SPECTRUM_SHIFT, u, f);
}
