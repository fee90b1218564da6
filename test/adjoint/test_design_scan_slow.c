/* Designs of random structures over the limit of their first contact: with a look at other choices there is
 * no lower greatest peak at any of those of a finer scan.
 * SCAN_FIRST, SCAN_STRUCTURES: others than these, by the seed. */
#define _XOPEN_SOURCE 700

#include "adjoint/random_ridges.h"
#include "response_scan.h"
#include "scratch.h"

#include <ridgewalk/design.h>

#include <stdlib.h>
#include <string.h>

enum { FINE = 40, CHOICES = 12 };

static int asked(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

/* The least of the greatest peaks over the limit; INFINITY where no response can be followed. */
static double least_of_scan(const random_ridges *r, double level, double low, double high, double *at)
{
    double least = INFINITY;
    for (int i = 0; i < FINE; i++) {
        const double limit = low * pow(high / low, (i + 0.5) / FINE);
        const rdg_peaks *found =
            scan_response(r->hb, "Am", RDG_HOLD_AT("alpha", level), RDG_HOLD_AT("c0.limit", limit),
                          RDG_WINDOW("omega", r->low, r->high));
        rdg_error_clear(rdg_hbm_context(r->hb));
        if (found && found->covered && found->greatest >= 0 &&
            found->maximum[found->greatest].amplitude < least) {
            least = found->maximum[found->greatest].amplitude;
            *at = limit;
        }
        scan_free(found);
    }
    return least;
}

static void no_certified_design_is_above_a_scan(void **state)
{
    (void)state;
    int above = 0, local = 0, compared = 0;
    const int first = asked("SCAN_FIRST", 1), count = asked("SCAN_STRUCTURES", 12);
    for (int k = first; k < first + count; k++) {
        uint64_t seed = (uint64_t)k * 7919u + 17u;
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const random_ridges r = random_structure(ctx, &seed);
        rdg_design_result plain = {.n = 0}, wide = {.n = 0};
        const double level = sqrt(r.least * r.most), low = 0.1 * level, high = 30.0 * level;
        double at = 0.0;
        if (strcmp(r.sort, "gaps") != 0) {
            const double least = least_of_scan(&r, level, low, high, &at);
            rdg_design(r.hb, "plain", "Am", RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", r.low, r.high),
                       RDG_DESIGN("c0.limit", low, high), RDG_DESIGN_RESULT(&plain), RDG_IN_MEMORY,
                       RDG_NO_TABLE);
            rdg_error_clear(ctx);
            const rdg_index before = rdg_shortfalls(ctx);
            rdg_design(r.hb, "wide", "Am", RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", r.low, r.high),
                       RDG_DESIGN("c0.limit", low, high), RDG_DESIGN_SCAN(CHOICES), RDG_DESIGN_RESULT(&wide),
                       RDG_IN_MEMORY, RDG_NO_TABLE);
            rdg_error_clear(ctx);
            const bool is_sure =
                wide.kind != RDG_DESIGN_NONE && wide.certified && rdg_shortfalls(ctx) == before;
            compared++;
            local +=
                plain.certified && plain.kind != RDG_DESIGN_NONE && plain.amplitude > least * (1.0 + 1e-6);
            above += is_sure && wide.amplitude > least * (1.0 + 1e-6);
            print_message("seed %d %s: scan %.8g at %.6g; design %.8g at %.6g, %s; with a scan %.8g at %.6g, "
                          "%s, %td choices, %ld points for %ld\n",
                          k, r.sort, least, at, plain.amplitude, plain.number[0].value,
                          plain.certified ? "certified" : "not certified", wide.amplitude,
                          wide.number[0].value, is_sure ? "certified" : "not certified",
                          (ptrdiff_t)wide.scanned, wide.points, plain.points);
        }
        rdg_context_free(ctx);
    }
    print_message("%d compared: %d above the scan without other choices, %d with them\n", compared, local,
                  above);
    assert_int_equal(above, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(no_certified_design_is_above_a_scan)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
