/* How many digits the product of an orbit's matrices keeps, and multipliers where it keeps too few. */
#include "monodromy_impl.h"
#include "multipliers_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Rounding errors of the product are as many times those of numbers of size 1. What is larger is of orbits
 * that changes leave fast; multipliers near the unit circle would be known no better than to 1e-11 of it, and
 * their number outside no better than to 1e-10 (rdg_spectrum_unstable()). */
static const double most_spread = 1e5;

/* Logarithms of moduli beyond this are drawn together, in their order and so that a pair has its product on
 * the side of 1 on which it is: products of all of them are to be numbers. */
static const double far = 200.0;

/* The largest entry, in terms of the sizes of states, of the product from segment `from` on; of segments
 * before `until`. */
static double product(rdg_monodromy *m, const double *u, rdg_index from, rdg_index until)
{
    const rdg_shooting *s = m->s;
    const rdg_index states = s->at.states;
    const double omega = rdg_monodromy_frequency(s, u);
    double largest = 0.0;
    for (rdg_index c = 0; c < s->segment[from].n; c++) {
        double shift = 0.0;
        memset(m->x, 0, (size_t)states * sizeof(double));
        m->x[c] = m->size[c];
        for (rdg_index j = from; j < until; j++) {
            (void)rdg_monodromy_pass(m, j, omega, m->x, &shift, m->w);
            memcpy(m->x, m->w, (size_t)states * sizeof(double));
        }
        for (rdg_index i = 0; i < states; i++) {
            largest = fmax(largest, fabs(m->x[i]) / m->size[i]);
        }
    }
    return largest;
}

/* A state that moves by less than rounding errors of the largest one is at rest: its extent is no size. */
static void take_sizes(rdg_monodromy *m)
{
    const rdg_shooting *s = m->s;
    double largest = 0.0;
    for (rdg_index i = 0; i < s->at.states; i++) {
        m->size[i] = 0.0;
        for (rdg_index j = 0; j < s->segments; j++) {
            m->size[i] = fmax(m->size[i], s->segment[j].extent[i]);
        }
        largest = fmax(largest, m->size[i]);
    }
    for (rdg_index i = 0; i < s->at.states; i++) {
        m->size[i] = m->size[i] > DBL_EPSILON * largest ? m->size[i] : 1.0;
    }
}

/* Errors that a segment makes, of the size of the product until there, grow through the segments behind it.
 * What is beyond the limit is not multiplied on: it may be no number. */
static bool keeps_digits(rdg_monodromy *m, const double *u)
{
    const rdg_index segments = m->s->segments;
    double bound = 1.0;
    take_sizes(m);
    for (rdg_index j = 0; j < segments && bound <= most_spread; j++) {
        bound *= fmax(1.0, product(m, u, j, j + 1));
    }
    bool keeps = true;
    for (rdg_index j = 1; bound > most_spread && keeps && j <= segments; j++) {
        const double ahead = product(m, u, 0, j);
        keeps = ahead <= most_spread;
        if (keeps && j < segments) {
            keeps = ahead <= most_spread / fmax(1.0, product(m, u, j, segments));
        }
    }
    return keeps;
}

static double drawn_together(double log)
{
    const double l = fabs(log);
    return l <= far ? log : copysign(1.5 * far - 0.5 * far * far / l, log);
}

int rdg_monodromy_eigenvalues(const double *u, double *re, double *im, rdg_spectrum_known *known, void *data)
{
    rdg_monodromy *m = data;
    *known = RDG_SPECTRUM_BY_MATRIX;
    int answer = rdg_monodromy_prepare(m, u);
    if (answer != 0 || keeps_digits(m, u)) {
        return answer;
    }
    const double *log = NULL, *angle = NULL;
    answer = rdg_orbit_multipliers(m->s, u, &log, &angle);
    for (rdg_index i = 0; answer == 0 && i < m->n; i++) {
        const double modulus = isinf(log[i]) ? 0.0 : exp(drawn_together(log[i]));
        const bool real = fabs(sin(angle[i])) < 1e-15;
        re[i] = modulus * cos(angle[i]);
        im[i] = real ? 0.0 : modulus * sin(angle[i]);
    }
    /* next to a graze there may be none */
    *known = answer == 0 ? RDG_SPECTRUM_TOLD : RDG_SPECTRUM_UNKNOWN;
    return answer < 0 ? answer : 0;
}
