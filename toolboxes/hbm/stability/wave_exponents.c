/* Exponents of a travelling wave at a solution. */
#include "wave_exponents.h"
#include "hbm_impl.h"
#include "wave_hill_impl.h"

#include <ridgewalk/wave.h>

#include <inttypes.h>
#include <math.h>

static rdg_status check(rdg_hbm *hb, const double *Q, double omega, rdg_index m, rdg_index count)
{
    const char *where = "rdg_hbm_wave_exponents", *name = rdg_structure_name(hb->structure);
    const rdg_index sectors = rdg_structure_sectors(hb->structure),
                    most = 2 * rdg_structure_size(hb->structure);
    if (sectors == 0) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" is no travelling wave: rdg_hbm_exponents() takes it", name);
    }
    if (!isfinite(omega) || !(omega > 0.0)) {
        return rdg_fail(hb->ctx, isfinite(omega) ? RDG_ERR_ARGUMENT : RDG_ERR_NOT_FINITE, where,
                        "omega = %g of \"%s\" is not positive", omega, name);
    }
    if (m < 0 || m >= sectors || count < 1 || count > most) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "%" PRId64 " exponents of m = %" PRId64 ": \"%s\" has 1 .. %" PRId64
                        " of each m = 0 .. %" PRId64,
                        count, m, name, most, sectors - 1);
    }
    for (rdg_index i = 0; i < rdg_hbm_unknowns(hb); i++) {
        if (!isfinite(Q[i])) {
            return rdg_fail(hb->ctx, RDG_ERR_NOT_FINITE, where, "Q[%" PRId64 "] of \"%s\" is %g", i, name,
                            Q[i]);
        }
    }
    return RDG_OK;
}

rdg_status rdg_hbm_wave_exponents(rdg_hbm *hb, const double *Q, double omega, rdg_index m, rdg_index count,
                                  double *re, double *im)
{
    RDG_ENTER(hb, hb->ctx, RDG_ERR_EARLIER);
    RDG_NEED(hb->ctx, Q, RDG_ERR_ARGUMENT);
    RDG_NEED(hb->ctx, re, RDG_ERR_ARGUMENT);
    RDG_NEED(hb->ctx, im, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_hbm_close(hb));
    RDG_TRY(check(hb, Q, omega, m, count));
    rdg_wave_hill *hill = rdg_wave_hill_of(hb, __func__);
    const rdg_hill_candidate *exponent = NULL;
    if (!hill) {
        return rdg_error_status(hb->ctx);
    }
    const int answer = rdg_wave_hill_exponents(hill, Q, omega, m, &exponent);
    if (answer != 0) {
        return RDG_FAIL(hb->ctx, RDG_ERR_CALLBACK,
                        "the exponents of \"%s\" at omega = %g rad/s cannot be evaluated (answer %d)",
                        rdg_structure_name(hb->structure), omega, answer);
    }
    for (rdg_index k = 0; k < count; k++) {
        re[k] = exponent[k].re;
        im[k] = exponent[k].im;
    }
    return RDG_OK;
}
