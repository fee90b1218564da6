/* A point of the response of a sector costs at most 1.2 times its share of one of the ring of P sectors, in
 * processor time: 200 random rotors, both curves in turn. A few of less than 25 unknowns cost more: there the
 * cost of a point does not grow with its unknowns. */
#define _GNU_SOURCE

#include "sector_campaign.h"

#include <time.h>

enum { CASES = 200, TURNS = 3, POINTS = 40, LARGEST = 300 /* unknowns of a ring */ };

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* From the first point to the last one: what a run costs as a whole is not theirs. */
typedef struct watch {
    double first, last;
    int points;
} watch;

static bool observe(rdg_problem *p, const rdg_chart *chart, void *data)
{
    watch *w = data;
    (void)p;
    (void)chart;
    w->last = processor_time();
    w->first = w->points++ == 0 ? w->last : w->first;
    return false;
}

/* Seconds a point; 0: the curve does not lead through the domain. */
static double cost_of_a_point(rdg_context *ctx, rdg_hbm *hb, const pair *p)
{
    watch w = {.points = 0};
    rdg_problem *problem = rdg_hbm_problem(hb, RDG_AT("alpha", p->alpha), RDG_AT("omega", p->low));
    rdg_continue(problem, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", p->low, p->high),
                 RDG_MAX_POINTS(POINTS), RDG_OBSERVE(observe, &w), RDG_NO_TABLE, RDG_IN_MEMORY);
    const bool is_whole = rdg_error_status(ctx) == RDG_OK && w.points > 1;
    rdg_error_clear(ctx);
    rdg_problem_free(problem);
    return is_whole ? (w.last - w.first) / (double)(w.points - 1) : 0.0;
}

/* Of its share; 0: not measured. */
static double cost(rdg_context *ctx, const pair *p, rdg_index P)
{
    double sum[2] = {0.0, 0.0};
    for (int k = 0; k < 2 * TURNS; k++) {
        const double seconds = cost_of_a_point(ctx, k % 2 == 0 ? p->wave : p->ring, p);
        if (!(seconds > 0.0)) {
            return 0.0;
        }
        sum[k % 2] += seconds;
    }
    return (double)P * sum[0] / sum[1];
}

static void a_point_costs_its_share(void **state)
{
    uint64_t seed = 3;
    int measured = 0, missed = 0;
    double greatest = 0.0;
    for (int trial = 0; trial < CASES; trial++) {
        const pair p = campaign_pair(*state, &seed, 7);
        rdg_index order = 0;
        const rdg_index P = ring_sectors(&p.r, &order);
        const double ratio = rdg_hbm_unknowns(p.ring) <= LARGEST ? cost(*state, &p, P) : 0.0;
        measured += ratio > 0.0;
        missed += ratio > 1.2;
        greatest = fmax(greatest, ratio);
        if (ratio > 1.2) {
            print_message("N = %d, r = %d, P = %d, contacts %d, unknowns %d: %.2f of its share\n",
                          (int)p.r.sectors, (int)p.r.order, (int)P, p.r.contacts,
                          (int)rdg_hbm_unknowns(p.wave), ratio);
        }
        free_context(state);
        fresh_context(state);
    }
    print_message("%d rotors: at most %.2f of the share, %d above 1.2\n", measured, greatest, missed);
    assert_true(measured >= CASES / 2 && missed <= CASES / 40 && greatest <= 1.6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_point_costs_its_share)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
