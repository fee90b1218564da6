/* Elements with a force law of one displacement. */
#include "law_element_impl.h"

enum { RECORD = sizeof(rdg_law_value) / sizeof(double) };

_Static_assert(RECORD == 6, "a record begins with f, fx, fv and ends with the second derivatives");

static int sample(rdg_law_element *e)
{
    const rdg_index samples = e->samples;
    const double *x = rdg_law_x(e, 0), *dx = rdg_law_dx(e, 0), omega = e->omega;
    rdg_law_value *value = (rdg_law_value *)e->record;
    for (rdg_index s = 0; s < samples; s++) {
        value[s] = (rdg_law_value){0};
        const int status = e->law.scalar(x[s], omega * dx[s], &value[s], e->law.data);
        if (status != 0) {
            return status;
        }
    }
    return 0;
}

static int weigh(rdg_law_element *e)
{
    const rdg_law_value *value = (const rdg_law_value *)e->record;
    const double *mu = rdg_law_mu(e, 0);
    double *xx = rdg_aft_signal(e->aft, rdg_law_second(e, RDG_LAW_XX, 0, 0));
    double *xv = rdg_aft_signal(e->aft, rdg_law_second(e, RDG_LAW_XV, 0, 0));
    double *vv = rdg_aft_signal(e->aft, rdg_law_second(e, RDG_LAW_VV, 0, 0));
    for (rdg_index s = 0; s < e->samples; s++) {
        xx[s] = mu[s] * value[s].fxx;
        xv[s] = mu[s] * value[s].fxv;
        vv[s] = mu[s] * value[s].fvv;
    }
    return 0;
}

rdg_status rdg_time_element_add(rdg_hbm *hb, const rdg_time_element *given)
{
    if (!given) {
        return RDG_FAIL(rdg_hbm_context(hb), RDG_ERR_ARGUMENT, "the element is NULL");
    }
    return rdg_law_add(hb, __func__, given->name, given->type, &given->at,
                       &(rdg_law){.kind = {.d = 1, .record = RECORD, .sample = sample, .weigh = weigh},
                                  .scalar = given->law,
                                  .plain = given->plain,
                                  .x_size = &given->x_size,
                                  .v_size = &given->v_size,
                                  .data = given->data,
                                  .free_data = given->free_data,
                                  .pure = given->pure,
                                  .samples = given->samples,
                                  .degree = given->degree});
}
