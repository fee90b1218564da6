/* Designs of random structures with friction against the greatest peaks over a grid of the numbers.
 * LEAST_FIRST, LEAST_STRUCTURES: others than these, by the seed. LEAST_CONES: with friction cones, which take
 * minutes. LEAST_TELL: each one is printed. LEAST_SCAN: the referee is response_scan.h. */
#define _XOPEN_SOURCE 700

#include "random_response.h"
#include "response_scan.h"
#include "scratch.h"

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/design.h>
#include <ridgewalk/frc_peaks.h>

#include <stdlib.h>

enum { MOST_DOF = 4, FINE = 25, COARSE = 6 };

typedef struct friction_case {
    rdg_hbm *hb;
    const char *sort;
    rdg_index n; /* numbers */
    char number[2][24];
    double low[2], high[2], from, to, alpha;
} friction_case;

static int asked(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static rdg_structure *random_chain(rdg_context *ctx, uint64_t *seed, int n)
{
    double M[MOST_DOF * MOST_DOF] = {0.0}, C[MOST_DOF * MOST_DOF], K[MOST_DOF * MOST_DOF] = {0.0};
    const double beta = random_scale(seed, 0.005, 0.06);
    for (int i = 0; i < n; i++) {
        const double tie = random_scale(seed, 0.1, 1.5);
        M[(n + 1) * i] = random_scale(seed, 0.5, 2.0);
        K[(n + 1) * i] += random_scale(seed, 0.4, 2.0);
        if (i + 1 < n) {
            K[(n + 1) * i] += tie;
            K[(n + 1) * (i + 1)] += tie;
            K[i + n * (i + 1)] -= tie;
            K[i + 1 + n * i] -= tie;
        }
    }
    for (int i = 0; i < n * n; i++) {
        C[i] = beta * K[i];
    }
    rdg_structure *s = rdg_structure_create(ctx, "chain", n, M, C, K);
    for (int i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        rdg_name_dof(s, name, i);
    }
    return s;
}

static const char *add_contact(uint64_t *seed, rdg_structure *s, int sort, int n, int number)
{
    char name[16], at[16], other[16];
    const int i = (int)((double)n * 0.4999 * (1.0 + random_signed(seed)));
    const double kt = random_scale(seed, 0.2, 3.0);
    snprintf(name, sizeof name, "c%d", number);
    snprintf(at, sizeof at, "x%d", i);
    snprintf(other, sizeof other, "x%d", (i + 1) % n);
    if (sort < 2) {
        rdg_jenkins_add(s, &(rdg_jenkins){.name = name, .at = at, .kt = kt, .limit = 0.3});
        return "limit";
    }
    if (sort == 2) {
        rdg_contact_add(s, &(rdg_contact){.name = name,
                                          .tangential = at,
                                          .normal = other,
                                          .kt = kt,
                                          .kn = kt,
                                          .mu = 0.4,
                                          .preload = 1.0});
    } else {
        rdg_cone_contact_add(
            s, &(rdg_cone_contact){
                   .name = name, .tangential = {at, other}, .kt = kt, .mu = 0.4, .preload = 1.0});
    }
    return "preload";
}

static friction_case random_case(rdg_context *ctx, int number)
{
    static const char *const sorts[] = {"Jenkins", "two Jenkins", "normal load", "cone"};
    uint64_t seed = 77 + 7919u * (uint64_t)number;
    const int sort = asked("LEAST_CONES", 0) ? 3 : number % 3;
    const int n = 2 + (int)(1.4999 * (1.0 + random_signed(&seed)));
    friction_case c = {.sort = sorts[sort], .n = sort == 3 ? 1 : 1 + number % 2, .from = 0.4, .to = 3.0};
    rdg_structure *s = random_chain(ctx, &seed, n);
    const char *limit = "";
    const int contacts = sort == 0 || sort == 3 ? 1 : 2;
    for (int k = 0; k < contacts; k++) {
        limit = add_contact(&seed, s, sort, n, k);
    }
    const double scale = sort < 2 ? 1.0 : 2.5; /* by the friction coefficient */
    for (int k = 0; k < 2; k++) {
        const bool is_stiffness = k == 1 && contacts == 1;
        snprintf(c.number[k], sizeof c.number[k], "c%d.%s", is_stiffness ? 0 : k,
                 is_stiffness ? "kt" : limit);
        c.low[k] = is_stiffness ? 0.1 : 0.02 * scale;
        c.high[k] = is_stiffness ? 3.0 : 20.0 * scale;
    }
    rdg_force_add(s, "x0", 1, 1.0);
    rdg_sensor_add(s, "Am", random_signed(&seed) > 0.0 ? "x0" : "x1");
    c.alpha = random_scale(&seed, 0.3, 3.0);
    c.hb = sort == 3 || random_signed(&seed) < 0.0 ? rdg_hbm_create(s, RDG_HARMONICS(1))
                                                   : rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    return c;
}

/* The greatest peak, or end of the domain from which the response falls; INFINITY: not known. */
static double height_at(const friction_case *c, const double *value)
{
    const rdg_option last = {.kind = RDG_OPTION_END};
    const rdg_option list[] = {RDG_WINDOW("omega", c->from, c->to), RDG_HOLD_AT("alpha", c->alpha),
                               RDG_HOLD_AT(c->number[0], value[0]),
                               c->n > 1 ? RDG_HOLD_AT(c->number[1], value[1]) : last, last};
    const rdg_peaks *found = asked("LEAST_SCAN", 0) ? scan_response_list(c->hb, "Am", list)
                                                    : rdg_frc_peaks_list(c->hb, "Am", list);
    rdg_error_clear(rdg_hbm_context(c->hb));
    const double height = found && found->covered && found->greatest >= 0
                              ? found->maximum[found->greatest].amplitude
                              : INFINITY;
    asked("LEAST_SCAN", 0) ? scan_free(found) : rdg_peaks_free(found);
    return height;
}

static double least_of_grid(const friction_case *c, double *at)
{
    const int first = c->n > 1 || c->sort[0] == 'c' ? COARSE : FINE, second = c->n > 1 ? COARSE : 1;
    double least = INFINITY;
    for (int i = 0; i < first * second; i++) {
        const double value[] = {
            c->low[0] * pow(c->high[0] / c->low[0], (i % first + 0.5) / first),
            c->low[1] * pow(c->high[1] / c->low[1], ((i - i % first) / (double)first + 0.5) / second)};
        const double height = height_at(c, value);
        if (height < least) {
            least = height;
            memcpy(at, value, sizeof value);
        }
    }
    return least;
}

static void no_certified_design_is_above_a_grid(void **state)
{
    (void)state;
    const int first = asked("LEAST_FIRST", 66), count = asked("LEAST_STRUCTURES", 12);
    int sure = 0, above = 0, silent = 0, failed = 0, kinds[4] = {0};
    for (int k = first; k < first + count; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const friction_case c = random_case(ctx, k);
        rdg_design_result r = {.n = 0};
        double at[2] = {0.0};
        const rdg_option last = {.kind = RDG_OPTION_END};
        const rdg_option list[] = {RDG_HOLD_AT("alpha", c.alpha),
                                   RDG_WINDOW("omega", c.from, c.to),
                                   RDG_DESIGN_RESULT(&r),
                                   RDG_IN_MEMORY,
                                   RDG_NO_TABLE,
                                   RDG_DESIGN(c.number[0], c.low[0], c.high[0]),
                                   c.n > 1 ? RDG_DESIGN(c.number[1], c.low[1], c.high[1]) : last,
                                   last};
        const rdg_status status = rdg_design_list(c.hb, "best", "Am", list);
        const bool is_sure =
            status == RDG_OK && r.kind != RDG_DESIGN_NONE && r.certified && rdg_shortfalls(ctx) == 0;
        rdg_error_clear(ctx);
        const double least = least_of_grid(&c, at);
        const bool is_above = !(r.amplitude <= least * (1.0 + 1e-6));
        kinds[r.kind]++;
        sure += is_sure;
        failed += status != RDG_OK;
        above += is_above;
        silent += is_sure && is_above;
        if (asked("LEAST_TELL", 0) || is_above || !is_sure) {
            print_message(
                "%d %s: %s design %.8g at %.6g %.6g, kind %d, %td scanned; grid %.8g at %.6g %.6g%s; %s\n", k,
                c.sort, is_sure ? "certified" : "not certified", r.amplitude, r.number[0].value,
                r.number[1].value, (int)r.kind, (ptrdiff_t)r.scanned, least, at[0], at[1],
                is_above ? " ABOVE" : "", status == RDG_OK ? "" : "failed");
        }
        rdg_context_free(ctx);
    }
    print_message("%d structures: %d certified, %d above the grid, %d of these certified; kinds %d none, %d "
                  "optimum, %d at a bound, %d equal\n",
                  count, sure, above, silent, kinds[0], kinds[1], kinds[2], kinds[3]);
    assert_int_equal(silent, 0);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(no_certified_design_is_above_a_grid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
