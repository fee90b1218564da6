/* An oscillator eta'' + 2 D eta' + W^2 eta = g + f cos(tau) + h sin(tau), exactly, also at resonance. */
#ifndef RDG_OSCILLATOR_IMPL_H
#define RDG_OSCILLATOR_IMPL_H

/* What the oscillator answers after a time t: to a displacement of 1 (c), a velocity of 1 (s), a constant
 * force (k), cos(t) (pc) and sin(t) (ps), t counted from the start; and the rates of these, where they are
 * not among them. */
typedef struct rdg_answers {
    double c, s, k, pc, ps;
    double dc; /* -W^2 s */
    double ds; /* c - 2 D s */
    double dpc;
} rdg_answers;

/* W > 0, D >= 0 */
rdg_answers rdg_answers_after(double W, double D, double t);

/* Their derivatives by W, with D growing in proportion; those by t follow from the equation. */
rdg_answers rdg_answers_slope(double W, double D, double t);

/* oscillator_damped.c: both, where D > 0. */
void rdg_answers_damped(double W, double D, double t, rdg_answers *answers, rdg_answers *slope);

#endif
