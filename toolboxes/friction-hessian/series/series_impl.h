/* Trigonometric polynomials of a period tau = 0 .. 2 pi: values, derivatives and zeros. What the signals of
 * one element share is a series: the harmonics of its basis, tables, and the multiples of the instant last
 * turned to. */
#ifndef RDG_SERIES_IMPL_H
#define RDG_SERIES_IMPL_H

#include <ridgewalk/circle.h>
#include <ridgewalk/element.h>

#define RDG_TURN (2.0 * RDG_PI)

/* A value and its first four derivatives in tau. */
enum { RDG_JET = 5 };

/* mean + sum_h coef[2h] cos(k_h tau) + coef[2h+1] sin(k_h tau) */
typedef struct rdg_signal {
    double mean;
    double *coef; /* [2 n_harmonics] */
} rdg_signal;

typedef struct rdg_series {
    rdg_index n_harmonics, n; /* n coefficients */
    int *harmonic;            /* [n_harmonics] */
    bool has_static;
    int top;               /* highest harmonic */
    rdg_index symmetry;    /* repetitions in a period: greatest common divisor of the harmonics */
    double *memory;        /* all arrays of doubles below */
    double *cosine, *sine; /* [2 top + 1] of the multiples of the instant last turned to */
    double *inverse;       /* [2 top + 1]: 1/m */

    rdg_index half;          /* the period has 2 half samples, to find zeros; none for a single harmonic */
    double *cosines, *sines; /* [half + 1, n_harmonics] at the samples of the first half period */
    double *even, *odd;      /* [half + 1] */
    double *amplitude[2];    /* [n_harmonics] of the cosines, of the sines */
    double *sample;          /* [2 half + 1] */
} rdg_series;

/* series.c. After a failure, recorded on ctx for `where`, there is nothing to clear. */
rdg_status rdg_series_make(rdg_series *s, rdg_context *ctx, const char *where, const rdg_basis *basis);
void rdg_series_clear(rdg_series *s);
bool rdg_series_fits(const rdg_series *s, const rdg_basis *basis); /* whether it was made for this one */
void rdg_series_turn(rdg_series *s, double tau, int highest);
void rdg_series_jet(const rdg_series *s, const rdg_signal *g, double jet[RDG_JET]); /* where turned to */
void rdg_series_read(const rdg_series *s, double *H);                               /* likewise */
void rdg_series_functions(rdg_series *s, double tau, double *H); /* turns to tau and reads */
void rdg_series_slopes(const rdg_series *s, const double *H, double *slope);

/* Factor of int H_i f dtau in coefficient i. */
static inline double rdg_series_weight(const rdg_series *s, rdg_index i)
{
    return s->has_static && i == 0 ? 0.5 / RDG_PI : 1.0 / RDG_PI;
}

/* w += factor * weights * int_a^b H dtau; H at a and b are given, `length` is b - a */
void rdg_series_add_integral(const rdg_series *s, double factor, const double *H_a, const double *H_b,
                             double length, double *w);

/* sum_i lambda_i weight_i f_i */
double rdg_series_contracted(const rdg_series *s, const double *lambda, const double *f);

/* series_zeros.c: all zeros in [0, 2 pi) of a signal (order 0) or of its slope (order 1), ascending but for
 * the first one, which may come last; tau has length 2 top */
rdg_index rdg_series_zeros(rdg_series *s, const rdg_signal *g, int order, double *tau);

/* What a signal is at an instant. */
typedef struct rdg_place {
    double tau, jet[RDG_JET];
} rdg_place;

/* The instant at which a signal passes a level between a and b, where it is monotone; it is known at a and b.
 * `near` saves time where many events lie close to each other: a place from which to extrapolate (tau is
 * NaN: none yet), replaced by one at this event; NULL: neither. */
double rdg_series_crossing(rdg_series *s, const rdg_signal *g, double level, double a, double g_a, double b,
                           double g_b, rdg_place *near);

void rdg_sort_instants(rdg_index n, double *tau);

#endif
