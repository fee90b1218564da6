/* An oscillator eta'' + W^2 eta = g + f cos(tau), exactly, also at resonance. */
#ifndef RDG_OSCILLATOR_IMPL_H
#define RDG_OSCILLATOR_IMPL_H

/* What the oscillator answers after a time t: to a displacement of 1 (c), a velocity of 1 (s), a constant
 * force (k), cos(t) (pc) and sin(t) (ps), t counted from the start; and the rates of these, where they are
 * not among them. */
typedef struct rdg_answers {
    double c, s, k, pc, ps;
    double ds; /* of c: -W^2 s */
    double dpc;
} rdg_answers;

rdg_answers rdg_answers_after(double W, double t);

/* Their derivatives by W; those by t follow from the equation. */
rdg_answers rdg_answers_slope(double W, double t);

#endif
