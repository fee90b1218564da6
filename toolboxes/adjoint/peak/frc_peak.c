/* The greatest amplitude of a forced response: of its maxima and of the domain's ends. */
#include <ridgewalk/frc_peak.h>
#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/toolbox.h>

static void take(rdg_peak *peak, const rdg_peaks *found)
{
    *peak = (rdg_peak){.amplitude = -1.0,
                       .peaks = found->count,
                       .points = found->points,
                       .iterations = found->iterations,
                       .seconds = found->seconds};
    if (found->greatest >= 0) {
        peak->omega = found->maximum[found->greatest].omega;
        peak->amplitude = found->maximum[found->greatest].amplitude;
    }
    for (int k = 0; k < 2; k++) {
        if (found->end[k].amplitude > peak->amplitude) {
            peak->at_edge = true;
            peak->amplitude = found->end[k].amplitude;
            peak->omega = found->end[k].omega;
        }
    }
}

rdg_status rdg_frc_peak(rdg_hbm *hb, const char *sensor, double alpha, double low, double high,
                        rdg_peak *peak)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, peak, RDG_ERR_ARGUMENT);
    const rdg_peaks *found = rdg_frc_peaks(hb, sensor, RDG_HOLD_AT("alpha", alpha),
                                           RDG_WINDOW("omega", low, high), RDG_PEAKS_QUICK);
    *peak = (rdg_peak){.amplitude = -1.0};
    if (found) {
        take(peak, found);
        rdg_peaks_free(found);
    }
    return rdg_error_status(ctx);
}
