/* What a design has found, as text: a table of the numbers, and what it falls short of. */
#include "design_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

static const double turn = 6.28318530717958647693;

static const char *words_of(const rdg_design_variable *number)
{
    switch (number->place) {
    case RDG_DESIGN_FREE:
        return "at its best";
    case RDG_DESIGN_LOW:
        return number->sensitivity > 0.0 ? "at its lower end, and presses" : "at its lower end";
    case RDG_DESIGN_HIGH:
        return number->sensitivity < 0.0 ? "at its upper end, and presses" : "at its upper end";
    case RDG_DESIGN_EQUAL:
        return "where two peaks are equal";
    case RDG_DESIGN_IDLE:
        return "without effect";
    default:
        return "not chosen";
    }
}

/* A lower peak was seen elsewhere than what was found. */
static bool is_lower_elsewhere(const rdg_design_driver *d)
{
    return d->lowest > 0.0 &&
           (d->result->kind == RDG_DESIGN_NONE || d->lowest < rdg_design_below(d->result->amplitude));
}

static void write_scan(const rdg_design_driver *d)
{
    const rdg_design_result *r = d->result;
    if (r->scanned == 0) {
        return;
    }
    rdg_write(d->ctx, RDG_CHANNEL_TABLE, "  %s at %lld other choices",
              is_lower_elsewhere(d) ? "lower at one" : "not lower", (long long)r->scanned);
    if (r->unscanned > 0) {
        rdg_write(d->ctx, RDG_CHANNEL_TABLE, ", at %lld of them the response was not followed to its end",
                  (long long)r->unscanned);
    }
    if (d->anew > 0) {
        rdg_write(d->ctx, RDG_CHANNEL_TABLE, "; begun anew %lld times", (long long)d->anew);
    }
    rdg_write(d->ctx, RDG_CHANNEL_TABLE, "\n");
}

static void write_table(const rdg_design_driver *d)
{
    const rdg_design_result *r = d->result;
    rdg_write(d->ctx, RDG_CHANNEL_TABLE, "design %s: the peak of %s at alpha = %.6g N\n", d->name, d->sensor,
              r->alpha);
    rdg_write(d->ctx, RDG_CHANNEL_TABLE, "  %-24s %14s %14s %14s  %s\n", "number", "value", "d peak/d value",
              "elasticity", "");
    for (rdg_index k = 0; k < r->n; k++) {
        const rdg_design_variable *number = &r->number[k];
        rdg_write(d->ctx, RDG_CHANNEL_TABLE, "  %-24s %14.8e %14.4e %14.4e  %s\n", number->name,
                  number->value, number->sensitivity, number->sensitivity * number->value / r->amplitude,
                  words_of(number));
    }
    write_scan(d);
    rdg_write(d->ctx, RDG_CHANNEL_TABLE, "  %s = %.8e m at %.6f Hz, %s; %lld stages, %ld points, %.1f ms\n\n",
              d->sensor, r->amplitude, r->omega / turn, r->certified ? "nothing is higher" : "not certified",
              (long long)r->stages, r->points, 1e3 * r->seconds);
}

static void say_levels(const rdg_design_driver *d)
{
    for (int up = 0; up < 2; up++) {
        if (d->wrong[up] > 0.0) {
            rdg_fall_short(d->ctx, "rdg_design",
                           "design \"%s\": at alpha = %.6g N, the first scanned forcing amplitude %s, \"%s\" "
                           "has a higher maximum elsewhere, or the response could not be followed over the "
                           "whole domain: the numbers may not be the best ones there%s%s",
                           d->name, d->wrong[up], up ? "upwards" : "downwards", d->sensor,
                           d->wrong_doubt[up][0] ? "; " : "", d->wrong_doubt[up]);
        }
    }
}

void rdg_design_say(const rdg_design_driver *d)
{
    const rdg_design_result *r = d->result;
    if (!rdg_option_find(d->options, RDG_OPTION_NO_TABLE, NULL)) {
        write_table(d);
    }
    if (is_lower_elsewhere(d)) {
        rdg_fall_short(d->ctx, "rdg_design",
                       "design \"%s\": at %s = %.6g the greatest peak of \"%s\" is lower, %.6g, but from "
                       "there no design was found: begin with these numbers",
                       d->name, r->number[0].name, d->at_lowest[0], d->sensor, d->lowest);
    } else if (r->kind == RDG_DESIGN_NONE) {
        rdg_fall_short(
            d->ctx, "rdg_design",
            "design \"%s\": no least peak of \"%s\" was found: %s near %s = %.6g; see the ridge \"%s\"",
            d->name, d->sensor,
            d->search.found ? "it does not depend on the numbers" : "the greatest peak jumps",
            r->number[0].name, r->number[0].value, d->run);
    } else if (d->wrong[0] > 0.0 || d->wrong[1] > 0.0) {
        say_levels(d);
    } else if (!r->certified && r->kind != RDG_DESIGN_EQUAL_PEAKS) {
        rdg_fall_short(
            d->ctx, "rdg_design",
            "design \"%s\": that nothing is higher than the peak of \"%s\" at omega = %.6g rad/s is "
            "not certain: %s",
            d->name, d->sensor, r->omega,
            d->doubt[0] ? d->doubt : "the response was not followed over the whole domain");
    }
}
