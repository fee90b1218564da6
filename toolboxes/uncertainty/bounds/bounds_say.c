/* The band of a forcing amplitude as text. */
#include "bounds_impl.h"

#include <ridgewalk/element_kind.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>

/* Contacts beside each other in a line; length of what is written of one. */
enum { BESIDE = 4, TEXT = 64 };
static const double turn = 6.28318530717958647693;

const char *rdg_bounds_why(rdg_bounds_reason reason)
{
    switch (reason) {
    case RDG_BOUNDS_ALL_STICK:
        return "all contacts stick: the structure is linear, and a static force changes no amplitude";
    case RDG_BOUNDS_NONE_STICKS:
        return "each contact slips or opens and forgets its past";
    case RDG_BOUNDS_CONSTANT_LOADS:
        return "no contact that slips or opens has a mean normal load that depends on one that sticks";
    default:
        return NULL;
    }
}

const char *rdg_bounds_contact_name(const rdg_bounds_search *s, rdg_index k)
{
    return rdg_element_at(rdg_hbm_structure(s->hb), s->contact[k].element)->name;
}

/* "25.477 N max L 4.76e-07", "slips" */
static void describe_slider(const rdg_bounds_end *end, rdg_index k, char *text, size_t size)
{
    static const char *const word[] = {"free", "max L", "min U", "slips", "opens"};
    const rdg_bounds_slider *slider = &end->slider[k];
    const bool idle = slider->slope == 0.0 && isfinite(slider->v);
    if (isfinite(slider->v)) {
        snprintf(text, size, "%.3f N %s %.2e", slider->v, idle ? "idle" : word[slider->state], slider->slope);
    } else {
        snprintf(text, size, "%s", word[slider->state]);
    }
}

static void write_end(const rdg_bounds_search *s, const char *which, const rdg_bounds_end *end)
{
    char text[TEXT];
    rdg_write(s->ctx, RDG_CHANNEL_TABLE, "  %-5s  %.9e  %12.6f", which, end->amplitude, end->omega / turn);
    for (rdg_index k = 0; s->n <= BESIDE && k < s->n; k++) {
        describe_slider(end, k, text, sizeof text);
        rdg_write(s->ctx, RDG_CHANNEL_TABLE, "  %-28s", text);
    }
    rdg_write(s->ctx, RDG_CHANNEL_TABLE, "\n");
}

/* Many contacts: a line each. */
static void write_contacts(const rdg_bounds_search *s)
{
    char text[2][TEXT];
    rdg_write(s->ctx, RDG_CHANNEL_TABLE, "  %-24s  %-28s  %s\n", "contact: v, slope", "low", "high");
    for (rdg_index k = 0; k < s->n; k++) {
        describe_slider(&s->result->low, k, text[0], TEXT);
        describe_slider(&s->result->high, k, text[1], TEXT);
        rdg_write(s->ctx, RDG_CHANNEL_TABLE, "  %-24s  %-28s  %s\n", rdg_bounds_contact_name(s, k), text[0],
                  text[1]);
    }
}

static void write_head(const rdg_bounds_search *s, const char *name)
{
    rdg_write(
        s->ctx, RDG_CHANNEL_TABLE,
        "%s: the peak of %s at alpha = %g over all residual stresses of %lld contact%s\n         %15s  %12s",
        name, s->sensor, s->level, (long long)s->n, s->n == 1 ? "" : "s", s->sensor, "f Hz");
    for (rdg_index k = 0; s->n <= BESIDE && k < s->n; k++) {
        char text[TEXT];
        snprintf(text, sizeof text, "%.40s: v, d%.6s/dv", rdg_bounds_contact_name(s, k), s->sensor);
        rdg_write(s->ctx, RDG_CHANNEL_TABLE, "  %-28s", text);
    }
    rdg_write(s->ctx, RDG_CHANNEL_TABLE, "\n");
}

void rdg_bounds_say(const rdg_bounds_search *s, const char *name)
{
    const rdg_bounds_result *r = s->result;
    const char *why = rdg_bounds_why(r->reason);
    write_head(s, name);
    write_end(s, "low", &r->low);
    write_end(s, "high", &r->high);
    if (s->n > BESIDE) {
        write_contacts(s);
    }
    rdg_write(s->ctx, RDG_CHANNEL_TABLE, "  %.2f %% wide; %lld random starts tried, ",
              100.0 * (r->high.amplitude / r->low.amplitude - 1.0), (long long)r->starts);
    if (r->outside > 0.0) {
        rdg_write(s->ctx, RDG_CHANNEL_TABLE, "one outside by %.1e before the search went on from there",
                  r->outside);
    } else {
        rdg_write(s->ctx, RDG_CHANNEL_TABLE, "none outside");
    }
    rdg_write(s->ctx, RDG_CHANNEL_TABLE, "; with the starts of the structure: %.9e\n", r->given.amplitude);
    if (why) {
        rdg_write(s->ctx, RDG_CHANNEL_TABLE, "  no band: %s\n", why);
    }
    if (r->open > 0 && r->high.kind == RDG_PEAK_KINK) {
        rdg_write(s->ctx, RDG_CHANNEL_TABLE,
                  "  the upper end is a lower bound of the greatest peak: it is a non-smooth point of the "
                  "response, where dA/dv does not show whether %lld free slider%s would raise it\n",
                  (long long)r->open, r->open == 1 ? "" : "s");
    } else if (r->open > 0) {
        rdg_write(
            s->ctx, RDG_CHANNEL_TABLE,
            "  the search has not reached the upper end, if there is one: the peak still grows with %lld "
            "free slider%s\n",
            (long long)r->open, r->open == 1 ? "" : "s");
    }
    if (r->uncertain > 0) {
        rdg_write(s->ctx, RDG_CHANNEL_TABLE,
                  "  %lld of %ld responses were not followed over the whole domain, or have branch points\n",
                  (long long)r->uncertain, r->responses);
    }
    rdg_write(s->ctx, RDG_CHANNEL_TABLE, "\n");
}
