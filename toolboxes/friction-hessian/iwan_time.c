/* An Iwan model in time: as many parts as sliders, each with its position. */
#include "iwan_impl.h"
#include "slider_impl.h"

#include <ridgewalk/toolbox.h>

rdg_status rdg_iwan_law_make(rdg_context *ctx, const rdg_iwan *joint, rdg_iwan_law *law)
{
    law->start = joint->start;
    law->n_sliders = rdg_iwan_count_sliders(joint);
    law->slider = rdg_context_calloc(ctx, (size_t)law->n_sliders, sizeof *law->slider);
    if (law->slider) {
        rdg_iwan_make_sliders(joint, law->slider);
    }
    return rdg_error_status(ctx);
}

void rdg_iwan_law_clear(rdg_iwan_law *law)
{
    rdg_free(law->slider);
    law->slider = NULL;
}

static rdg_index parts(const void *self)
{
    return ((const rdg_iwan_law *)self)->n_sliders;
}

static int force(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_force *answer)
{
    const rdg_iwan_law *law = self;
    double f = 0, stuck = 0;
    for (rdg_index i = 0; i < law->n_sliders; i++) {
        const iwan_slider *slider = &law->slider[i];
        const rdg_contact_state state = (rdg_contact_state)at->status[i];
        if (state != RDG_STICK) {
            f += rdg_contact_direction(state) * slider->k * slider->phi;
            continue;
        }
        f += slider->k * (at->x[0] - at->w[i]);
        stuck += slider->k;
        if (answer->df) {
            answer->df[d * (2 * d + i)] = -slider->k;
        }
    }
    if (answer->f) {
        answer->f[0] = f;
    }
    if (answer->df) {
        answer->df[0] = stuck;
    }
    return 0;
}

static void start(const void *self, rdg_index d, const double *rest, const double *mean, double *w,
                  double *w_mean)
{
    const rdg_iwan_law *law = self;
    (void)d;
    for (rdg_index i = 0; i < law->n_sliders; i++) {
        w[i] = rdg_slider_begins(law->start, mean ? mean[0] : 0, rest ? rest[0] : 0);
        if (w_mean) {
            w_mean[i] = law->start == RDG_SLIDER_MEAN;
        }
    }
}

static void settle(const void *self, rdg_index d, const double *x, const double *v, double *w, int *status,
                   double *w_x)
{
    const rdg_iwan_law *law = self;
    const int moves = rdg_slider_sign(v[0]);
    (void)d;
    for (rdg_index i = 0; i < law->n_sliders; i++) {
        const double phi = law->slider[i].phi;
        const slider_bounds bounds = {
            .low = x[0] - phi, .high = x[0] + phi, .low_moves = moves, .high_moves = moves};
        int drawn;
        status[i] = rdg_slider_settle(&bounds, &w[i], &drawn);
        if (w_x && drawn != 0) {
            w_x[i] = 1;
        }
    }
}

static const char *const names[] = {"stick", "forward slip", "backward slip"};
static const rdg_law_regimes regimes = {
    .count = 3, .name = names, .memory = 1, .parts = parts, .start = start, .settle = settle};

const rdg_law_in_time rdg_iwan_in_time = {.force = force, .regimes = &regimes};
