/* The length of the steps along a curve. */
#ifndef RDG_STEP_RULE_IMPL_H
#define RDG_STEP_RULE_IMPL_H

#include "tracer_impl.h"

/* What a corrected step showed. */
typedef struct rdg_step {
    double h;
    double next;               /* length of the step behind it, if it was guided; else 0 */
    double rest;               /* what was cut off behind it, to report events apart; 0: nothing */
    double angle;              /* between the tangents at its ends */
    double angle_before;       /* of the try with twice the step; 0: there was none */
    double drift;              /* from the tangent's to the corrected point */
    double surprise;           /* from the point predicted by several charts; HUGE_VAL: by one */
    double predicted_residual; /* scaled, at the tangent's point */
    int iterations;            /* from there */
    double aside;              /* of its length: how far the curve lies off its cubic in between */
    double aside_before;       /* of the try with twice the step; 0: there was none */
    bool strays;               /* that is farther than where it bends evenly */
    bool is_first_try;
    double doubt;  /* that it may lead over a gap: of its length, what the tangents do not explain; or 0 */
    double turned; /* by the tangents, not steadily */
    rdg_leap leap; /* it does, and that has not been reported otherwise */
} rdg_step;

struct rdg_step_rule {
    bool (*rejects)(const rdg_tracer *t, const rdg_step *step); /* too long to be trusted? */
    double (*next)(rdg_tracer *t, const rdg_step *step);        /* length of the step from t->next */
};

/* A step of length h from a chart, shortened so that the first active parameter changes along the tangent by
 * less than a twentieth of its domain. */
double rdg_step_in_window(rdg_tracer *t, const rdg_chart *from, double h);

/* Does the corrected step change it by more, as the slopes at its ends confirm? A parameter may jump. */
bool rdg_step_exceeds_window(rdg_tracer *t, double h);

extern const rdg_step_rule rdg_step_combined;
extern const rdg_step_rule rdg_step_coco;

static inline const rdg_step_rule *rdg_step_rule_of(const rdg_run_setup *setup)
{
    return setup->step_rule == RDG_STEP_RULE_COCO ? &rdg_step_coco : &rdg_step_combined;
}

#endif
