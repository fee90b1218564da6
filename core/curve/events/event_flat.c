/* Folds so flat that around them the slope of the parameter is nothing but rounding: the points without a
 * sign lie between two that have one, and the fold is in their middle, as far as can be reported. */
#include "event_impl.h"

#include <float.h>
#include <math.h>

/* Of the flat: how well its ends are to be known. */
static const double fine = 0.01;

enum { MAX_HALVINGS = 200 };

/* The points between `first` and `last` have no sign, those at the ends of the bracket have. */
typedef struct flat {
    rdg_bracket_end *low, *high;
    double first, last;
} flat;

static bool is_rough(const flat *f, double tolerance)
{
    const double width = f->high->at - f->low->at;
    return width > tolerance && fmax(f->first - f->low->at, f->high->at - f->last) > fine * width;
}

/* The longer of the pieces before and behind is halved. RDG_FAILED as well where there are more changes of
 * sign than one. */
static rdg_outcome halve(rdg_tracer *t, rdg_index k, double h, flat *f)
{
    const bool before = f->first - f->low->at > f->high->at - f->last;
    const double middle = before ? 0.5 * (f->low->at + f->first) : 0.5 * (f->last + f->high->at);
    const rdg_outcome outcome = rdg_event_probe_step(t, h, middle);
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    const double test = t->special.test[k];
    rdg_bracket_end *end = before ? f->low : f->high;
    if (test == 0.0) {
        *(before ? &f->first : &f->last) = middle;
        return RDG_CONVERGED;
    }
    if (test * end->test < 0.0) {
        return RDG_FAILED;
    }
    rdg_node *kept = &t->bracket[before ? 0 : 1];
    rdg_node_swap(&t->special, kept);
    *end = (rdg_bracket_end){.node = kept, .at = middle, .test = test};
    return RDG_CONVERGED;
}

rdg_outcome rdg_event_halve_flat(rdg_tracer *t, rdg_index k, double h, rdg_bracket_end *low,
                                 rdg_bracket_end *high, double *at)
{
    const double tolerance = rdg_event_rounding(t, low->node->chart.u);
    flat f = {.low = low, .high = high, .first = high->at, .last = high->at};
    *high = (rdg_bracket_end){.node = &t->next, .at = h, .test = t->next.test[k]};
    *at = -1.0;
    if (fabs(low->test) == DBL_MIN) {
        return RDG_CONVERGED; /* it may have begun before the step */
    }
    for (int i = 0; is_rough(&f, tolerance) && i < MAX_HALVINGS; i++) {
        const rdg_outcome outcome = halve(t, k, h, &f);
        if (outcome != RDG_CONVERGED) {
            return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
        }
    }
    const double middle = 0.5 * (low->at + high->at);
    const rdg_outcome outcome = rdg_event_probe_step(t, h, middle);
    if (outcome == RDG_CONVERGED && rdg_gate_solves(t, &t->special) == RDG_CONVERGED) {
        t->special.chart.interval = rdg_node_distance(t, low->node, high->node);
        *at = middle;
    }
    return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
}
