/* Condensation of a travelling wave: one for each nodal diameter, made when a harmonic first needs it.
 *
 * The Hermitian matrices of nodal diameter d act in real form, [[Re, -Im], [Im, Re]], on 2 n degrees of
 * freedom. There a complex vector v is [v; -i v], and the condensed stiffness [[A, -B], [B, A]] makes
 * [(A + i B) v; ...] of it, A and B complex by damping. So D = A + i B; and with [v; i v] D = A - i B is that
 * of the conjugate matrices, of nodal diameter N - d. Real matrices, d = 0 and N / 2, stay as they are. */
#include "condensation_impl.h"
#include "wave_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

/* A load on all degrees of freedom. */
typedef struct family_load {
    double *cosine, *sine; /* [n] */
} family_load;

struct rdg_wave_family {
    rdg_structure *s; /* outlives the condensation */
    rdg_interior_method method;
    rdg_index *kept;       /* [n_kept] */
    rdg_condensation **of; /* [sectors / 2 + 1] by nodal diameter; NULL: not needed yet */
    bool damping_is_set, loss_is_set;
    double damping[2], loss;
    rdg_index n_loads;
    family_load *load;       /* [n_loads] */
    double *D[3];            /* [2 (2 n_kept)^2] */
    double *f[3];            /* [4 n_kept] */
    double *vector;          /* [4 n + 4 n_kept] */
    rdg_load_factor *acting; /* [n_loads] */
};

/* The member that answers for a harmonic. */
typedef struct member {
    rdg_condensation *c; /* NULL after a failure, recorded */
    double sign;         /* of the imaginary parts; 0: the matrices are real, in their own form */
} member;

static void free_family(rdg_wave_family *family)
{
    if (!family) {
        return;
    }
    for (rdg_index d = 0; family->of && d <= family->s->wave->sectors / 2; d++) {
        if (family->of[d]) {
            rdg_condensation_destroy(family->of[d]);
        }
    }
    for (rdg_index l = 0; l < family->n_loads; l++) {
        rdg_free(family->load[l].cosine);
    }
    for (int order = 0; order < 3; order++) {
        rdg_free(family->D[order]);
        rdg_free(family->f[order]);
    }
    rdg_free(family->of);
    rdg_free(family->kept);
    rdg_free(family->load);
    rdg_free(family->acting);
    rdg_free(family->vector);
    rdg_free(family);
}

/* A vector c cos + s sin, that is c - i s, as a real form sees it: [c; -sign s] cos + [s; sign c] sin. */
static void spread(rdg_index n, double sign, const double *cosine, const double *sine, double *to)
{
    for (rdg_index i = 0; i < n; i++) {
        to[i] = cosine[i];
        to[n + i] = -sign * sine[i];
        to[2 * n + i] = sine[i];
        to[3 * n + i] = sign * cosine[i];
    }
}

/* A real form has each load twice, for both signs. */
static rdg_status add_to_member(const rdg_condensation *c, const member *m, const family_load *load)
{
    const rdg_index n = c->n;
    if (m->sign == 0.0) {
        return rdg_condensation_add_load(m->c, load->cosine, load->sine) < 0 ? rdg_error_status(c->ctx)
                                                                             : RDG_OK;
    }
    double *to = c->family->vector;
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        spread(n, mirrored ? -1.0 : 1.0, load->cosine, load->sine, to);
        if (rdg_condensation_add_load(m->c, to, to + 2 * n) < 0) {
            return rdg_error_status(c->ctx);
        }
    }
    return RDG_OK;
}

static rdg_index load_of(const member *m, rdg_index load)
{
    return m->sign == 0.0 ? load : 2 * load + (m->sign < 0.0);
}

/* Degrees of freedom of the real form: those that are kept, and once more. */
static rdg_condensation *make_member(const rdg_condensation *c, const char *where, rdg_index diameter)
{
    const rdg_wave_family *family = c->family;
    const bool is_real = rdg_wave_is_real(family->s->wave, diameter);
    rdg_structure *form = rdg_wave_real_form(family->s, diameter, where);
    rdg_index *kept = form ? rdg_context_calloc(c->ctx, 2 * (size_t)c->n_kept, sizeof *kept) : NULL;
    rdg_condensation *made = NULL;
    for (rdg_index i = 0; kept && i < c->n_kept; i++) {
        kept[i] = family->kept[i];
        kept[c->n_kept + i] = c->n + family->kept[i];
    }
    if (kept) {
        made = rdg_condensation_make(form, where, (is_real ? 1 : 2) * c->n_kept, kept, family->method,
                                     rdg_condensation_build);
    }
    rdg_free(kept);
    rdg_structure_free(form);
    return made;
}

static member find(rdg_condensation *c, rdg_index k)
{
    const rdg_wave_family *family = c->family;
    const rdg_wave *wave = family->s->wave;
    const rdg_index diameter = rdg_wave_diameter(wave, k);
    const bool is_mirrored = 2 * diameter > wave->sectors;
    const rdg_index d = is_mirrored ? wave->sectors - diameter : diameter;
    member m = {.c = family->of[d], .sign = rdg_wave_is_real(wave, d) ? 0.0 : is_mirrored ? -1.0 : 1.0};
    if (m.c || rdg_error_status(c->ctx) != RDG_OK) {
        return m;
    }
    m.c = family->of[d] = make_member(c, "rdg_condensation_create", d);
    for (rdg_index l = 0; m.c && l < family->n_loads; l++) {
        if (add_to_member(c, &m, &family->load[l]) != RDG_OK) {
            return (member){.sign = m.sign};
        }
    }
    if (m.c && family->damping_is_set) {
        rdg_condensation_set_damping(m.c, family->damping[0], family->damping[1]);
    }
    if (m.c && family->loss_is_set) {
        rdg_condensation_set_loss(m.c, family->loss);
    }
    return m;
}

static const char *method_of(const rdg_condensation *c)
{
    const rdg_wave *wave = c->family->s->wave;
    const rdg_index d = rdg_wave_diameter(wave, 1);
    return rdg_condensation_method(c->family->of[2 * d > wave->sectors ? wave->sectors - d : d]);
}

/* A + sign i B of real and imaginary part of the real form. */
static void fold(rdg_index n, double sign, const double *from, double *to)
{
    const double *re = from, *im = from + 4 * n * n;
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            const rdg_index A = i + 2 * n * j, B = A + n;
            to[i + n * j] = re[A] - sign * im[B];
            to[n * n + i + n * j] = im[A] + sign * re[B];
        }
    }
}

static int evaluate(rdg_condensation *c, rdg_index k, double omega, double *const D[3])
{
    const rdg_wave_family *family = c->family;
    const member m = find(c, k);
    if (!m.c) {
        return -1;
    }
    if (m.sign == 0.0) {
        return rdg_condensation_evaluate(m.c, k, omega, D[0], D[1], D[2]);
    }
    const int answer = rdg_condensation_evaluate(m.c, k, omega, D[0] ? family->D[0] : NULL,
                                                 D[1] ? family->D[1] : NULL, D[2] ? family->D[2] : NULL);
    for (int order = 0; answer == 0 && order < 3; order++) {
        if (D[order]) {
            fold(c->n_kept, m.sign, family->D[order], D[order]);
        }
    }
    return answer;
}

/* A member that is there gets the load at once, others when they are made. */
static rdg_index add_load(rdg_condensation *c, const double *cosine, const double *sine)
{
    rdg_wave_family *family = c->family;
    const rdg_index n = c->n;
    family_load *longer = rdg_context_calloc(c->ctx, (size_t)family->n_loads + 1, sizeof *longer);
    rdg_load_factor *acting = rdg_context_calloc(c->ctx, (size_t)family->n_loads + 1, sizeof *acting);
    double *values = rdg_context_calloc(c->ctx, 2 * (size_t)n, sizeof *values);
    if (!longer || !acting || !values) {
        rdg_free(longer);
        rdg_free(acting);
        rdg_free(values);
        return -1;
    }
    if (family->load) {
        memcpy(longer, family->load, (size_t)family->n_loads * sizeof *longer);
    }
    memcpy(values, cosine, (size_t)n * sizeof *values);
    if (sine) {
        memcpy(values + n, sine, (size_t)n * sizeof *values);
    }
    rdg_free(family->load);
    rdg_free(family->acting);
    family->load = longer;
    family->acting = acting;
    family->load[family->n_loads++] = (family_load){.cosine = values, .sine = values + n};
    c->n_loads = family->n_loads;
    for (rdg_index d = 0; d <= family->s->wave->sectors / 2; d++) {
        const member m = {.c = family->of[d], .sign = rdg_wave_is_real(family->s->wave, d) ? 0.0 : 1.0};
        if (m.c && add_to_member(c, &m, &family->load[c->n_loads - 1]) != RDG_OK) {
            return -1;
        }
    }
    return c->n_loads - 1;
}

static int evaluate_load(rdg_condensation *c, rdg_index load, rdg_index k, double omega, double *const f[3])
{
    const rdg_wave_family *family = c->family;
    const rdg_index n = c->n_kept;
    const member m = find(c, k);
    if (!m.c) {
        return -1;
    }
    if (m.sign == 0.0) {
        return rdg_condensation_evaluate_load(m.c, load, k, omega, f[0], f[1], f[2]);
    }
    const int answer = rdg_condensation_evaluate_load(m.c, load_of(&m, load), k, omega, family->f[0],
                                                      family->f[1], family->f[2]);
    for (int order = 0; answer == 0 && order < 3; order++) {
        for (rdg_index i = 0; f[order] && i < n; i++) {
            f[order][i] = family->f[order][i];
            f[order][n + i] = family->f[order][2 * n + i];
        }
    }
    return answer;
}

static int expand(rdg_condensation *c, rdg_index k, double omega, const double *kept_cs, rdg_index n_loads,
                  const rdg_load_factor *loads, double *full_cs)
{
    const rdg_wave_family *family = c->family;
    const rdg_index n = c->n, nk = c->n_kept;
    const member m = find(c, k);
    if (!m.c || n_loads > family->n_loads) {
        return -1;
    }
    for (rdg_index l = 0; l < n_loads; l++) {
        family->acting[l] = loads[l];
        family->acting[l].load = load_of(&m, loads[l].load);
    }
    if (m.sign == 0.0) {
        return rdg_condensation_expand(m.c, k, omega, kept_cs, n_loads, family->acting, full_cs);
    }
    double *full = family->vector, *kept = full + 4 * n;
    spread(nk, m.sign, kept_cs, kept_cs + nk, kept);
    const int answer = rdg_condensation_expand(m.c, k, omega, kept, n_loads, family->acting, full);
    if (answer == 0) {
        memcpy(full_cs, full, (size_t)n * sizeof *full);
        memcpy(full_cs + n, full + 2 * n, (size_t)n * sizeof *full);
    }
    return answer;
}

static void set_damping(rdg_condensation *c, double mass_factor, double stiffness_factor)
{
    rdg_wave_family *family = c->family;
    family->damping_is_set = true;
    family->damping[0] = mass_factor;
    family->damping[1] = stiffness_factor;
    for (rdg_index d = 0; d <= family->s->wave->sectors / 2; d++) {
        rdg_condensation_set_damping(family->of[d], mass_factor, stiffness_factor);
    }
}

static void set_loss(rdg_condensation *c, double loss_factor)
{
    rdg_wave_family *family = c->family;
    family->loss_is_set = true;
    family->loss = loss_factor;
    for (rdg_index d = 0; d <= family->s->wave->sectors / 2; d++) {
        rdg_condensation_set_loss(family->of[d], loss_factor);
    }
}

static const rdg_wave_ops ops = {.free = free_family,
                                 .method = method_of,
                                 .evaluate = evaluate,
                                 .add_load = add_load,
                                 .evaluate_load = evaluate_load,
                                 .expand = expand,
                                 .set_damping = set_damping,
                                 .set_loss = set_loss};

rdg_status rdg_wave_family_build(rdg_condensation *c, rdg_structure *s, const char *where,
                                 const rdg_index *kept, rdg_interior_method method)
{
    const size_t nk = (size_t)c->n_kept;
    c->place = rdg_context_calloc(c->ctx, (size_t)c->n, sizeof *c->place);
    rdg_wave_family *family = c->family = rdg_context_calloc(c->ctx, 1, sizeof *family);
    c->wave = &ops;
    if (!c->place || !family) {
        return RDG_ERR_NO_MEMORY;
    }
    family->s = s;
    family->method = method;
    family->kept = rdg_structure_duplicate(c->ctx, c->n_kept, sizeof *kept, kept);
    family->of = rdg_context_calloc(c->ctx, (size_t)s->wave->sectors / 2 + 1, sizeof *family->of);
    family->vector = rdg_context_calloc(c->ctx, 4 * (size_t)c->n + 4 * nk, sizeof *family->vector);
    for (int order = 0; order < 3; order++) {
        family->D[order] = rdg_context_calloc(c->ctx, 8 * nk * nk, sizeof(double));
        family->f[order] = rdg_context_calloc(c->ctx, 4 * nk, sizeof(double));
    }
    RDG_TRY(rdg_error_status(c->ctx));
    const rdg_index d = rdg_wave_diameter(s->wave, 1); /* what is wrong with it is known at once */
    const rdg_index first = 2 * d > s->wave->sectors ? s->wave->sectors - d : d;
    family->of[first] = make_member(c, where, first);
    return rdg_error_status(c->ctx);
}
