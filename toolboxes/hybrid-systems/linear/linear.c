/* Closed forms of linear modes: made when a mode is entered, kept while its numbers stay. */
#include "linear_impl.h"

#include <string.h>

/* Numbers that closed forms may hold together, 128 MB; of more modes those are left that were not used for
 * the longest time. */
static const rdg_index most_numbers = 1 << 24;

static void destroy(rdg_linear *l)
{
    rdg_free(l->memory);
    rdg_free(l->moves);
    rdg_free(l);
}

void rdg_linear_free(rdg_flow *flow)
{
    rdg_linears *all = flow->linears;
    if (!all) {
        return;
    }
    for (rdg_index i = 0; i < all->count; i++) {
        destroy(all->item[i]);
    }
    rdg_free(all->item);
    rdg_free(all->memory);
    rdg_free(all->pivot);
    rdg_free(all);
    flow->linears = NULL;
}

typedef struct layout {
    double *memory; /* NULL: count only */
    rdg_index used;
} layout;

static void *part(layout *l, rdg_index numbers)
{
    double *here = l->memory ? l->memory + l->used : NULL;
    l->used += numbers;
    return here;
}

/* Complex numbers are two, nodes six. */
static void lay_out_form(rdg_linear *f, layout *l)
{
    const rdg_index n = f->n, np = f->np, waves = f->waves;
    f->p = part(l, np);
    f->A = part(l, n * n);
    f->g = part(l, n * waves);
    f->lambda = part(l, 2 * n);
    f->V = part(l, 2 * n * n);
    f->W = part(l, 2 * n * n);
    f->Vr = part(l, n * n);
    f->Wr = part(l, n * n);
    f->reach = part(l, n * n);
    f->G = part(l, 2 * n * waves);
    f->print = part(l, n * np);
    f->Ap = part(l, n * n * np);
    f->gp = part(l, n * waves * np);
    f->B = part(l, 2 * n * n * np);
    f->Gp = part(l, 2 * n * waves * np);
}

static void lay_out_work(rdg_linears *all, layout *l)
{
    rdg_linear_work *w = &all->work;
    const rdg_index n = all->n, np = all->np, nu = n + np + 1, waves = all->waves;
    w->L = part(l, 6 * n);
    w->M = part(l, 6 * waves);
    w->z0 = part(l, 2 * n);
    w->z1 = part(l, 2 * n);
    w->q = part(l, 2 * n * waves);
    w->D = part(l, 2 * n * waves);
    w->S = part(l, 2 * n * n);
    w->a = part(l, 2 * n);
    w->b = part(l, 2 * n);
    w->c = part(l, 2 * n);
    w->near = part(l, 2 * waves);
    w->twice = part(l, 2 * n * waves);
    for (int order = 0; order < 3; order++) {
        w->own[order] = part(l, 2 * n);
        w->wave[order] = part(l, 2 * n * waves);
    }
    w->T = part(l, n * (nu + 1));
    w->x = part(l, n);
    w->y = part(l, n);
    w->u = part(l, nu);
    w->J = part(l, n * nu);
    w->H = part(l, nu * nu + 2 * nu + 2 * n + 2 * n * nu);
    w->all = part(l, (nu + 1) * (nu + 1));
    w->eigen = part(l, n * n + 5 * n + rdg_linear_eigen_workspace(n));
    w->phase = part(l, 2 * waves);
}

static int no_memory(rdg_flow *flow)
{
    return rdg_flow_because(flow, -1, "there is no memory for the closed form of phase \"%s\" of \"%s\"",
                            flow->mode, rdg_hybrid_name(flow->h));
}

/* Space to work in for a form. */
static int reserve(rdg_flow *flow, const rdg_linear *f)
{
    rdg_linears *all = flow->linears;
    if (f->n <= all->n && f->np <= all->np && f->waves <= all->waves) {
        return 0;
    }
    rdg_linears larger = *all;
    larger.n = f->n > all->n ? f->n : all->n;
    larger.np = f->np > all->np ? f->np : all->np;
    larger.waves = f->waves > all->waves ? f->waves : all->waves;
    layout l = {0};
    lay_out_work(&larger, &l);
    l.memory = rdg_context_calloc(flow->ctx, (size_t)l.used, sizeof(double));
    larger.pivot = rdg_context_calloc(flow->ctx, (size_t)larger.n, sizeof *larger.pivot);
    if (!l.memory || !larger.pivot) {
        rdg_free(l.memory);
        rdg_free(larger.pivot);
        return no_memory(flow);
    }
    rdg_free(all->memory);
    rdg_free(all->pivot);
    larger.memory = l.memory;
    l.used = 0;
    lay_out_work(&larger, &l);
    larger.work.pivot = larger.pivot;
    *all = larger;
    return 0;
}

/* Leave those that were not used for the longest time until `numbers` more have their place. */
static void leave(rdg_linears *all, rdg_index numbers)
{
    for (;;) {
        rdg_index sum = numbers, oldest = 0;
        for (rdg_index i = 0; i < all->count; i++) {
            sum += all->item[i]->numbers;
            oldest = all->item[i]->used < all->item[oldest]->used ? i : oldest;
        }
        if (sum <= most_numbers || all->count == 0) {
            return;
        }
        destroy(all->item[oldest]);
        all->item[oldest] = all->item[--all->count];
    }
}

static rdg_linear *make(rdg_flow *flow, rdg_index harmonics)
{
    rdg_linears *all = flow->linears;
    rdg_linear form = {.mode = flow->place, .n = flow->rk.n, .np = flow->rk.np, .waves = 2 * harmonics + 1};
    layout l = {0};
    lay_out_form(&form, &l);
    leave(all, l.used);
    if (rdg_context_reserve(flow->ctx, (void *)&all->item, &all->capacity, all->count + 1, sizeof(void *)) !=
        RDG_OK) {
        return NULL;
    }
    rdg_linear *made = rdg_context_calloc(flow->ctx, 1, sizeof *made);
    double *memory = rdg_context_calloc(flow->ctx, (size_t)l.used, sizeof *memory);
    form.moves = rdg_context_calloc(flow->ctx, (size_t)form.np + 1, sizeof *form.moves);
    if (!made || !memory || !form.moves) {
        rdg_free(made);
        rdg_free(memory);
        rdg_free(form.moves);
        return NULL;
    }
    form.numbers = l.used;
    l = (layout){.memory = memory};
    lay_out_form(&form, &l);
    form.memory = memory;
    *made = form;
    return all->item[all->count++] = made;
}

/* The closed form of the mode at hand; NULL without memory. */
static rdg_linear *find(rdg_flow *flow, rdg_index harmonics)
{
    if (!flow->linears) {
        flow->linears = rdg_context_calloc(flow->ctx, 1, sizeof *flow->linears);
        if (!flow->linears) {
            return NULL;
        }
    }
    rdg_linears *all = flow->linears;
    for (rdg_index i = 0; i < all->count; i++) {
        if (all->item[i]->mode == flow->place) {
            return all->item[i];
        }
    }
    return make(flow, harmonics);
}

static int know(rdg_flow *flow, rdg_linear *l, rdg_linear_work *w)
{
    bool same = false;
    const bool before = l->decomposed;
    l->known = l->sloped = false;
    memcpy(l->p, flow->rk.u + l->n, (size_t)l->np * sizeof *l->p);
    const int answer = rdg_linear_read(flow, l, &same);
    if (answer != 0) {
        l->decomposed = false;
        return answer;
    }
    if (!before || !same) {
        rdg_linear_decompose(l, w);
        l->turned = false;
    }
    l->decomposed = l->known = true;
    if (l->closed) {
        rdg_linear_waves(l, w, l->g, l->G);
    }
    return 0;
}

static int know_slopes(rdg_flow *flow, rdg_linear *l, rdg_linear_work *w)
{
    bool same = false;
    const int answer = rdg_linear_read_slopes(flow, l, &same);
    if (answer != 0) {
        l->turned = false;
        return answer;
    }
    if (!l->turned || !same) {
        rdg_linear_turn(l, w);
        l->turned = true;
    }
    for (rdg_index p = 0; p < l->np; p++) {
        rdg_linear_waves(l, w, l->gp + l->n * l->waves * p, l->Gp + l->n * l->waves * p);
    }
    l->sloped = true;
    return 0;
}

int rdg_linear_enter(rdg_flow *flow, bool slopes)
{
    const rdg_hybrid_phase *mode = rdg_hybrid_phase_at(flow->h, flow->place);
    flow->closed = NULL;
    if (!mode->linear) {
        return 0;
    }
    rdg_linear *l = find(flow, mode->harmonics);
    if (!l || reserve(flow, l) != 0) {
        return no_memory(flow);
    }
    rdg_linear_work *w = &flow->linears->work;
    const size_t bytes = (size_t)l->np * sizeof *l->p;
    l->used = ++flow->linears->clock;
    int answer = 0;
    if (!l->known || (bytes > 0 && memcmp(l->p, flow->rk.u + l->n, bytes) != 0)) {
        answer = know(flow, l, w);
    }
    if (answer == 0 && l->closed && slopes && !l->sloped) {
        answer = know_slopes(flow, l, w);
    }
    flow->closed = answer == 0 && l->closed ? l : NULL;
    return answer;
}
