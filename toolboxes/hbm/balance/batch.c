/* Elements are evaluated in batches, each into memory of its own, and then added up one after the other in
 * their order: with any number of threads the sums are the same to the last bit. */
#include "hbm_impl.h"

enum {
    /* Elements. Measured with contacts of one harmonic: a second thread saves time from 500 on, and costs
       a tenth with 100. Elements that take longer gain earlier. */
    PARALLEL_FROM = 64,
    /* Bytes of a batch, which stays in a cache of the processor. Each batch costs a thread's waking. */
    BATCH_BYTES = 4 << 20
};

static rdg_index batch_size(rdg_index count, rdg_index N)
{
    const rdg_index bytes = (rdg_index)sizeof(double) * (3 * N + N * (N + 1) + (N + 1) * (N + 1));
    const rdg_index most = BATCH_BYTES / bytes > PARALLEL_FROM ? BATCH_BYTES / bytes : PARALLEL_FROM;
    return count < PARALLEL_FROM ? 1 : count < most ? count : most;
}

rdg_status rdg_hbm_make_batch(rdg_hbm *hb)
{
    rdg_hbm_batch *b = &hb->batch;
    const rdg_index count = hb->n_elements;
    rdg_index d = 1;
    for (rdg_index i = 0; i < count; i++) {
        const rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
        d = element->d > d ? element->d : d;
    }
    const rdg_index N = d * hb->basis.n_coefficients;
    b->size = batch_size(count, N);
    b->N = N;
    const size_t size = (size_t)b->size;
    b->z = rdg_context_calloc(hb->ctx, size * (size_t)N, sizeof(double));
    b->lambda = rdg_context_calloc(hb->ctx, size * (size_t)N, sizeof(double));
    b->force = rdg_context_calloc(hb->ctx, size * (size_t)N, sizeof(double));
    b->jacobian = rdg_context_calloc(hb->ctx, size * (size_t)(N * (N + 1)), sizeof(double));
    b->hessian = rdg_context_calloc(hb->ctx, size * (size_t)((N + 1) * (N + 1)), sizeof(double));
    b->status = rdg_context_calloc(hb->ctx, size, sizeof *b->status);
    return rdg_error_status(hb->ctx);
}

void rdg_hbm_free_batch(rdg_hbm_batch *b)
{
    rdg_free(b->z);
    rdg_free(b->lambda);
    rdg_free(b->force);
    rdg_free(b->jacobian);
    rdg_free(b->hessian);
    rdg_free(b->status);
    *b = (rdg_hbm_batch){0};
}

rdg_index rdg_hbm_batch_end(const rdg_hbm *hb, rdg_index first)
{
    const rdg_index end = first + hb->batch.size;
    return end < hb->n_elements ? end : hb->n_elements;
}

rdg_hbm_answer rdg_hbm_batch_answer(const rdg_hbm *hb, rdg_index slot)
{
    const rdg_hbm_batch *b = &hb->batch;
    const rdg_index N = b->N;
    return (rdg_hbm_answer){.force = b->force + slot * N,
                            .jacobian = b->jacobian + slot * N * (N + 1),
                            .hessian = b->hessian + slot * (N + 1) * (N + 1)};
}

typedef struct wanted {
    const rdg_hbm *hb;
    rdg_index first; /* element of slot 0 */
    rdg_hbm_part part;
    const double *u, *lambda;
} wanted;

static void evaluate_one(rdg_index slot, int worker, void *data)
{
    const wanted *w = data;
    const rdg_hbm *hb = w->hb;
    const double *u = w->u;
    const rdg_hbm_batch *b = &hb->batch;
    const rdg_hbm_element *element = rdg_hbm_element_at(hb, w->first + slot);
    (void)worker; /* a slot has its own memory */
    const rdg_hbm_answer answer = rdg_hbm_batch_answer(hb, slot);
    double *z = b->z + slot * b->N, *mu = b->lambda + slot * b->N;
    rdg_element_result result = {0};
    switch (w->part) {
    case RDG_HBM_FORCE:
        result.force = answer.force;
        break;
    case RDG_HBM_JACOBIAN:
        result.jacobian = answer.jacobian;
        break;
    case RDG_HBM_HESSIAN:
        rdg_hbm_gather(hb, &hb->active, &element->terms, element->d, w->lambda, mu);
        result.lambda = mu;
        result.hessian = answer.hessian;
        break;
    }
    rdg_hbm_gather(hb, &hb->active, &element->terms, element->d, u, z);
    b->status[slot] = element->law->evaluate(element->active, &hb->active, z, u[hb->m], &result);
}

int rdg_hbm_evaluate_batch(const rdg_hbm *hb, rdg_index first, rdg_hbm_part part, const double *u,
                           const double *lambda)
{
    const rdg_index count = rdg_hbm_batch_end(hb, first) - first;
    wanted w = {hb, first, part, u, lambda};
    rdg_parallel_for(hb->ctx, count >= PARALLEL_FROM ? hb->threads : 1, 0, count, 1 + count / 64,
                     evaluate_one, &w);
    for (rdg_index slot = 0; slot < count; slot++) {
        if (hb->batch.status[slot] != 0) {
            return hb->batch.status[slot];
        }
    }
    return 0;
}
