/* Answers of an oscillator. With u = (W - 1) t / 2 and q = (W + 1) t / 2
 *
 *   cos t - cos Wt = 2 sin u sin q,   sin Wt - sin t = 2 sin u cos q,
 *
 * so that W - 1 cancels in t sinc u, and there is no pole at resonance. */
#include "oscillator_impl.h"

#include <ridgewalk/sinc.h>

#include <math.h>
#include <stddef.h>

rdg_answers rdg_answers_after(double W, double D, double t)
{
    if (D > 0.0) {
        rdg_answers damped;
        rdg_answers_damped(W, D, t, &damped, NULL);
        return damped;
    }
    /* all but sin u by the halves of W t and t: sums of products that do not cancel where times are short */
    const double sW = sin(0.5 * W * t);
    const double cW = cos(0.5 * W * t);
    const double st = sin(0.5 * t);
    const double ct = cos(0.5 * t);
    const double half = 2.0 * sW / W;
    const double beat = t * rdg_sinc(0.5 * (W - 1.0) * t);
    const double sine = sW * ct + cW * st; /* of q */
    const double cosine = cW * ct - sW * st;
    rdg_answers a = {.c = 1.0 - 2.0 * sW * sW, .s = half * cW, .k = 0.5 * half * half};
    a.dc = -W * W * a.s;
    a.ds = a.c;
    a.pc = beat * sine / (W + 1.0);
    a.dpc = (W * a.s + beat * cosine) / (W + 1.0);
    a.ps = (2.0 * st * ct - beat * cosine) / (W * (W + 1.0));
    return a;
}

rdg_answers rdg_answers_slope(double W, double D, double t)
{
    rdg_answers a;
    if (D > 0.0) {
        rdg_answers damped;
        rdg_answers_damped(W, D, t, &a, &damped);
        return damped;
    }
    a = rdg_answers_after(W, D, t);
    const double u = 0.5 * (W - 1.0) * t;
    const double q = 0.5 * (W + 1.0) * t;
    const double bent = 0.5 * t * t * rdg_sinc_slope(u);
    const double straight = 0.5 * t * t * rdg_sinc(u);
    const double sine = bent * sin(q) + straight * cos(q);   /* of t sinc(u) sin(q) */
    const double cosine = bent * cos(q) - straight * sin(q); /* of t sinc(u) cos(q) */
    const double s = t * t * rdg_sinc_slope(W * t);
    return (rdg_answers){
        .c = -t * W * a.s,
        .s = s,
        .k = 0.5 * t * t * t * rdg_sinc(0.5 * W * t) * rdg_sinc_slope(0.5 * W * t),
        .dc = -2.0 * W * a.s - W * W * s,
        .ds = -t * W * a.s,
        .pc = (sine - a.pc) / (W + 1.0),
        .dpc = (a.s + W * s + cosine - a.dpc) / (W + 1.0),
        .ps = -cosine / (W * (W + 1.0)) - a.ps * (2.0 * W + 1.0) / (W * (W + 1.0)),
    };
}
