/* Closing: the kept degrees of freedom, the condensation, maps and workspaces. Afterwards no evaluation
   allocates memory. */
#include "hbm_impl.h"
#include "spectral_impl.h"

#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/sparse.h>

#include <string.h>

static void mark(const rdg_hbm_terms *terms, rdg_index *place)
{
    for (rdg_index t = 0; t < terms->n; t++) {
        place[terms->term[t].dof] = 1;
    }
}

static void set_places(rdg_hbm_terms *terms, const rdg_index *place)
{
    for (rdg_index t = 0; t < terms->n; t++) {
        terms->term[t].place = place[terms->term[t].dof];
    }
}

rdg_status rdg_hbm_mark_gyroscopic(const rdg_hbm *hb, rdg_index *place)
{
    for (rdg_index i = 0; i < rdg_gyroscopic_count(hb->structure); i++) {
        const rdg_gyroscopic *pair = rdg_gyroscopic_at(hb->structure, i);
        const char *const at[2] = {pair->first, pair->second};
        for (int side = 0; side < 2; side++) {
            rdg_index n = 0;
            const rdg_index *dof = NULL;
            const double *weight = NULL;
            RDG_TRY(rdg_structure_displacement(hb->structure, "rdg_hbm", at[side], &n, &dof, &weight));
            for (rdg_index t = 0; t < n; t++) {
                place[dof[t]] = 1;
            }
        }
    }
    return RDG_OK;
}

static rdg_status choose_kept(rdg_hbm *hb)
{
    enum { SMALL = 40 }; /* below this many unknowns dense algebra is faster than sparse */
    const rdg_index size = rdg_structure_size(hb->structure);
    hb->place = rdg_context_calloc(hb->ctx, (size_t)size, sizeof *hb->place);
    hb->kept = rdg_context_calloc(hb->ctx, (size_t)size, sizeof *hb->kept);
    if (!hb->place || !hb->kept) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        mark(&rdg_hbm_element_at(hb, i)->terms, hb->place);
    }
    for (rdg_index i = 0; i < hb->n_loads; i++) {
        const rdg_load_kind kind = hb->load[i].of->kind;
        if ((kind == RDG_LOAD_FORCE || kind == RDG_LOAD_UNBALANCE) && !hb->condenses_forces) {
            mark(&hb->load[i].terms, hb->place);
        }
    }
    for (rdg_index i = 0; i < hb->n_sensors; i++) {
        mark(&hb->sensor[i].terms, hb->place);
    }
    RDG_TRY(rdg_hbm_mark_gyroscopic(hb, hb->place));
    rdg_index marked = 0;
    for (rdg_index dof = 0; dof < size; dof++) {
        marked += hb->place[dof];
    }
    RDG_TRY(rdg_hbm_choose_solver(hb, marked));
    for (rdg_index dof = 0; dof < size; dof++) {
        if (hb->chosen != RDG_DENSE || hb->place[dof]) {
            hb->place[dof] = hb->n_kept;
            hb->kept[hb->n_kept++] = dof;
        } else {
            hb->place[dof] = -1;
        }
    }
    if (hb->n_kept == 0) {
        return rdg_fail(
            hb->ctx, RDG_ERR_ARGUMENT, "rdg_hbm",
            "the harmonic balance of \"%s\" is empty: add elements, forces or sensors to the structure",
            rdg_structure_name(hb->structure));
    }
    hb->m = hb->n_kept * hb->basis.n_coefficients;
    hb->is_small = hb->m < SMALL;
    return RDG_OK;
}

/* The plain equations: whatever a problem has released, the numbers are the structure's. */
static int residual(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_hbm_use(data, NULL, NULL);
    return rdg_hbm_residual(n, u, m, y, data);
}

static int jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_hbm_use(data, NULL, NULL);
    return rdg_hbm_jacobian(n, u, m, values, data);
}

static int hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                   void *data)
{
    rdg_hbm_use(data, NULL, NULL);
    return rdg_hbm_hessian(n, u, m, lambda, values, data);
}

static void make_function(rdg_hbm *hb)
{
    hb->function = (rdg_function){
        .name = "hbm", .n = hb->m + 2, .m = hb->m, .f = residual, .df = jacobian, .d2f = hessian, .data = hb};
    if (!hb->is_small) {
        hb->function.df_pattern = hb->jacobian.pattern;
        hb->function.d2f_pattern = hb->hessian.pattern;
    }
    if (hb->stiffness.spectral) {
        rdg_hbm_make_linear_ops(hb);
    }
}

static rdg_status close_all(rdg_hbm *hb)
{
    RDG_TRY(choose_kept(hb));
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        set_places(&rdg_hbm_element_at(hb, i)->terms, hb->place);
        RDG_TRY(rdg_hbm_close_margin(hb, rdg_hbm_element_at(hb, i)));
    }
    for (rdg_index i = 0; i < hb->n_sensors; i++) {
        set_places(&hb->sensor[i].terms, hb->place);
        RDG_TRY(rdg_hbm_close_sensor(hb, &hb->sensor[i]));
    }
    RDG_TRY(rdg_hbm_gather_loads(hb));
    RDG_TRY(rdg_hbm_make_batch(hb));
    hb->vector = rdg_context_calloc(hb->ctx, 2 * (size_t)hb->m, sizeof(double));
    if (!hb->vector) {
        return RDG_ERR_NO_MEMORY;
    }
    RDG_TRY(rdg_hbm_make_stiffness(hb));
    RDG_TRY(rdg_hbm_condense_loads(hb));
    RDG_TRY(rdg_hbm_make_maps(hb));
    make_function(hb);
    return RDG_OK;
}

rdg_status rdg_hbm_close(rdg_hbm *hb)
{
    if (!hb) {
        return RDG_ERR_EARLIER;
    }
    if (hb->closed) {
        return RDG_OK;
    }
    if (rdg_error_status(hb->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    const rdg_status status = close_all(hb);
    if (status != RDG_OK) {
        rdg_condensation_free(hb->stiffness.condensation);
        hb->stiffness.condensation = NULL;
        rdg_hbm_free_closed_parts(hb);
        return status;
    }
    hb->closed = true;
    return RDG_OK;
}

static void free_array(double **array)
{
    rdg_free(*array);
    *array = NULL;
}

static void free_places(rdg_index **array)
{
    rdg_free(*array);
    *array = NULL;
}

void rdg_hbm_free_closed_parts(rdg_hbm *hb)
{
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        rdg_hbm_free_margin(rdg_hbm_element_at(hb, i));
    }
    for (rdg_index i = 0; i < hb->n_sensors; i++) {
        free_places(&hb->sensor[i].index);
    }
    for (int order = 0; order < 3; order++) {
        free_array(&hb->stiffness.D[order]);
    }
    free_array(&hb->stiffness.M);
    free_array(&hb->stiffness.C);
    free_array(&hb->stiffness.K);
    free_array(&hb->stiffness.G);
    free_places(&hb->stiffness.number);
    rdg_spectral_free(hb->stiffness.spectral);
    hb->stiffness.spectral = NULL;
    free_array(&hb->stiffness.contacts);
    rdg_pattern_free(hb->stiffness.dense);
    hb->stiffness.dense = NULL;
    rdg_hbm_free_map(&hb->jacobian);
    rdg_hbm_free_map(&hb->hessian);
    rdg_hbm_free_excitation(&hb->excitation);
    rdg_hbm_free_batch(&hb->batch);
    free_array(&hb->vector);
    free_places(&hb->kept);
    free_places(&hb->place);
    hb->n_kept = 0;
    hb->m = 0;
}
