/* Other choices of the numbers, spread over their ranges: a design is local, and another one may have a lower
 * greatest peak. From such a choice the design begins anew. */
#include "design_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { MOST_ANEW = 8 };

static const double surely = 1e-6; /* lower, relatively */

/* The one root above 1 of x^(n + 1) = x + 1: its powers are the steps of a sequence that fills a cube of n
 * dimensions evenly, for n = 1 the golden section (Roberts, The unreasonable effectiveness of quasirandom
 * sequences). */
static double root(rdg_index n)
{
    double x = 1.5;
    for (int i = 0; i < 60; i++) {
        x = pow(1.0 + x, 1.0 / ((double)n + 1.0));
    }
    return x;
}

static void choose(const rdg_design_result *r, rdg_index i, double *value)
{
    const double step = 1.0 / root(r->n);
    double power = 1.0, whole = 0.0;
    for (rdg_index k = 0; k < r->n; k++) {
        const rdg_design_number *number = &r->number[k];
        power *= step;
        value[k] = number->low * pow(number->high / number->low, modf(0.5 + (double)i * power, &whole));
    }
}

/* The greatest peak of the response with these numbers if it is followed over the whole window and surely
 * lower than `above`, 0 else. */
static rdg_status lower(rdg_design_driver *d, const double *value, double above, double *amplitude)
{
    rdg_design_look look;
    *amplitude = 0.0;
    RDG_TRY(rdg_design_look_at(d, value, &(rdg_design_expected){.alpha = d->result->alpha}, &look));
    rdg_free(look.u);
    d->result->scanned++;
    d->result->unscanned += !look.covered;
    if (look.covered && look.has_own && fmax(look.own, look.edge) < above * (1.0 - surely)) {
        *amplitude = look.own;
    }
    return RDG_OK;
}

/* What is to be surpassed: the peak that was come to. One that was born on the way may be any number higher.
 */
static double height_of(const rdg_design_driver *d)
{
    const double height = d->born ? INFINITY : d->result->amplitude;
    return d->lowest > 0.0 ? fmin(height, d->lowest) : height;
}

rdg_status rdg_design_scan(rdg_design_driver *d, bool *again)
{
    rdg_design_result *r = d->result;
    const double height = height_of(d);
    double amplitude = 0.0;
    while (r->scanned < d->scans && amplitude == 0.0) {
        double value[RDG_DESIGN_MOST];
        choose(r, r->scanned, value);
        RDG_TRY(lower(d, value, height, &amplitude));
        if (amplitude > 0.0) {
            memcpy(d->at_lowest, value, sizeof value);
            d->lowest = amplitude;
        }
    }
    *again = amplitude > 0.0 && d->anew < MOST_ANEW;
    d->anew += *again;
    for (rdg_index k = 0; *again && k < r->n; k++) {
        r->number[k].value = d->at_lowest[k];
    }
    return RDG_OK;
}
