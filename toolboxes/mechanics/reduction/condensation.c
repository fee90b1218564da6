/* Exact dynamic condensation: the kept part of the dynamic stiffness, minus the share of the interior. */
#include "condensation.h"
#include "condensation_impl.h"
#include "structure_impl.h"

#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/structure_carry.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

void rdg_condensation_destroy(void *object)
{
    rdg_condensation *c = object;
    for (rdg_index i = 0; i < c->n_helpers; i++) {
        c->helper[i].ops->free_self(c->helper[i].self);
    }
    rdg_free(c->helper);
    if (c->elimination.ops) {
        c->elimination.ops->free_self(c->elimination.self);
    }
    rdg_interior_clear(&c->interior);
    rdg_free(c->place);
    rdg_free(c->M);
    rdg_free(c->C);
    rdg_free(c->K);
    rdg_free(c->G);
    rdg_free(c->kept);
    rdg_free(c->x);
    for (rdg_index i = 0; c->load && i < c->n_loads; i++) {
        rdg_free(c->load[i].kept);
        rdg_free(c->load[i].interior);
    }
    rdg_free(c->load);
    rdg_free(c->f);
    if (c->wave) {
        c->wave->free(c->family);
    }
    rdg_free(c);
}

void rdg_condensation_free(rdg_condensation *c)
{
    if (c) {
        rdg_context_disown(c->ctx, c);
        rdg_condensation_destroy(c);
    }
}

rdg_index rdg_condensation_threads(const rdg_condensation *c)
{
    return c ? c->n_helpers + 1 : 1;
}

const char *rdg_condensation_method(const rdg_condensation *c)
{
    if (c && c->wave) {
        return c->wave->method(c);
    }
    return c && c->elimination.ops ? c->elimination.ops->name(c->elimination.self) : "none";
}

static rdg_status check_kept(const rdg_structure *s, const char *where, rdg_index n_kept,
                             const rdg_index *kept)
{
    if (n_kept < 1 || n_kept > s->n || !kept) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "1 .. %" PRId64 " degrees of freedom of \"%s\" can be kept, not %" PRId64
                        " (or their list is missing)",
                        s->n, s->name, n_kept);
    }
    for (rdg_index i = 0; i < n_kept; i++) {
        if (kept[i] < 0 || kept[i] >= s->n) {
            return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                            "\"%s\" has no degree of freedom %" PRId64 ", only 0 .. %" PRId64, s->name,
                            kept[i], s->n - 1);
        }
    }
    return RDG_OK;
}

static rdg_status place_dofs(rdg_condensation *c, const rdg_structure *s, const char *where,
                             const rdg_index *kept)
{
    for (rdg_index i = 0; i < c->n_kept; i++) {
        if (c->place[kept[i]] < 0) {
            return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                            "degree of freedom %" PRId64 " of \"%s\" is to be kept twice", kept[i], s->name);
        }
        c->place[kept[i]] = -1 - i;
    }
    rdg_index next = 0;
    for (rdg_index i = 0; i < c->n; i++) {
        if (c->place[i] >= 0) {
            c->place[i] = next++;
        }
    }
    return RDG_OK;
}

/* Modes cost O(n^3) once (0.03 s for 400, 0.3 s for 1000) and make an evaluation some 50 times faster than
 * sparse factors: runs take thousands of them. */
enum { MOST_MODES = 1000 };

/* Where sparse factors pay (measured crossovers of LAPACK and UMFPACK). */
static bool is_large_and_sparse(const rdg_interior *in)
{
    const double n = (double)in->n;
    const double entries = (double)in->start[in->n];
    return in->n >= 200 && entries <= 0.25 * n * n && n > 65 * sqrt(entries / n);
}

static const rdg_interior_lu_ops *choose_factors(const rdg_interior *in, bool sparse)
{
    if (!sparse) {
        return &rdg_interior_dense;
    }
    return rdg_interior_fills_in_little(in) ? &rdg_interior_chain : &rdg_interior_symmetric;
}

/* Whether modes are to be tried. */
static bool wants_modes(const rdg_structure *s, rdg_interior_method method, const rdg_interior *in,
                        bool sparse)
{
    return method == RDG_INTERIOR_MODAL ||
           (method == RDG_INTERIOR_AUTO && s->proportional && (in->n <= MOST_MODES || !sparse));
}

static rdg_status refuse(const rdg_condensation *c, const rdg_structure *s, const char *where,
                         rdg_interior_method method)
{
    return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                    "\"%s\" has no interior %s for this: with the kept degrees of freedom held its "
                    "stiffness is not positive definite%s",
                    s->name, method == RDG_INTERIOR_MODAL ? "modes" : "vectors",
                    method == RDG_INTERIOR_MODAL ? "" : ", or there are too many of them");
}

/* By factors, and over them few vectors where these are wanted and can be had. */
static rdg_status eliminate_by_factors(rdg_condensation *c, const rdg_structure *s, const char *where,
                                       rdg_interior_method method, bool sparse, const rdg_interior_lu *lu)
{
    const rdg_interior *in = &c->interior;
    RDG_TRY(rdg_elimination_factored(c->ctx, in, lu, &c->elimination));
    if (method == RDG_INTERIOR_KRYLOV || (method == RDG_INTERIOR_AUTO && s->proportional && sparse)) {
        RDG_TRY(
            rdg_elimination_krylov(c->ctx, where, in, s->mass_factor, s->stiffness_factor, &c->elimination));
    }
    return RDG_OK;
}

/* Choose, split the static response off, and keep what evaluation needs. */
static rdg_status eliminate(rdg_condensation *c, const rdg_structure *s, const char *where,
                            rdg_interior_method method)
{
    const rdg_interior *in = &c->interior;
    const bool sparse = method == RDG_INTERIOR_SPARSE || method == RDG_INTERIOR_KRYLOV ||
                        (method == RDG_INTERIOR_AUTO && is_large_and_sparse(in));
    rdg_interior_lu lu = {.ops = choose_factors(in, sparse)};
    RDG_TRY(lu.ops->create(c->ctx, where, in, &lu.self));
    rdg_status status = rdg_interior_split_static(c->ctx, where, &c->interior, &lu, c->M, c->C, c->K);
    if (status == RDG_OK && wants_modes(s, method, in, sparse)) {
        status =
            rdg_elimination_modal(c->ctx, where, in, s->mass_factor, s->stiffness_factor, &c->elimination);
    }
    if (status == RDG_OK && method == RDG_INTERIOR_MODAL && !c->elimination.ops) {
        status = refuse(c, s, where, method);
    }
    if (status == RDG_OK && !c->elimination.ops) {
        status = eliminate_by_factors(c, s, where, method, sparse, &lu);
    }
    if (status == RDG_OK && method == RDG_INTERIOR_KRYLOV &&
        strcmp(rdg_condensation_method(c), "krylov") != 0) {
        status = refuse(c, s, where, method);
    }
    if (c->elimination.ops == NULL || strcmp(rdg_condensation_method(c), "modal") == 0) {
        lu.ops->free_self(lu.self); /* else the factors are taken over */
    }
    return status;
}

/* Gyroscopic forces act on what is kept alone, so that the interior knows nothing of them. */
static rdg_status take_gyroscopic(rdg_condensation *c, const rdg_structure *s, const char *where)
{
    if (rdg_gyroscopic_count(s) == 0) {
        return RDG_OK;
    }
    double *G = rdg_context_calloc(c->ctx, (size_t)s->start[s->n], sizeof *G);
    c->G = rdg_context_calloc(c->ctx, (size_t)(c->n_kept * c->n_kept), sizeof *c->G);
    rdg_status status = rdg_error_status(c->ctx);
    if (status == RDG_OK) {
        rdg_gyroscopic_matrix(s, G);
    }
    for (rdg_index j = 0; status == RDG_OK && j < s->n; j++) {
        for (rdg_index e = s->start[j]; status == RDG_OK && e < s->start[j + 1]; e++) {
            const rdg_index row = -1 - c->place[s->row[e]], col = -1 - c->place[j];
            if (G[e] != 0.0 && (row < 0 || col < 0)) {
                status = rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                                  "gyroscopic forces of \"%s\" act on degree of freedom %" PRId64
                                  ", which is to be condensed: keep it",
                                  s->name, row < 0 ? s->row[e] : j);
            } else if (G[e] != 0.0) {
                c->G[row + c->n_kept * col] = G[e];
            }
        }
    }
    rdg_free(G);
    return status;
}

static rdg_status hire(rdg_condensation *c, const char *where)
{
    const rdg_elimination *e = &c->elimination;
    const rdg_index wanted = rdg_thread_count(c->ctx) - 1;
    if (wanted < 1 || !e->ops || !e->ops->duplicate) {
        return RDG_OK;
    }
    c->helper = rdg_context_calloc(c->ctx, (size_t)wanted, sizeof *c->helper);
    for (rdg_index i = 0; c->helper && i < wanted; i++) {
        void *self = NULL;
        RDG_TRY(e->ops->duplicate(c->ctx, where, e->self, &self));
        if (!self) {
            return RDG_OK;
        }
        c->helper[c->n_helpers++] = (rdg_elimination){e->ops, self};
    }
    return rdg_error_status(c->ctx);
}

rdg_status rdg_condensation_build(rdg_condensation *c, rdg_structure *s, const char *where,
                                  const rdg_index *kept, rdg_interior_method method)
{
    const size_t block = (size_t)(c->n_kept * c->n_kept);
    c->place = rdg_context_calloc(c->ctx, (size_t)c->n, sizeof *c->place);
    c->M = rdg_context_calloc(c->ctx, block, sizeof *c->M);
    c->C = rdg_context_calloc(c->ctx, block, sizeof *c->C);
    c->K = rdg_context_calloc(c->ctx, block, sizeof *c->K);
    c->kept = rdg_context_calloc(c->ctx, (size_t)c->n_kept, sizeof *c->kept);
    c->x = rdg_context_calloc(c->ctx, (size_t)(c->n - c->n_kept), sizeof *c->x);
    RDG_TRY(rdg_error_status(c->ctx));
    RDG_TRY(place_dofs(c, s, where, kept));
    RDG_TRY(take_gyroscopic(c, s, where));
    c->interior.n = c->n - c->n_kept;
    c->interior.n_kept = c->n_kept;
    c->interior.loss = s->loss_factor;
    RDG_TRY(rdg_interior_extract(c->ctx, s, c->place, &c->interior, c->M, c->C, c->K));
    if (c->interior.n > 0) {
        RDG_TRY(eliminate(c, s, where, method));
    }
    return hire(c, where);
}

rdg_condensation *rdg_condensation_make(rdg_structure *s, const char *where, rdg_index n_kept,
                                        const rdg_index *kept, rdg_interior_method method,
                                        rdg_condensation_builder *build)
{
    if (!s || rdg_error_status(s->ctx) != RDG_OK || check_kept(s, where, n_kept, kept) != RDG_OK) {
        return NULL;
    }
    if (n_kept < s->n && rdg_structure_require_symmetry(s, where, true) != RDG_OK) {
        return NULL;
    }
    if ((method == RDG_INTERIOR_MODAL || method == RDG_INTERIOR_KRYLOV) && !s->proportional) {
        rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                 "\"%s\" has no interior modes for this: its damping is not proportional", s->name);
        return NULL;
    }
    rdg_condensation *c = rdg_context_calloc(s->ctx, 1, sizeof *c);
    if (!c) {
        return NULL;
    }
    c->ctx = s->ctx;
    c->n = s->n;
    c->n_kept = n_kept;
    if (build(c, s, where, kept, method) != RDG_OK) {
        rdg_condensation_destroy(c);
        return NULL;
    }
    return c;
}

static void put_damping(rdg_index n, double a, const double *M, double b, const double *K, double *C)
{
    for (rdg_index i = 0; i < n; i++) {
        C[i] = a * M[i] + b * K[i];
    }
}

/* The static split is linear in the matrices: what holds of them before holds of their parts after it. */
void rdg_condensation_set_damping(rdg_condensation *c, double mass_factor, double stiffness_factor)
{
    if (!c) {
        return;
    }
    if (c->wave) {
        c->wave->set_damping(c, mass_factor, stiffness_factor);
        return;
    }
    const double a = mass_factor, b = stiffness_factor;
    const rdg_interior *in = &c->interior;
    put_damping(c->n_kept * c->n_kept, a, c->M, b, c->K, c->C);
    if (c->elimination.ops) {
        put_damping(in->start[in->n], a, in->M, b, in->K, in->C);
        put_damping(in->n * in->n_kept, a, in->Mib, b, in->Kib, in->Cib);
        c->elimination.ops->set_damping(c->elimination.self, a, b);
    }
    for (rdg_index i = 0; i < c->n_helpers; i++) {
        c->helper[i].ops->set_damping(c->helper[i].self, a, b);
    }
}

void rdg_condensation_set_loss(rdg_condensation *c, double loss_factor)
{
    if (!c) {
        return;
    }
    if (c->wave) {
        c->wave->set_loss(c, loss_factor);
        return;
    }
    c->interior.loss = loss_factor;
    if (c->elimination.ops) {
        c->elimination.ops->set_loss(c->elimination.self, loss_factor);
    }
    for (rdg_index i = 0; i < c->n_helpers; i++) {
        c->helper[i].ops->set_loss(c->helper[i].self, loss_factor);
    }
}

/* x: the loads on entry, the motion relative to the static response of the kept ones on exit. The static
 * split leaves K_ii alone: what rests answers loads only. */
static int respond(rdg_condensation *c, rdg_index k, double omega, rdg_index n_loads,
                   const rdg_load_factor *loads)
{
    bool loaded = false;
    memset(c->x, 0, (size_t)c->interior.n * sizeof *c->x);
    for (rdg_index l = 0; l < n_loads; l++) {
        const rdg_condensed_load *load = &c->load[loads[l].load];
        const double f = loads[l].factor;
        const double complex turned = rdg_complex(f * cos(loads[l].phase), f * sin(loads[l].phase));
        for (rdg_index i = 0; i < c->interior.n; i++) {
            c->x[i] += turned * load->interior[i];
        }
        loaded = loaded || loads[l].factor != 0.0;
    }
    return c->elimination.ops && (loaded || rdg_interior_moves(c, k))
               ? c->elimination.ops->respond(c->elimination.self, (double)k, omega, c->kept, c->x)
               : 0;
}

int rdg_condensation_expand(rdg_condensation *c, rdg_index k, double omega, const double *kept_cs,
                            rdg_index n_loads, const rdg_load_factor *loads, double *full_cs)
{
    if (!c || k < 0 || !kept_cs || !full_cs || !rdg_condensation_has_loads(c, n_loads, loads)) {
        return -1;
    }
    if (!isfinite((double)k * omega * ((double)k * omega))) {
        return 1;
    }
    if (c->wave) {
        return c->wave->expand(c, k, omega, kept_cs, n_loads, loads, full_cs);
    }
    /* q = Qc cos + Qs sin is the real part of (Qc - i Qs) exp(i k omega t) */
    for (rdg_index b = 0; b < c->n_kept; b++) {
        c->kept[b] = rdg_complex(kept_cs[b], -kept_cs[c->n_kept + b]);
    }
    for (rdg_index i = 0; i < n_loads; i++) {
        if (!isfinite(loads[i].factor) || !isfinite(loads[i].phase)) {
            return 1;
        }
    }
    const rdg_interior *in = &c->interior;
    const int flag = respond(c, k, omega, n_loads, loads);
    if (flag) {
        return flag;
    }
    for (rdg_index i = 0; i < c->n; i++) {
        const rdg_index place = c->place[i];
        double complex q = place < 0 ? c->kept[-1 - place] : c->x[place];
        for (rdg_index b = 0; place >= 0 && b < c->n_kept; b++) {
            q += in->shape[place + in->n * b] * c->kept[b];
        }
        q *= place < 0 ? 1.0 : in->scale[place];
        full_cs[i] = creal(q);
        full_cs[c->n + i] = -cimag(q);
    }
    return 0;
}
