/* Force laws of one displacement at the samples of a period. */
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

const rdg_law_kind rdg_law_scalar_kind = {.record = RECORD, .sample = sample, .weigh = weigh};
