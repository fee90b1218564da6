/* Answers of an oscillator with damping: with l1, l2 the roots of l^2 + 2 D l + W^2, divided differences of
 * exp(. t),
 *
 *   s = [l1, l2],   k = [l1, l2, 0],   pc + i ps = [l1, l2, i],
 *
 * which have no pole where two of the places meet: at resonance, at critical damping. */
#include "oscillator_impl.h"

#include <complex.h>
#include <math.h>
#include <stddef.h>

typedef double complex number;

/* A number and its change while W and D grow in proportion: that of l is l itself. */
struct grown {
    number f, d;
};

static struct grown over(struct grown a, struct grown b)
{
    const number f = a.f / b.f;
    return (struct grown){f, (a.d - f * b.d) / b.f};
}

static struct grown minus(struct grown a, struct grown b)
{
    return (struct grown){a.f - b.f, a.d - b.d};
}

static struct grown times(struct grown a, struct grown b)
{
    return (struct grown){a.f * b.f, a.d * b.f + a.f * b.d};
}

static struct grown exponential(struct grown a, double t)
{
    const number e = cexp(a.f * t);
    return (struct grown){e, t * a.d * e};
}

/* t^(places - 1) sum over m of H_m / (m + places - 1)!, H_m the sum of all products of m of the places */
static struct grown series(const struct grown *place, int places, double t)
{
    struct grown H[3] = {{1.0, 0.0}, {1.0, 0.0}, {1.0, 0.0}};
    struct grown sum = {0.0, 0.0};
    double factor = places == 3 ? 0.5 * t * t : t;
    for (int m = 1; m < 20; m++) {
        sum.f += factor * H[places - 1].f;
        sum.d += factor * H[places - 1].d;
        factor *= t / (m + places - 1);
        for (int k = 0; k < places; k++) {
            const struct grown up = times(place[k], H[k]);
            H[k] = k > 0 ? (struct grown){H[k - 1].f + up.f, H[k - 1].d + up.d} : up;
        }
    }
    return sum;
}

static int is_near(const struct grown *place, int places, double t)
{
    double most = 0.0;
    for (int k = 0; k < places; k++) {
        most = fmax(most, cabs(place[k].f) * fabs(t));
    }
    return most < 0.7;
}

static struct grown of_two(struct grown a, struct grown b, double t)
{
    const number middle = 0.5 * (a.f + b.f);
    const struct grown shift = {middle, 0.5 * (a.d + b.d)};
    const struct grown place[2] = {minus(a, shift), minus(b, shift)};
    if (is_near(place, 2, t)) {
        return times(exponential(shift, t), series(place, 2, t));
    }
    return over(minus(exponential(a, t), exponential(b, t)), minus(a, b));
}

/* over the greater distance */
static struct grown of_three(struct grown a, struct grown b, struct grown c, double t)
{
    const struct grown place[3] = {a, b, c};
    if (is_near(place, 3, t)) {
        return series(place, 3, t);
    }
    return cabs(a.f - b.f) >= cabs(b.f - c.f) ? over(minus(of_two(a, c, t), of_two(b, c, t)), minus(a, b))
                                              : over(minus(of_two(a, b, t), of_two(a, c, t)), minus(b, c));
}

void rdg_answers_damped(double W, double D, double t, rdg_answers *answers, rdg_answers *slope)
{
    /* the product of the roots is W^2: the smaller one by it */
    const number root = D < W ? I * sqrt((W - D) * (W + D)) : sqrt((D - W) * (D + W));
    const number large = -D - root;
    const struct grown l2 = {large, large};
    const struct grown l1 = {W * W / large, W * W / large};
    const struct grown s = of_two(l1, l2, t);
    const struct grown k = of_three(l1, l2, (struct grown){0.0, 0.0}, t);
    const struct grown beat = {I, 0.0};
    const struct grown p = of_three(l1, l2, beat, t);
    const struct grown first = of_two(l2, beat, t); /* the rate of p is l1 p + first */
    const struct grown up = times(l1, p);
    const struct grown rate = {up.f + first.f, up.d + first.d};
    const struct grown up_s = times(l1, s);
    const struct grown last = exponential(l2, t);
    const double ds = creal(up_s.f + last.f);
    *answers = (rdg_answers){
        .c = ds + 2.0 * D * creal(s.f),
        .s = creal(s.f),
        .k = creal(k.f),
        .pc = creal(p.f),
        .ps = cimag(p.f),
        .dc = -W * W * creal(s.f),
        .ds = ds,
        .dpc = creal(rate.f),
    };
    if (slope) {
        const double ds_grown = creal(up_s.d + last.d);
        const double D_grown = 2.0 * D * creal(s.f + s.d);
        *slope = (rdg_answers){
            .c = (ds_grown + D_grown) / W,
            .s = creal(s.d) / W,
            .k = creal(k.d) / W,
            .pc = creal(p.d) / W,
            .ps = cimag(p.d) / W,
            .dc = -W * creal(2.0 * s.f + s.d),
            .ds = ds_grown / W,
            .dpc = creal(rate.d) / W,
        };
    }
}
