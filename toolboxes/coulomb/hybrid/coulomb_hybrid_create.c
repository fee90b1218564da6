/* Systems with rigid contacts as hybrid systems: what is given, and where motions start. */
#include "rigid_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char where[] = "rdg_coulomb_hybrid";

static void free_rigid(void *data)
{
    rdg_rigid *r = data;
    while (r && r->mode) {
        rdg_rigid_mode *mode = r->mode;
        r->mode = mode->next;
        while (mode->edge) {
            rdg_rigid_edge *edge = mode->edge;
            mode->edge = edge->next;
            rdg_free(edge);
        }
        rdg_free(mode);
    }
    if (r) {
        rdg_free(r->name);
        rdg_free(r->K); /* the first part of all numbers */
        rdg_free(r);
    }
}

/* One piece of memory for all numbers; behind extra_J there is space for differences. */
static bool capacity(rdg_rigid *r)
{
    const size_t n = (size_t)r->n;
    const size_t nu = (size_t)r->nu;
    const size_t m = (size_t)r->contacts;
    const struct {
        double **at;
        size_t count;
    } part[] = {{&r->K, n * n},
                {&r->C, n * n},
                {&r->soft, n * n},
                {&r->p, n},
                {&r->w, n * m},
                {&r->push, n * m},
                {&r->a, n},
                {&r->J, n * nu},
                {&r->extra, n},
                {&r->slope, m * nu},
                {&r->extra_J, n * nu + nu + 2 * n}};
    size_t all = 0;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        all += part[i].count;
    }
    double *next = rdg_context_calloc(r->ctx, all, sizeof *next);
    for (size_t i = 0; next && i < sizeof part / sizeof *part; i++) {
        *part[i].at = next;
        next += part[i].count;
    }
    return next != NULL;
}

/* y = phi diag(d) right, [n n] */
static void combine(const rdg_coulomb *c, const double *d, bool squared, const double *right, double *y)
{
    const rdg_index n = c->n;
    for (rdg_index k = 0; k < n; k++) {
        const double factor = d ? (squared ? d[k] * d[k] : d[k]) : 1.0;
        for (rdg_index j = 0; j < n; j++) {
            for (rdg_index i = 0; i < n; i++) {
                y[i + n * j] += c->phi[i + n * k] * factor * right[k + n * j];
            }
        }
    }
}

static void take_structure(rdg_rigid *r, const rdg_coulomb *c)
{
    const rdg_index n = r->n;
    combine(c, c->wn, true, c->left, r->K);
    combine(c, c->d, false, c->left, r->C);
    for (rdg_index k = 0; k < n; k++) {
        for (rdg_index i = 0; i < n; i++) {
            r->p[i] += c->phi[i + n * k] * c->p[k];
            for (rdg_index j = 0; j < n; j++) {
                r->soft[i + n * j] += c->phi[i + n * k] * c->phi[j + n * k];
            }
        }
    }
}

static rdg_status take_contact(rdg_rigid *r, const rdg_coulomb *first, const rdg_coulomb *c, rdg_index k)
{
    const rdg_index n = r->n;
    if (c->ctx != first->ctx || c->n != n ||
        memcmp(c->phi, first->phi, (size_t)(n * n) * sizeof *c->phi) != 0 ||
        memcmp(c->wn, first->wn, (size_t)n * sizeof *c->wn) != 0 ||
        memcmp(c->d, first->d, (size_t)n * sizeof *c->d) != 0) {
        return rdg_fail(r->ctx, RDG_ERR_ARGUMENT, where,
                        "contact %d, of \"%s\", is not one of the same structure as \"%s\"", (int)k + 1,
                        c->name, r->name);
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            r->push[i + n * k] += c->phi[i + n * j] * c->a[j];
            r->w[i + n * k] += c->left[j + n * i] * c->a[j];
        }
    }
    r->b[k] = c->b;
    return RDG_OK;
}

/* names: r1, beta, mu, beta2, mu2, ..., of the force; NULL */
struct numbers {
    char text[2 * RDG_RIGID_MOST][20];
    const char **name;
    double *value;
};

static rdg_status read_numbers(const rdg_rigid *r, const rdg_at *at, const struct numbers *p)
{
    for (; at && at->name; at++) {
        rdg_index k = 0;
        while (k < r->np && strcmp(at->name, p->name[k]) != 0) {
            k++;
        }
        if (k == r->np) {
            return rdg_fail(r->ctx, RDG_ERR_NAME, where,
                            "there is no parameter \"%s\"; there are \"r1\", \"beta\", \"mu\"%s%s", at->name,
                            r->contacts > 1 ? ", \"beta2\", \"mu2\" and so on" : "",
                            r->np > 1 + 2 * r->contacts ? " and those of the force" : "");
        }
        p->value[k] = at->value;
    }
    for (rdg_index k = 0; k < r->np; k++) {
        const bool is_contact = k > 0 && k <= 2 * r->contacts;
        const double least = is_contact ? (k % 2 == 1 ? 0.0 : 1.0) : -INFINITY;
        if (!isfinite(p->value[k]) || p->value[k] < least || (k == 0 && !(p->value[k] > 0.0))) {
            return rdg_fail(r->ctx, RDG_ERR_ARGUMENT, where,
                            "%s = %g: r1 > 0 and beta >= 0 are needed for all contacts, mu >= 1", p->name[k],
                            p->value[k]);
        }
    }
    return RDG_OK;
}

static const rdg_coulomb *contact_of(const rdg_coulomb *c, const rdg_coulomb_hybrid_options *o, rdg_index k)
{
    return k > 0 && o->more ? o->more[k - 1] : c;
}

static rdg_status name_numbers(rdg_rigid *r, const rdg_coulomb *c, const rdg_coulomb_hybrid_options *o,
                               struct numbers *p)
{
    p->name[0] = "r1";
    p->value[0] = NAN;
    for (rdg_index k = 0; k < r->contacts; k++) {
        const rdg_coulomb *at = contact_of(c, o, k);
        char which[16] = "";
        if (k > 0) {
            (void)snprintf(which, sizeof which, "%d", (int)k + 1);
        }
        (void)snprintf(p->text[2 * k], sizeof p->text[0], "beta%s", which);
        (void)snprintf(p->text[2 * k + 1], sizeof p->text[0], "mu%s", which);
        p->name[1 + 2 * k] = p->text[2 * k];
        p->name[2 + 2 * k] = p->text[2 * k + 1];
        p->value[1 + 2 * k] = NAN;
        p->value[2 + 2 * k] = at->ratio;
    }
    for (rdg_index k = 1 + 2 * r->contacts; o->parameters && k < r->np; k++) {
        const rdg_index own = k - 1 - 2 * r->contacts;
        p->name[k] = o->parameters[own];
        p->value[k] = o->values ? o->values[own] : 0.0;
    }
    return RDG_OK;
}

/* `taken`: the hybrid system frees r */
static rdg_status build(rdg_rigid *r, const rdg_coulomb *c, const rdg_coulomb_hybrid_options *o,
                        const rdg_at *at, struct numbers *p, bool *taken)
{
    r->name = rdg_context_strdup(r->ctx, c->name);
    if (!r->name || !capacity(r)) {
        return RDG_ERR_NO_MEMORY;
    }
    take_structure(r, c);
    for (rdg_index k = 0; k < r->contacts; k++) {
        RDG_TRY(rdg_coulomb_check(contact_of(c, o, k), where, 1.0, 0.0));
        RDG_TRY(take_contact(r, c, contact_of(c, o, k), k));
    }
    RDG_TRY(name_numbers(r, c, o, p));
    RDG_TRY(read_numbers(r, at, p));
    r->hybrid = rdg_hybrid_create(r->ctx, c->name, p->name, p->value);
    if (!r->hybrid) {
        return RDG_ERR_EARLIER;
    }
    *taken = true;
    RDG_TRY(rdg_hybrid_on_entry(r->hybrid, rdg_rigid_enter, r, free_rigid));
    RDG_TRY(rdg_hybrid_forcing(r->hybrid, "r1"));
    return rdg_rigid_begin(r, p->value);
}

rdg_hybrid *rdg_coulomb_hybrid_at(const rdg_coulomb *c, const rdg_coulomb_hybrid_options *options,
                                  const rdg_at *at)
{
    static const rdg_coulomb_hybrid_options none = {.more = NULL};
    const rdg_coulomb_hybrid_options *o = options ? options : &none;
    if (rdg_coulomb_check(c, where, 1.0, 0.0) != RDG_OK) {
        return NULL;
    }
    rdg_index contacts = 1;
    rdg_index own = 0;
    while (o->more && o->more[contacts - 1]) {
        if (++contacts > RDG_RIGID_MOST) {
            rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where, "\"%s\" has more than %d contacts", c->name,
                     RDG_RIGID_MOST);
            return NULL;
        }
    }
    while (o->parameters && o->parameters[own]) {
        own++;
    }
    rdg_rigid *r = rdg_context_calloc(c->ctx, 1, sizeof *r);
    if (!r) {
        return NULL;
    }
    *r = (rdg_rigid){.ctx = c->ctx, .n = c->n, .n2 = 2 * c->n, .contacts = contacts, .force = o->force};
    r->np = 1 + 2 * contacts + own;
    r->nu = r->n2 + r->np + 1;
    struct numbers p = {.name = rdg_context_calloc(c->ctx, (size_t)r->np + 1, sizeof *p.name),
                        .value = rdg_context_calloc(c->ctx, (size_t)r->np, sizeof *p.value)};
    bool taken = false;
    const bool built = p.name && p.value && build(r, c, o, at, &p, &taken) == RDG_OK;
    rdg_hybrid *h = built ? r->hybrid : NULL;
    rdg_free(p.name);
    rdg_free(p.value);
    if (!taken) {
        free_rigid(r);
    }
    return h;
}
