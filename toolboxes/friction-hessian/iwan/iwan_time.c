/* An Iwan model in time: as many parts as sliders, each with its position. */
#include "element_check_impl.h"
#include "iwan_impl.h"
#include "slider_impl.h"

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
        w[i] = rdg_slider_begins(law->joint.start, mean ? mean[0] : 0, rest ? rest[0] : 0);
        if (w_mean) {
            w_mean[i] = law->joint.start == RDG_SLIDER_MEAN;
        }
    }
}

static void update(const void *self, rdg_index d, const double *x, const double *v, double *w, int *status,
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
        status[i] = rdg_slider_update(&bounds, &w[i], &drawn);
        if (w_x && drawn != 0) {
            w_x[i] = 1;
        }
    }
}

static void stick(const void *self, rdg_index d, const double *x, int *status)
{
    const rdg_iwan_law *law = self;
    (void)d;
    (void)x;
    for (rdg_index i = 0; i < law->n_sliders; i++) {
        status[i] = RDG_STICK;
    }
}

static void rate(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_rate *answer)
{
    const rdg_iwan_law *law = self;
    const rdg_index m = law->n_sliders;
    for (rdg_index i = 0; i < m; i++) {
        const bool slips = at->status[i] != RDG_STICK;
        if (answer->w) {
            answer->w[i] = slips ? at->v[0] : 0;
        }
        if (answer->dw) {
            answer->dw[i + m * d] = slips;
        }
    }
}

/* A slider that sticks: at its lower bound, at its upper one. One that slips: it ends. */
static int event_surfaces(const void *self, rdg_index d, rdg_index part, const rdg_law_state *at,
                          rdg_law_event_surface *surface)
{
    const rdg_iwan_law *law = self;
    const iwan_slider *slider = &law->slider[part];
    const double xi = rdg_contact_direction((rdg_contact_state)at->status[part]);
    if (xi != 0) {
        surface->h = xi * at->v[0];
        if (surface->dh) {
            surface->dh[d] = xi;
        }
        return 1;
    }
    for (int i = 0; i < 2; i++) {
        const double side = i == 0 ? 1 : -1;
        surface[i].h = slider->k * (slider->phi - side * (at->x[0] - at->w[part]));
        if (surface[i].dh) {
            surface[i].dh[0] = -side * slider->k;
            surface[i].dh[2 * d + part] = side * slider->k;
        }
    }
    return 2;
}

static int pass(const void *self, rdg_index d, rdg_index part, int surface, const rdg_law_state *at,
                double *w, double *dw)
{
    const rdg_iwan_law *law = self;
    const rdg_contact_state state = (rdg_contact_state)at->status[part];
    const double phi = law->slider[part].phi, x = at->x[0];
    const bool sticks = state == RDG_STICK;
    w[0] = sticks ? at->w[part] : rdg_contact_memory(state, x, x - phi, x + phi);
    if (dw) {
        dw[sticks ? 2 * d + part : 0] = 1;
    }
    return sticks ? (surface == 0 ? RDG_SLIP_FORWARD : RDG_SLIP_BACKWARD)
                  : (int)rdg_contact_next(state, false, false);
}

static bool remembers(const void *self, int regime)
{
    (void)self;
    return regime == RDG_STICK;
}

/* All sliders that slip stop as the displacement turns back. */
static bool together(const void *self, int regime)
{
    (void)self;
    return regime != RDG_STICK;
}

static int next_regimes(const void *self, rdg_index d, int regime, int surface, int next[RDG_LAW_CHOICES])
{
    (void)self;
    (void)d;
    next[0] = regime != RDG_STICK ? RDG_STICK : surface == 0 ? RDG_SLIP_FORWARD : RDG_SLIP_BACKWARD;
    return 1;
}

/* What is requested of one function of one value. */
typedef struct asked {
    int which;
    const rdg_law_slopes *answer;
} asked;

/* A term factor * quantity * s. s is the variable y[at], or constant for at < 0. */
static void add_term(const asked *q, double factor, const iwan_quantity *quantity, double s, rdg_index at)
{
    q->answer->f[0] += factor * quantity->by[q->which] * s;
    if (at >= 0) {
        q->answer->df[q->answer->values * at] += factor * quantity->by[q->which];
    }
    for (rdg_index l = 0; l < q->answer->numbers && l < IWAN_NUMBERS; l++) {
        q->answer->second[q->answer->values * l] += factor * quantity->second[q->which][l] * s;
    }
}

/* factor k (x - w) of a slider, whose place in y is `at` */
static void add_spring(const asked *q, const iwan_quantity *k, const rdg_law_state *at, rdg_index d,
                       rdg_index part, double factor)
{
    add_term(q, factor, k, at->x[0], 0);
    add_term(q, -factor, k, at->w[part], 2 * d + part);
}

static void by_number(const void *self, rdg_index d, const rdg_law_question *question,
                      const rdg_law_state *at, int which, const rdg_law_slopes *answer)
{
    const rdg_iwan_law *law = self;
    const asked q = {which, answer};
    for (rdg_index i = 0; !question && i < law->n_sliders; i++) {
        const double xi = rdg_contact_direction((rdg_contact_state)at->status[i]);
        const iwan_derivatives by = rdg_iwan_differentiate(&law->joint, i);
        if (xi != 0) {
            add_term(&q, xi, &by.limit, 1.0, -1);
        } else {
            add_spring(&q, &by.k, at, d, i, 1.0);
        }
    }
    if (!question || question->what == RDG_LAW_RATE) {
        return;
    }
    const iwan_derivatives by = rdg_iwan_differentiate(&law->joint, question->part);
    const double xi = rdg_contact_direction((rdg_contact_state)at->status[question->part]);
    if (question->what == RDG_LAW_EVENT && xi == 0) {
        add_term(&q, 1.0, &by.limit, 1.0, -1);
        add_spring(&q, &by.k, at, d, question->part, question->event == 0 ? -1.0 : 1.0);
    } else if (question->what == RDG_LAW_PASS && xi != 0) {
        add_term(&q, -xi, &by.phi, 1.0, -1);
    }
}

static int energy(const void *self, rdg_index d, const rdg_law_state *at, rdg_law_energy *answer)
{
    const rdg_iwan_law *law = self;
    (void)d;
    *answer = (rdg_law_energy){0};
    for (rdg_index i = 0; i < law->n_sliders; i++) {
        const iwan_slider *slider = &law->slider[i];
        const double xi = rdg_contact_direction((rdg_contact_state)at->status[i]);
        const double stretch = xi != 0 ? xi * slider->phi : at->x[0] - at->w[i];
        answer->stored += 0.5 * slider->k * stretch * stretch;
        answer->power += xi * slider->k * slider->phi * at->v[0];
    }
    return 0;
}

static const char *const names[] = {"stick", "forward slip", "backward slip"};
static const rdg_law_regimes regimes = {.count = 3,
                                        .name = names,
                                        .memory = 1,
                                        .parts = parts,
                                        .start = start,
                                        .update = update,
                                        .stick = stick,
                                        .rate = rate,
                                        .event_surfaces = event_surfaces,
                                        .pass = pass,
                                        .remembers = remembers,
                                        .linear = rdg_law_is_linear,
                                        .together = together,
                                        .follows = next_regimes,
                                        .by_number = by_number};

const rdg_law_in_time rdg_iwan_in_time = {.force = force, .regimes = &regimes, .energy = energy};
