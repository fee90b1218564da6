/* Peaks where a line meets an engine order. The stiffness of a peak is that of its own speed W: the speed
 * at which omega_peak(W) = r W is found by the secant method. The peak is followed from the lowest forcing
 * amplitude at each speed anew. */
#include "campbell_impl.h"

#include <ridgewalk/peak.h>
#include <ridgewalk/peak_set.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>

enum { MOST_SPEEDS = 20, DECADES = 7 };

static const double same_speed = 1e-9;      /* relative */
static const double domain[2] = {0.5, 1.5}; /* of the frequency of the resonance */

/* The peak at one speed, at the forcing amplitude that it was followed to. */
typedef struct follower {
    const rdg_campbell_work *w;
    const rdg_campbell_row *resonance;
    double *omega; /* [modes] */
    double speed;  /* < 0: none yet */
    rdg_campbell_wave made;
    rdg_peak_response *response;
    rdg_peak_point *point; /* NULL: lost */
    bool leaps;            /* the greatest peak is sought at each speed, none is followed */
    const char *why;
} follower;

static void leave_speed(follower *f)
{
    rdg_peak_point_free(f->point);
    rdg_peak_response_free(f->response);
    rdg_campbell_wave_release(&f->made);
    f->point = NULL;
    f->response = NULL;
    f->speed = -1.0;
}

/* The peak of the lowest forcing amplitude, or of a smaller one, in the limit that of small motions with
 * stuck contacts. That there is none is an answer. */
static rdg_status find(follower *f, double omega)
{
    rdg_context *ctx = f->w->ctx;
    double level = f->w->o->amplitudes[0];
    for (int decade = 0; decade < DECADES && !f->point; decade++, level *= 0.1) {
        f->point = rdg_peak_find(f->response, level, omega);
        if (!f->point && !rdg_is_no_solution(rdg_error_status(ctx))) {
            return rdg_error_status(ctx);
        }
        rdg_error_forgive(ctx);
    }
    f->why = "no peak near the frequency of the mode, also of smaller forces";
    return RDG_OK;
}

static rdg_status begin_speed(follower *f, double speed)
{
    const rdg_campbell_work *w = f->w;
    leave_speed(f);
    RDG_TRY(rdg_campbell_frequencies(w, f->resonance->order, speed, f->omega));
    RDG_TRY(rdg_campbell_wave_make(w, f->resonance->order, speed, &f->made));
    const double at = f->omega[f->resonance->mode];
    f->response = rdg_peak_response_create(f->made.hb, w->o->sensor, domain[0] * at, domain[1] * at, NULL);
    RDG_TRY(rdg_error_status(w->ctx));
    f->speed = speed;
    return find(f, at);
}

static const char *reason(rdg_peak_event event)
{
    return event == RDG_PEAK_FOLD          ? "the maximum meets a minimum and vanishes"
           : event == RDG_PEAK_LEFT_WINDOW ? "the peak leaves 0.5 to 1.5 times the frequency of the resonance"
                                           : "no step converges";
}

/* Where a peak vanishes: the greatest one of the response in its domain. */
static rdg_status take_greatest(follower *f, double level)
{
    rdg_context *ctx = f->w->ctx;
    rdg_peak_point_free(f->point);
    f->point = NULL;
    const rdg_peak_set *set = rdg_peak_set_at(f->response, level);
    if (set && set->greatest >= 0) {
        f->point = rdg_peak_point_copy(f->response, set->peak[set->greatest]);
    }
    rdg_peak_set_free(set);
    const rdg_status status = rdg_error_status(ctx);
    if (rdg_is_no_solution(status)) {
        rdg_error_forgive(ctx);
        return RDG_OK;
    }
    return status;
}

/* The peak at a speed and forcing amplitude; point is NULL where there is none. */
static rdg_status go_to(follower *f, double speed, double level)
{
    if (f->speed != speed) {
        RDG_TRY(begin_speed(f, speed));
    }
    if (!f->point || f->point->level == level) {
        return RDG_OK;
    }
    if (f->leaps) {
        return take_greatest(f, level);
    }
    const rdg_peak_event event = rdg_peak_follow(f->response, f->point, level);
    RDG_TRY(rdg_error_status(f->w->ctx));
    if (event != RDG_PEAK_REACHED) {
        f->why = reason(event);
        return take_greatest(f, level);
    }
    return RDG_OK;
}

/* The speed of the peak, from *speed on, where the peak is at the end; false: it is lost. */
static rdg_status agree(follower *f, double level, double *speed, bool *is_found)
{
    const double order = (double)f->resonance->order;
    double last_speed = 0.0, last_miss = 0.0;
    *is_found = false;
    for (int trial = 0; trial < MOST_SPEEDS; trial++) {
        RDG_TRY(go_to(f, *speed, level));
        if (!f->point) {
            return RDG_OK;
        }
        const double miss = f->point->omega / order - *speed;
        if (!f->w->o->turning || fabs(miss) <= same_speed * *speed) {
            *speed = f->point->omega / order;
            *is_found = true;
            return RDG_OK;
        }
        const double slope = trial > 0 ? (miss - last_miss) / (*speed - last_speed) : -1.0;
        last_speed = *speed;
        last_miss = miss;
        *speed = fmax(*speed - miss / (slope < -0.05 ? slope : -1.0), 0.5 * *speed);
    }
    f->why = "speed and frequency do not agree";
    return RDG_OK;
}

/* Where the peak that was followed vanishes between two speeds, the greatest one may agree with its own. */
static rdg_status agree_or_leap(follower *f, double level, double *speed, bool *is_found)
{
    const double from = *speed;
    RDG_TRY(agree(f, level, speed, is_found));
    if (*is_found || f->leaps || !f->point) {
        return RDG_OK;
    }
    *speed = from;
    f->leaps = true;
    leave_speed(f);
    return agree(f, level, speed, is_found);
}

static rdg_status add_peaks(rdg_campbell_work *w, follower *f)
{
    double speed = f->resonance->speed;
    bool is_found = true;
    for (rdg_index i = 0; i < w->o->n_amplitudes; i++) {
        const double level = w->o->amplitudes[i];
        if (is_found) {
            RDG_TRY(agree_or_leap(f, level, &speed, &is_found));
            f->leaps = false;
            if (!is_found) {
                rdg_warn(w->ctx, "peaks of a Campbell diagram",
                         "run \"%s\": engine order %" PRId64 ", mode %" PRId64
                         ": no peak from alpha = %g N on: %s, near %g rad/s",
                         w->name, f->resonance->order, f->resonance->mode + 1, level, f->why,
                         f->resonance->omega);
            }
        }
        rdg_campbell_row row = *f->resonance;
        row.alpha = level;
        row.speed = is_found ? speed : NAN;
        row.omega = is_found ? f->point->omega : NAN;
        row.amplitude = is_found ? f->point->amplitude : NAN;
        RDG_TRY(rdg_campbell_add_row(w, &row));
    }
    return RDG_OK;
}

rdg_status rdg_campbell_find_peaks(rdg_campbell_work *w, const rdg_campbell_row *resonance)
{
    follower f = {.w = w, .resonance = resonance, .speed = -1.0};
    f.omega = rdg_context_calloc(w->ctx, (size_t)w->o->modes, sizeof *f.omega);
    const rdg_status status = f.omega ? add_peaks(w, &f) : RDG_ERR_NO_MEMORY;
    leave_speed(&f);
    rdg_free(f.omega);
    return status;
}
