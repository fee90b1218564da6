/* Components: what their kinds share. */
#include "component_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/modes.h>
#include <ridgewalk/structural_damping.h>
#include <ridgewalk/structure_carry.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/wave.h>

#include <cblas.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static void destroy(void *object)
{
    rdg_component *c = object;
    rdg_free(c->boundary);
    rdg_free(c->T);
    rdg_free(c->omega);
    rdg_free(c);
}

void rdg_component_free(rdg_component *c)
{
    if (c) {
        rdg_context_disown(c->ctx, c);
        destroy(c);
    }
}

static rdg_status check(rdg_component *c, const char *where, const char *boundary, rdg_component_modes modes)
{
    const rdg_index *dof = NULL;
    RDG_TRY(rdg_structure_set(c->whole, where, boundary, &c->n_boundary, &dof));
    if (c->n_boundary >= c->n) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "all %" PRId64
                        " degrees of freedom of \"%s\" are on the boundary \"%s\": nothing is to be "
                        "reduced",
                        c->n, rdg_structure_name(c->whole), boundary);
    }
    if (modes.count < 0 || modes.count > c->n || !(modes.up_to >= 0.0) || !isfinite(modes.up_to) ||
        (modes.count > 0 && modes.up_to > 0.0)) {
        return rdg_fail(
            c->ctx, RDG_ERR_ARGUMENT, where,
            "%" PRId64 " modes up to %g rad/s of \"%s\", which has %" PRId64
            " degrees of freedom: give a number of modes or a frequency (RDG_MODES, RDG_MODES_UP_TO)",
            modes.count, modes.up_to, rdg_structure_name(c->whole), c->n);
    }
    c->boundary = rdg_context_calloc(c->ctx, (size_t)c->n_boundary, sizeof *c->boundary);
    if (!c->boundary) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(c->boundary, dof, (size_t)c->n_boundary * sizeof *dof);
    return RDG_OK;
}

rdg_component *rdg_component_begin(rdg_structure *s, const char *where, const char *boundary,
                                   rdg_component_modes modes)
{
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(s, ctx, NULL);
    if (rdg_structure_refuse_wave(s, where) != RDG_OK) {
        return NULL;
    }
    rdg_component *c = rdg_context_calloc(ctx, 1, sizeof *c);
    if (!c) {
        return NULL;
    }
    *c = (rdg_component){.ctx = ctx, .whole = s, .n = rdg_structure_size(s)};
    if (check(c, where, boundary, modes) != RDG_OK) {
        destroy(c);
        return NULL;
    }
    return c;
}

rdg_status rdg_component_reserve(rdg_component *c, rdg_index n_modes)
{
    c->n_modes = n_modes;
    c->T = rdg_context_calloc(c->ctx, (size_t)(c->n * (c->n_boundary + n_modes)), sizeof *c->T);
    c->omega = rdg_context_calloc(c->ctx, (size_t)n_modes, sizeof *c->omega);
    return c->T && c->omega ? RDG_OK : RDG_ERR_NO_MEMORY;
}

static rdg_status modes_of(rdg_structure *s, const char *where, rdg_index count, double **omega,
                           double **shapes)
{
    rdg_context *ctx = rdg_structure_context(s);
    const rdg_index n = rdg_structure_size(s);
    rdg_free(*omega);
    rdg_free(*shapes);
    *omega = *shapes = NULL;
    if (count > n) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "\"%s\" has only %" PRId64 " modes, not %" PRId64,
                        rdg_structure_name(s), n, count);
    }
    *omega = rdg_context_calloc(ctx, (size_t)count, sizeof **omega);
    *shapes = rdg_context_calloc(ctx, (size_t)(n * count), sizeof **shapes);
    if (!*omega || !*shapes) {
        return RDG_ERR_NO_MEMORY;
    }
    return count > 0 ? rdg_structure_modes(s, 0, NULL, count, *omega, *shapes) : RDG_OK;
}

rdg_status rdg_component_find_modes(rdg_structure *s, const char *where, rdg_component_modes wanted,
                                    rdg_index rigid, rdg_index *count, double **omega, double **shapes)
{
    const rdg_index n = rdg_structure_size(s);
    *count = wanted.count + rigid;
    if (wanted.up_to == 0.0) {
        return modes_of(s, where, *count, omega, shapes);
    }
    for (rdg_index tried = 16;; tried *= 2) { /* until the last one lies above */
        tried = tried < n ? tried : n;
        RDG_TRY(modes_of(s, where, tried, omega, shapes));
        if (!*omega) {
            return RDG_ERR_EARLIER;
        }
        if ((*omega)[tried - 1] > wanted.up_to || tried == n) {
            *count = 0;
            while (*count < tried && (*omega)[*count] <= wanted.up_to) {
                ++*count;
            }
            return RDG_OK;
        }
    }
}

/* T^T w, w being the weights of a displacement of the whole structure */
static void change(const void *data, rdg_index n, const rdg_index *dof, const double *weight, double *changed)
{
    const rdg_component *c = data;
    for (rdg_index a = 0; a < c->n_boundary + c->n_modes; a++) {
        for (rdg_index i = 0; i < n; i++) {
            changed[a] += weight[i] * c->T[dof[i] + c->n * a];
        }
    }
}

/* Y = X T for `count` columns of T from `first` on. Several columns share one passage through X, with their
 * numbers side by side: side [2 * n * ABREAST]. */
enum { ABREAST = 8, WIDE = 32 };

static void multiply(const rdg_component *c, const rdg_sparse *X, rdg_index first, rdg_index count,
                     double *side, double *Y)
{
    const rdg_index n = c->n;
    double *t = side, *y = side + n * ABREAST;
    memset(side, 0, (size_t)(2 * n * ABREAST) * sizeof *side);
    for (rdg_index a = 0; a < count; a++) {
        for (rdg_index i = 0; i < n; i++) {
            t[i * ABREAST + a] = c->T[i + n * (first + a)];
        }
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = X->pattern.start[j]; e < X->pattern.start[j + 1]; e++) {
            const double value = X->values[e];
            double *to = y + X->pattern.row[e] * ABREAST;
            if (value != 0.0) { /* a mass matrix holds zeros on the stiffness matrix's pattern */
                for (int a = 0; a < ABREAST; a++) {
                    to[a] += value * t[j * ABREAST + a];
                }
            }
        }
    }
    for (rdg_index a = 0; a < count; a++) {
        for (rdg_index i = 0; i < n; i++) {
            Y[i + n * a] = y[i * ABREAST + a];
        }
    }
}

/* The first rows and columns of T^T X T, so many of each, symmetric to the last bit. Where there are more
 * columns, their transpose makes rows. Both triangles of the square are formed, since their mean has less of
 * the rounding errors that a stiffness matrix magnifies. WIDE columns share one passage through T;
 * product: [n * (WIDE + 2 * ABREAST)] */
static void reduce(const rdg_component *c, const rdg_sparse *X, rdg_index rows, rdg_index columns,
                   double *product, double *reduced)
{
    const rdg_index n = c->n, m = c->n_boundary + c->n_modes;
    double *side = product + n * WIDE;
    for (rdg_index a = 0; a < columns; a += WIDE) {
        const rdg_index count = columns - a < WIDE ? columns - a : WIDE;
        for (rdg_index b = 0; b < count; b += ABREAST) {
            const rdg_index left = count - b;
            multiply(c, X, a + b, left < ABREAST ? left : ABREAST, side, product + n * b);
        }
        rdg_blas_begin();
        cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, (int)rows, (int)count, (int)n, 1.0, c->T, (int)n,
                    product, (int)n, 0.0, reduced + m * a, (int)m);
        rdg_blas_end(0);
    }
    for (rdg_index j = 0; j < columns; j++) {
        for (rdg_index i = 0; i < j && i < rows; i++) {
            double *above = &reduced[i + m * j], *below = &reduced[j + m * i];
            *above = *below = j < rows ? (*above + *below) / 2 : *above;
        }
    }
}

/* What is known of the modes' rows and columns better than products report it */
static void write_known(const rdg_component *c, rdg_reduction how, double *M, double *K)
{
    const rdg_index m = c->n_boundary + c->n_modes;
    for (rdg_index j = 0; how != RDG_REDUCTION_RUBIN && j < m; j++) {
        for (rdg_index i = 0; i < m; i++) {
            const bool modes = i >= c->n_boundary && j >= c->n_boundary;
            const bool mixed = !modes && (i >= c->n_boundary || j >= c->n_boundary);
            if (how == RDG_REDUCTION_MASSLESS) {
                M[i + m * j] = modes && i == j ? 1.0 : 0.0;
            } else if (modes) {
                const double w = c->omega[i - c->n_boundary];
                M[i + m * j] = i == j ? 1.0 : 0.0;
                K[i + m * j] = i == j ? w * fabs(w) : 0.0;
            } else if (mixed) {
                K[i + m * j] = 0.0;
            }
        }
    }
}

/* work: [3 * m * m + n * (WIDE + 2 * ABREAST)]. Products that write_known() replaces are not formed. */
static rdg_status make_structure(rdg_component *c, const char *where, rdg_reduction how, double *work)
{
    const rdg_index m = c->n_boundary + c->n_modes;
    double *M = work, *C = M + m * m, *K = C + m * m, *product = K + m * m;
    rdg_sparse mass, damping, stiffness;
    double mass_factor = 0.0, stiffness_factor = 0.0;
    const bool proportional = rdg_structure_proportional(c->whole, &mass_factor, &stiffness_factor);
    RDG_TRY(rdg_structure_matrices(c->whole, &mass, &damping, &stiffness));
    const rdg_index boundary = c->n_boundary;
    const bool fixed = how == RDG_REDUCTION_FIXED;
    reduce(c, &mass, fixed ? boundary : m, how == RDG_REDUCTION_MASSLESS ? 0 : m, product, M);
    reduce(c, &stiffness, fixed ? boundary : m, fixed ? boundary : m, product, K);
    if (!proportional) {
        reduce(c, &damping, m, m, product, C);
    }
    write_known(c, how, M, K);
    c->reduced = rdg_structure_create(c->ctx, rdg_structure_name(c->whole), m, M, proportional ? NULL : C, K);
    RDG_TRY(rdg_error_status(c->ctx));
    if (proportional) {
        RDG_TRY(rdg_damping_proportional(c->reduced, mass_factor, stiffness_factor));
    }
    RDG_TRY(rdg_damping_structural(c->reduced, rdg_structure_loss_factor(c->whole)));
    return rdg_structure_carry(c->reduced, c->whole, NULL, change, c, where);
}

rdg_component *rdg_component_finish(rdg_component *c, const char *where, rdg_reduction how)
{
    const rdg_index m = c->n_boundary + c->n_modes;
    double *work =
        rdg_context_calloc(c->ctx, (size_t)(3 * m * m + c->n * (WIDE + 2 * ABREAST)), sizeof *work);
    const rdg_status status = work ? make_structure(c, where, how, work) : RDG_ERR_NO_MEMORY;
    rdg_free(work);
    if (status != RDG_OK) {
        rdg_structure_free(c->reduced);
        c->reduced = NULL;
    }
    return rdg_component_own(c);
}

rdg_component *rdg_component_own(rdg_component *c)
{
    rdg_structure *reduced = c ? c->reduced : NULL;
    if (c && !reduced) {
        destroy(c);
    } else if (c && rdg_context_own(c->ctx, c, destroy) != RDG_OK) {
        rdg_structure_free(reduced);
        return NULL;
    }
    return reduced ? c : NULL;
}

rdg_structure *rdg_component_whole(const rdg_component *c)
{
    return c ? c->whole : NULL;
}

rdg_structure *rdg_component_structure(const rdg_component *c)
{
    return c ? c->reduced : NULL;
}

rdg_index rdg_component_mode_count(const rdg_component *c)
{
    return c ? c->n_modes : 0;
}

double rdg_component_frequency(const rdg_component *c, rdg_index mode)
{
    return c && mode >= 0 && mode < c->n_modes ? c->omega[mode] : NAN;
}

rdg_status rdg_component_expand(const rdg_component *c, const double *q, double *u)
{
    RDG_ENTER(c, c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(c->ctx, q, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, u, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_require_finite(c->ctx, __func__, "q", c->n_boundary + c->n_modes, q));
    memset(u, 0, (size_t)c->n * sizeof *u);
    for (rdg_index a = 0; a < c->n_boundary + c->n_modes; a++) {
        for (rdg_index i = 0; i < c->n; i++) {
            u[i] += c->T[i + c->n * a] * q[a];
        }
    }
    return RDG_OK;
}
