/* Prestress: the static equations are a harmonic balance of their own, at omega = 0 and with clones of the
 * elements, whose level alpha raises the static forces from 0 to 1. An element is asked in a basis with one
 * harmonic, of which nothing moves: so its law of the motion at rest is the one it always has. */
#include "hbm_impl.h"

#include <ridgewalk/prestress.h>
#include <ridgewalk/run.h>

#include <math.h>
#include <string.h>

static const char *const where = "rdg_hbm_prestress";

rdg_status rdg_hbm_take_rest(rdg_hbm *hb, const double *rest)
{
    const size_t size = (size_t)rdg_structure_size(hb->structure);
    rdg_index d = 1;
    for (rdg_index i = 0; i < hb->elements.count; i++) {
        const rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
        d = element->d > d ? element->d : d;
    }
    hb->rest = rdg_context_calloc(hb->ctx, size, sizeof *hb->rest);
    hb->local_rest = rdg_context_calloc(hb->ctx, (size_t)d, sizeof *hb->local_rest);
    if (!hb->rest || !hb->local_rest) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(hb->rest, rest, size * sizeof *rest);
    return RDG_OK;
}

const double *rdg_hbm_element_rest(const rdg_hbm *hb, const rdg_hbm_element *element)
{
    if (!hb->rest) {
        return NULL;
    }
    memset(hb->local_rest, 0, (size_t)element->d * sizeof *hb->local_rest);
    for (rdg_index t = 0; t < element->terms.n; t++) {
        const rdg_hbm_term *term = &element->terms.term[t];
        hb->local_rest[term->slot] += term->weight * hb->rest[term->dof];
    }
    return hb->local_rest;
}

rdg_status rdg_hbm_rest_coefficients(rdg_hbm *hb, double *Q)
{
    RDG_TRY(rdg_hbm_close(hb));
    RDG_NEED(hb->ctx, Q, RDG_ERR_ARGUMENT);
    memset(Q, 0, (size_t)hb->m * sizeof *Q);
    for (rdg_index i = 0; hb->rest && hb->basis.has_static && i < hb->n_kept; i++) {
        Q[i] = hb->rest[hb->kept[i]];
    }
    return RDG_OK;
}

static rdg_status copy_element(rdg_hbm *twin, const rdg_hbm_element *from)
{
    const rdg_hbm_wish wish = {.where = where, .what = "tell its force at rest"};
    rdg_hbm_element to = {.d = from->d, .ops = from->ops};
    to.self = rdg_hbm_clone(twin, &wish, from, &twin->basis);
    to.active = to.self;
    if (!to.self) {
        return rdg_error_status(twin->ctx);
    }
    to.name = rdg_hbm_copy_name(twin, from->name);
    rdg_hbm_element *added = NULL;
    if (to.name && rdg_hbm_copy_terms(twin, &from->terms, &to.terms) == RDG_OK) {
        added = rdg_hbm_list_add(twin->ctx, &twin->elements, sizeof to);
    }
    if (!added) {
        if (to.ops.free_self) {
            to.ops.free_self(to.self);
        }
        rdg_free(to.terms.term);
        rdg_free(to.name);
        return RDG_ERR_NO_MEMORY;
    }
    *added = to;
    return RDG_OK;
}

/* Constant forces, which the twin's level scales. */
static rdg_status copy_load(rdg_hbm *twin, const rdg_hbm_load *from)
{
    rdg_hbm_load *to = rdg_hbm_list_add(twin->ctx, &twin->loads, sizeof *to);
    if (!to) {
        return RDG_ERR_NO_MEMORY;
    }
    *to = (rdg_hbm_load){.kind = RDG_HBM_SCALED, .cosine = from->cosine};
    return rdg_hbm_copy_terms(twin, &from->terms, &to->terms);
}

static rdg_status fill_twin(rdg_hbm *twin, const rdg_hbm *hb)
{
    for (rdg_index i = 0; i < hb->elements.count; i++) {
        RDG_TRY(copy_element(twin, rdg_hbm_element_at(hb, i)));
    }
    for (rdg_index i = 0; i < hb->loads.count; i++) {
        if (rdg_hbm_load_at(hb, i)->kind == RDG_HBM_STATIC) {
            RDG_TRY(copy_load(twin, rdg_hbm_load_at(hb, i)));
        }
    }
    twin->keep_all =
        hb->keep_all || hb->elements.count == 0; /* without elements nothing names what to keep */
    return RDG_OK;
}

/* The unknowns of the static equations, omega = 0 and the level; all start from `level` times the linear
 * response, which is Q. */
static rdg_problem *static_problem(rdg_hbm *twin, const double *Q, double level)
{
    const rdg_function *R = rdg_hbm_function(twin);
    rdg_problem *p = R ? rdg_problem_create(twin->ctx) : NULL;
    const rdg_index m = twin->m;
    double largest = 0.0;
    rdg_add_variables(p, "Q", m, Q);
    rdg_add_variables(p, "omega", 1, &(double){0.0});
    rdg_add_variables(p, "alpha", 1, &level);
    for (rdg_index i = 0; i < m; i++) {
        largest = fmax(largest, fabs(Q[i]));
    }
    rdg_set_typical(p, "Q", largest > 0.0 ? largest : 1.0, true);
    rdg_add_zero(p, R, RDG_ALL);
    rdg_add_parameter(p, "omega", "omega", 0);
    rdg_add_parameter(p, "alpha", "alpha", 0);
    if (rdg_error_status(twin->ctx) != RDG_OK) {
        rdg_problem_free(p);
        return NULL;
    }
    for (rdg_index i = 0; i < m; i++) {
        rdg_start_values(p)[i] *= level;
    }
    return p;
}

typedef struct last_point {
    double *Q; /* [m] */
    rdg_index m;
    double level;
} last_point;

static bool keep_last(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    last_point *last = data;
    memcpy(last->Q, chart->u, (size_t)last->m * sizeof *last->Q);
    last->level = chart->u[last->m + 1];
    return false;
}

/* The path of equilibria from no load to the whole one; Q: [m], the linear response, then the answer. */
static rdg_status raise_load(rdg_hbm *twin, double *Q)
{
    last_point last = {.Q = Q, .m = twin->m, .level = 0.0};
    rdg_problem *p = static_problem(twin, Q, 0.0);
    rdg_continue(p, "prestress", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 0.0, 1.0), RDG_DIRECTION(1),
                 RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS, RDG_MAX_POINTS(1000), RDG_OBSERVE(keep_last, &last),
                 RDG_NO_FOLDER, RDG_NO_TABLE, RDG_EXPECT_EARLY_END);
    rdg_problem_free(p);
    const rdg_status status = rdg_error_status(twin->ctx);
    if (status == RDG_OK && fabs(last.level - 1.0) < 1e-9) {
        return RDG_OK;
    }
    if (status != RDG_OK && status != RDG_ERR_NO_CONVERGENCE && status != RDG_ERR_SINGULAR) {
        return status;
    }
    rdg_error_clear(twin->ctx);
    return rdg_fail(
        twin->ctx, RDG_ERR_NO_CONVERGENCE, where,
        "\"%s\" finds no rest under its static forces: the path of equilibria from no load ends at "
        "%.3g of them. Look at their signs and sizes",
        rdg_structure_name(twin->structure), last.level);
}

/* Q: [m], the answer */
static rdg_status solve(rdg_hbm *twin, double *Q)
{
    const rdg_status linear = rdg_hbm_linear_response(twin, 0.0, 1.0, Q);
    if (linear == RDG_ERR_SINGULAR || linear == RDG_ERR_CALLBACK) {
        rdg_error_clear(twin->ctx);
        return rdg_fail(
            twin->ctx, RDG_ERR_SINGULAR, where,
            "nothing holds \"%s\" at rest: without load its stiffness, the elements' included, is "
            "singular",
            rdg_structure_name(twin->structure));
    }
    RDG_TRY(linear);
    rdg_problem *p = static_problem(twin, Q, 1.0);
    if (!p) {
        return rdg_error_status(twin->ctx);
    }
    const rdg_status solved = rdg_solve(p);
    if (solved == RDG_OK) {
        memcpy(Q, rdg_start_values(p), (size_t)twin->m * sizeof *Q);
    }
    rdg_problem_free(p);
    if (solved != RDG_ERR_NO_CONVERGENCE && solved != RDG_ERR_SINGULAR) {
        return solved;
    }
    rdg_error_clear(twin->ctx);
    return raise_load(twin, Q);
}

/* full: [2 * structure size], workspace */
static rdg_status find_rest(rdg_hbm *hb, rdg_hbm *twin, double *full)
{
    RDG_TRY(fill_twin(twin, hb));
    double *Q = rdg_context_calloc(hb->ctx, (size_t)rdg_hbm_unknowns(twin), sizeof *Q);
    rdg_status status = Q && rdg_error_status(hb->ctx) == RDG_OK ? solve(twin, Q) : rdg_error_status(hb->ctx);
    if (status == RDG_OK) {
        status = rdg_hbm_expand(twin, 0, 0.0, 1.0, Q, full);
    }
    rdg_free(Q);
    return status;
}

rdg_status rdg_hbm_prestress(rdg_hbm *hb)
{
    RDG_TRY(rdg_hbm_still_open(hb, where));
    if (hb->rest) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where, "\"%s\" rests already: call it once",
                        rdg_structure_name(hb->structure));
    }
    double *full = rdg_context_calloc(hb->ctx, 2 * (size_t)rdg_structure_size(hb->structure), sizeof *full);
    if (!full) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_hbm *twin = rdg_hbm_create(hb->structure, RDG_HARMONICS(0, 1));
    rdg_status status = twin ? find_rest(hb, twin, full) : rdg_error_status(hb->ctx);
    if (status == RDG_OK) {
        status = rdg_hbm_take_rest(hb, full);
    }
    for (rdg_index i = 0; status == RDG_OK && i < hb->elements.count; i++) {
        const rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
        if (element->ops.prestress) {
            element->ops.prestress(element->self, rdg_hbm_element_rest(hb, element));
        }
    }
    rdg_hbm_free(twin);
    rdg_free(full);
    return status;
}

rdg_status rdg_hbm_rest(rdg_hbm *hb, const char *at, double *rest)
{
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    if (!hb || rdg_error_status(hb->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!hb->rest) {
        return RDG_FAIL(hb->ctx, RDG_ERR_ARGUMENT, "where \"%s\" rests is not known: call rdg_hbm_prestress",
                        rdg_structure_name(hb->structure));
    }
    RDG_TRY(rdg_structure_displacement(hb->structure, "rdg_hbm_rest", at, &n, &dof, &weight));
    RDG_NEED(hb->ctx, rest, RDG_ERR_ARGUMENT);
    *rest = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        *rest += weight[i] * hb->rest[dof[i]];
    }
    return RDG_OK;
}
