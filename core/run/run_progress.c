/* Where a run is, on a terminal: for those that last longer than a second. */
#include "circle.h"
#include "progress_impl.h"
#include "sink_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double silent_s = 1.0, between_s = 0.25;
static const double too_early = 0.02; /* share of the way before which nothing can be predicted */

/* "f = 317.4 Hz" */
static void add_place(rdg_text *text, const rdg_parameter *parameter, double value)
{
    if (strcmp(parameter->unit, "rad/s") == 0 && value >= 2.0 * RDG_PI) {
        rdg_text_addf(text, ", f = %.5g Hz", value / (2.0 * RDG_PI));
    } else {
        rdg_text_addf(text, ", %s = %.5g%s%s", parameter->name, value, *parameter->unit ? " " : "",
                      parameter->unit);
    }
}

/* Seconds that are left of this way, as far as the first active parameter reports; negative: unknown. */
static double estimate_time_left(const rdg_tracer *t, const rdg_progress *progress, double value, double now)
{
    const rdg_index k = t->setup->first_active;
    const double bound = value > progress->from ? t->setup->high[k] : t->setup->low[k];
    const double share = (value - progress->from) / (bound - progress->from);
    const bool tells = isfinite(bound) && isgreater(share, too_early) && isless(share, 1.0);
    return tells ? (now - progress->begun) * (1.0 - share) / share : -1.0;
}

static void tell(const rdg_tracer *t, const rdg_progress *progress, const rdg_chart *chart, double now)
{
    char chars[400];
    rdg_text line = rdg_text_in(chars, sizeof chars);
    const rdg_index k = t->setup->first_active;
    rdg_text_addf(&line, "%s: %ld points, %.3g a second", t->setup->name, t->summary.points,
                  (double)t->summary.points / (now - t->begin));
    if (k >= 0) {
        add_place(&line, &t->p->parameter[k], chart->mu[k]);
        const double left = t->setup->covers ? -1.0 : estimate_time_left(t, progress, chart->mu[k], now);
        if (left >= 0.0) {
            rdg_text_addf(&line, left < 90.0 ? ", about %.0f s left" : ", about %.0f min left",
                          left < 90.0 ? ceil(left) : left / 60.0);
        }
    }
    rdg_progress_tell(t->ctx, chars);
}

void rdg_run_progress(const rdg_tracer *t, rdg_progress *progress, const rdg_chart *chart)
{
    const double now = rdg_seconds();
    if (progress->direction != t->position.direction || chart->point == 0) {
        *progress = (rdg_progress){.direction = t->position.direction, .begun = now, .told = progress->told};
        progress->from = t->setup->first_active >= 0 ? t->start.chart.mu[t->setup->first_active] : 0.0;
    }
    if (now - t->begin > silent_s && now - progress->told > between_s && rdg_progress_is_seen(t->ctx)) {
        progress->told = now;
        tell(t, progress, chart, now);
    }
}
