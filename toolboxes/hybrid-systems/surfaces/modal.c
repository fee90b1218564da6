/* Linear surfaces of linear modes as sums of damped waves. */
#include "modal_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Amplitudes that are as small, of all, are rounding errors. */
static const double counts = 1e-18;
/* Waves and eigenvalues that are nearer than this, in a step, do not come apart. */
static const double apart = 0.05;
/* What decays by this exponent is gone. */
static const double gone = -60.0;
/* Amplitudes that count in steps, of all. */
static const double large = 0.05;
/* Of what the surface is a sum of: more than this it is not linear. */
static const double straight = 1e-9;

void rdg_modal_free(rdg_flow *flow)
{
    for (rdg_index i = 0; i < flow->modals; i++) {
        rdg_free(flow->modal[i]->memory);
        rdg_free(flow->modal[i]);
    }
    rdg_free(flow->modal);
    flow->modal = NULL;
    flow->modals = flow->modal_capacity = 0;
}

static rdg_index numbers(rdg_index n, rdg_index waves)
{
    return 2 * n + 5 * waves + (rdg_index)(sizeof(rdg_modal_term) / sizeof(double)) * (n + waves) +
           (rdg_index)(sizeof(rdg_modal_pair) / sizeof(double)) * n * waves;
}

/* The one of this place, with space for a closed form; NULL without memory. */
static rdg_modal *provide(rdg_flow *flow, rdg_index place, const rdg_linear *l)
{
    while (place >= flow->modals) {
        if (rdg_context_reserve(flow->ctx, (void *)&flow->modal, &flow->modal_capacity, flow->modals + 1,
                                sizeof(void *)) != RDG_OK) {
            return NULL;
        }
        rdg_modal *m = rdg_context_calloc(flow->ctx, 1, sizeof *m);
        if (!m) {
            return NULL;
        }
        flow->modal[flow->modals++] = m;
    }
    rdg_modal *m = flow->modal[place];
    if (l->n <= m->n && l->waves <= m->waves) {
        return m;
    }
    const rdg_index n = l->n > m->n ? l->n : m->n, waves = l->waves > m->waves ? l->waves : m->waves;
    double *memory = rdg_context_calloc(flow->ctx, (size_t)numbers(n, waves), sizeof *memory);
    if (!memory) {
        return NULL;
    }
    rdg_free(m->memory);
    *m = (rdg_modal){.n = n, .waves = waves, .memory = memory};
    m->C = (void *)memory;
    m->h = m->C + n;
    m->wave = m->h + waves;
    m->value = memory + 2 * n + 4 * waves;
    m->term = (void *)(m->value + waves);
    m->pair = (void *)(m->term + n + waves);
    return m;
}

static double phase_of(const rdg_linear *l, rdg_index k)
{
    return 6.283185307179586476925286766559 * (double)k / (double)l->waves;
}

static int refused(rdg_flow *flow, const rdg_watch *w, int answer)
{
    return rdg_flow_because(flow, answer, "event surface \"%s\" of \"%s\" %s at t = %.10g", w->event->name,
                            rdg_hybrid_name(flow->h),
                            answer < 0 ? "has requested the end of the run"
                                       : "is not finite or leaves its domain",
                            flow->started);
}

/* The surface at x (general: in general position, else 0) and a phase; u is filled. */
static int value_at(rdg_flow *flow, const rdg_watch *w, bool general, double phi, double *g)
{
    const rdg_rk *k = &flow->rk;
    double *u = flow->linears->work.u, h = 0.0;
    for (rdg_index i = 0; i < k->n; i++) {
        u[i] = general ? (i % 2 == 0 ? 1.0 : -1.0) * rdg_general(i) : 0.0;
    }
    memcpy(u + k->n, k->u + k->n, (size_t)k->np * sizeof *u);
    if (k->forced) {
        u[k->nu - 1] = phi;
    }
    const rdg_hybrid_function *s = &w->event->surface;
    const int answer = s->f(k->nu, u, 1, &h, s->data);
    *g = w->sign * h;
    return answer != 0 ? refused(flow, w, answer) : 0;
}

/* That the surface is what it is stated to be: c x and its waves. */
static int check(rdg_flow *flow, const rdg_watch *w, const rdg_modal *m, const double *c)
{
    static const double phi = 2.3562;
    const rdg_linear *l = flow->closed;
    double g = 0.0, sum = 0.0, size = 0.0;
    const int answer = value_at(flow, w, true, phi, &g);
    for (rdg_index k = -(l->waves / 2); k <= l->waves / 2; k++) {
        const rdg_structure_parameter h = m->h[k + l->waves / 2];
        sum += h.re * cos((double)k * phi) - h.im * sin((double)k * phi);
        size += fabs(h.re) + fabs(h.im);
    }
    for (rdg_index i = 0; i < l->n; i++) {
        const double by = w->sign * c[i] * flow->linears->work.u[i];
        sum += by;
        size += fabs(by);
    }
    if (answer == 0 && !(fabs(sum - g) <= straight * size)) {
        return rdg_flow_because(flow, -1,
                                "event surface \"%s\" of \"%s\" is declared linear, with %" PRId64
                                " harmonics, but it is not: it is %g where that would be %g",
                                w->event->name, rdg_hybrid_name(flow->h), l->waves / 2, w->sign * g,
                                w->sign * sum);
    }
    return answer;
}

int rdg_modal_take(rdg_flow *flow, rdg_watch *w, rdg_index place)
{
    const rdg_linear *l = flow->closed;
    const rdg_rk *k = &flow->rk;
    w->modal = NULL;
    if (!l || !w->event->linear) {
        return 0;
    }
    rdg_modal *m = provide(flow, place, l);
    if (!m) {
        return rdg_flow_because(flow, -1, "%s", rdg_error_message(flow->ctx));
    }
    double *slope = flow->look;
    int answer = 0;
    for (rdg_index i = l->waves - 1; answer == 0 && i >= 0; i--) {
        answer = value_at(flow, w, false, phase_of(l, i), &m->value[i]);
    }
    answer = answer ? answer
                    : rdg_hybrid_df(&w->event->surface, k->nu, flow->linears->work.u, k->size, 1, slope,
                                    flow->look + k->nu);
    if (answer != 0) {
        return refused(flow, w, answer);
    }
    const rdg_index H = l->waves / 2;
    for (rdg_index i = -H; i <= H; i++) {
        rdg_structure_parameter sum = {0.0, 0.0};
        for (rdg_index j = 0; j < l->waves; j++) {
            const double angle = -(double)i * phase_of(l, j), by = m->value[j] / (double)l->waves;
            sum = rdg_plus(sum, (rdg_structure_parameter){by * cos(angle), by * sin(angle)});
        }
        m->h[i + H] = sum;
    }
    memset(m->C, 0, (size_t)l->n * sizeof *m->C);
    for (rdg_index r = 0; r < l->n; r++) {
        for (rdg_index i = 0; i < l->n && slope[r] != 0.0; i++) {
            m->C[i] = rdg_plus(m->C[i], rdg_scaled(w->sign * slope[r], l->V[r + l->n * i]));
        }
    }
    w->modal = m;
    answer = flow->straight[w->place_of] ? 0 : check(flow, w, m, slope);
    flow->straight[w->place_of] = answer == 0;
    return answer;
}

static void add_term(rdg_modal *m, rdg_structure_parameter rate, rdg_structure_parameter a)
{
    const double size = sqrt(rdg_square(a));
    m->size += size;
    m->term[m->terms++] = (rdg_modal_term){rate, a, size, sqrt(rdg_square(rate)), size};
}

static void add_pair(rdg_modal *m, rdg_structure_parameter rate, rdg_structure_parameter wave,
                     rdg_structure_parameter b)
{
    const double size = sqrt(rdg_square(b));
    m->size += size;
    m->pair[m->pairs++] =
        (rdg_modal_pair){rate, wave, b, size, sqrt(fmax(rdg_square(rate), rdg_square(wave)))};
}

/* What is forced of amplitude i: that decays with it, *own, and the waves k > 0; or what is in resonance. */
static void add_forced(rdg_modal *m, const rdg_linear *l, const rdg_linear_work *w, rdg_index i, double T,
                       double omega, rdg_structure_parameter *own, rdg_structure_parameter *wave)
{
    const rdg_index H = l->waves / 2;
    const rdg_structure_parameter C = rdg_scaled(l->lambda[i].im > 0.0 ? 2.0 : 1.0, m->C[i]);
    for (rdg_index k = -H; k <= H; k++) {
        const rdg_structure_parameter q = rdg_times(C, w->q[i + l->n * (k + H)]);
        const rdg_structure_parameter d = {l->lambda[i].re, l->lambda[i].im - (double)k * omega};
        const double far = rdg_square(d);
        if (q.re == 0.0 && q.im == 0.0) {
            continue;
        }
        if (!(far * T * T > apart * apart)) {
            add_pair(m, rdg_scaled(T, l->lambda[i]), (rdg_structure_parameter){0.0, (double)k * omega * T},
                     rdg_scaled(T, q));
            continue;
        }
        const rdg_structure_parameter f =
            rdg_scaled(1.0 / far, rdg_times(q, (rdg_structure_parameter){d.re, -d.im}));
        *own = rdg_plus(*own, f);
        if (k != 0) {
            wave[k > 0 ? k : -k].re -= f.re;
            wave[k > 0 ? k : -k].im -= k > 0 ? f.im : -f.im;
        }
    }
}

/* Amplitudes of nothing are left out. */
static void leave_out(rdg_modal *m)
{
    rdg_index kept = 0;
    for (rdg_index i = 0; i < m->terms; i++) {
        if (m->term[i].size > counts * m->size) {
            m->term[kept++] = m->term[i];
        }
    }
    m->terms = kept;
}

void rdg_modal_begin(const rdg_flow *flow, rdg_watch *watch)
{
    const rdg_rk *k = &flow->rk;
    const rdg_linear *l = flow->closed;
    const rdg_linear_work *w = &flow->linears->work;
    rdg_modal *m = watch->modal;
    const rdg_index H = l->waves / 2;
    const double T = k->tau * k->share;
    rdg_structure_parameter *wave = m->wave;
    m->terms = m->pairs = 0;
    m->g0 = watch->first.g;
    m->size = watch->first.size;
    m->looks = 0;
    for (rdg_index j = 1; j <= H; j++) {
        wave[j] = rdg_scaled(2.0, rdg_times(w->phase[j + H], m->h[j + H]));
    }
    for (rdg_index i = 0; i < l->n; i++) {
        if (rdg_leads(l, i)) {
            rdg_structure_parameter own =
                rdg_scaled(l->lambda[i].im > 0.0 ? 2.0 : 1.0, rdg_times(m->C[i], w->z0[i]));
            add_forced(m, l, w, i, T, k->omega, &own, wave);
            add_term(m, rdg_scaled(T, l->lambda[i]), own);
        }
    }
    for (rdg_index j = 1; j <= H; j++) {
        add_term(m, (rdg_structure_parameter){0.0, (double)j * k->omega * T}, wave[j]);
    }
    leave_out(m);
}

double rdg_modal_turns(const rdg_flow *flow, const rdg_modal *m)
{
    double all = 0.0, longest = 0.0;
    for (rdg_index i = 0; i < m->terms; i++) {
        all += m->term[i].size;
    }
    for (rdg_index i = 0; i < m->terms; i++) {
        const rdg_modal_term *t = &m->term[i];
        longest = t->size > large * all && t->speed > 0.0 ? fmax(longest, 1.0 / t->speed) : longest;
    }
    return longest > 0.0 ? flow->rk.share * longest : INFINITY;
}

void rdg_modal_at(rdg_modal *m, double s, double v[3])
{
    v[0] = m->g0;
    v[1] = v[2] = 0.0;
    m->looks++;
    for (rdg_index i = 0; i < m->terms; i++) {
        const rdg_modal_term *t = &m->term[i];
        if (t->rate.re * s < gone) {
            v[0] -= t->a.re;
            continue;
        }
        const rdg_node e = rdg_node_at(rdg_scaled(s, t->rate));
        const rdg_structure_parameter once = rdg_times(t->rate, rdg_times(t->a, e.exp));
        v[0] += t->a.re * e.less.re - t->a.im * e.less.im;
        v[1] += once.re;
        v[2] += t->rate.re * once.re - t->rate.im * once.im;
    }
    for (rdg_index i = 0; i < m->pairs; i++) {
        const rdg_modal_pair *p = &m->pair[i];
        const rdg_node a = rdg_node_at(rdg_scaled(s, p->rate)), b = rdg_node_at(rdg_scaled(s, p->wave));
        const rdg_structure_parameter D = rdg_scaled(s, rdg_divided_2(&a, &b));
        const rdg_structure_parameter once = rdg_plus(rdg_times(p->rate, D), b.exp);
        const rdg_structure_parameter twice = rdg_plus(rdg_times(p->rate, once), rdg_times(p->wave, b.exp));
        v[0] += p->b.re * D.re - p->b.im * D.im;
        v[1] += p->b.re * once.re - p->b.im * once.im;
        v[2] += p->b.re * twice.re - p->b.im * twice.im;
    }
}

void rdg_modal_from(rdg_modal *m, double s)
{
    m->from = s;
    for (rdg_index i = 0; i < m->terms; i++) {
        rdg_modal_term *t = &m->term[i];
        t->now = t->rate.re == 0.0 ? t->size : t->size * exp(t->rate.re * s);
    }
}

/* Taylor's remainders, or what a damped wave and its polynomial differ by at most. */
static void add_margin(rdg_modal_margin *margin, const rdg_modal_term *t, double width)
{
    const double x = t->speed * width;
    const double size = t->rate.re > 0.0 ? t->now * exp(t->rate.re * width) : t->now;
    margin->value += size * fmin(x * x * x / 6.0, 2.0 + x + 0.5 * x * x);
    margin->rate += size * t->speed * fmin(0.5 * x * x, 2.0 + x);
    margin->bend += size * t->speed * t->speed * fmin(x, 2.0);
}

/* D = s exp[L s, M s], D' = L D + exp(M s), ... with |D| <= s max(1, |exp(L s)|) */
static void add_pair_margin(rdg_modal_margin *margin, const rdg_modal_pair *p, double s, double width)
{
    const double speed = p->speed, most = (s + width) * exp(fmax(0.0, p->rate.re) * (s + width));
    const double once = speed * most + 1.0, twice = speed * (speed * most + 2.0);
    const double third = speed * speed * (speed * most + 3.0);
    margin->value += p->size * fmin(third * width * width * width / 6.0,
                                    2.0 * most + width * (once + 0.5 * width * twice));
    margin->rate += p->size * fmin(0.5 * third * width * width, 2.0 * once + width * twice);
    margin->bend += p->size * fmin(third * width, 2.0 * twice);
}

rdg_modal_margin rdg_modal_within(const rdg_modal *m, double width)
{
    rdg_modal_margin margin = {0.0, 0.0, 0.0};
    for (rdg_index i = 0; i < m->terms; i++) {
        add_margin(&margin, &m->term[i], width);
    }
    for (rdg_index i = 0; i < m->pairs; i++) {
        add_pair_margin(&margin, &m->pair[i], m->from, width);
    }
    return margin;
}
