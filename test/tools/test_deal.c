/* link: tools/rdg/farm_deal.c */
/* Which case of a farm is next: rounds, tries, and the time that a farm of many processes takes, simulated.
 */
#include "support.h"

#include "../../tools/rdg/farm_parts.h"
#include "../../tools/rdg/rdg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The folder of the farm: no case has been tried. */
case_state read_case(const farm *f, long number, record *r)
{
    (void)f;
    (void)number;
    *r = (record){0};
    return CASE_OPEN;
}

bool is_of_share(const farm *f, long number)
{
    return number % f->shares == f->share;
}

int complain(const char *command, const char *format, ...)
{
    (void)command;
    (void)format;
    return TROUBLE;
}

static double uniform(unsigned long long *s)
{
    *s = *s * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((double)(*s >> 11) + 0.5) / 9007199254740992.0;
}

/* A lognormal time of median 1 with standard deviation 0.7 of its logarithm. */
static double random_time(unsigned long long *s)
{
    const double radius = sqrt(-2.0 * log(uniform(s))), angle = 2.0 * acos(-1.0) * uniform(s);
    return exp(0.7 * radius * cos(angle));
}

/* Time of a farm: the process that is free first takes the next case. */
static double simulate(dealer *d, const double *time, int processes)
{
    double free_at[512] = {0}, end = 0.0;
    bool idle = false;
    item *busy[512] = {NULL};
    while (true) {
        int p = 0;
        for (int k = 1; k < processes; k++) {
            p = free_at[k] < free_at[p] ? k : p;
        }
        if (busy[p]) {
            report(d, busy[p], COMPLETE);
        }
        busy[p] = deal(d, &idle);
        if (!busy[p] && is_dealt_out(d)) {
            return end;
        }
        free_at[p] = busy[p] ? free_at[p] + time[busy[p]->number] : INFINITY;
        end = busy[p] && free_at[p] > end ? free_at[p] : end;
    }
}

/* Share of the best time, which is the sum over all processes. */
static double efficiency(bool longest_first, int processes, unsigned long long seed)
{
    enum { N = 1000 };
    static double time[N + 1];
    const farm f = {.n = N, .shares = 1, .processes = processes};
    dealer d;
    double sum = 0.0;
    assert_true(fill_dealer(&d, &f));
    for (long k = 1; k <= N; k++) {
        time[k] = random_time(&seed);
        sum += time[k];
    }
    if (longest_first) {
        FILE *weights = fopen("build/test-deal-weights", "w");
        assert_non_null(weights);
        for (long k = 1; k <= N; k++) {
            fprintf(weights, "%ld %.17g\n", k, time[k]);
        }
        fclose(weights);
        farm known = f;
        known.weights = "build/test-deal-weights";
        empty_dealer(&d);
        assert_true(fill_dealer(&d, &known));
        remove(known.weights);
    }
    const double end = simulate(&d, time, processes);
    assert_int_equal(d.complete, N);
    empty_dealer(&d);
    return sum / processes / end;
}

/* Graham's bound for longest first is 4/3 - 1/(3 P) of the best time; measured over seeds: 81 % and 98 %. */
static void the_longest_first_fill_all_processes(void **state)
{
    double plain = 0.0, sorted = 0.0;
    (void)state;
    for (unsigned long long seed = 1; seed <= 20; seed++) {
        plain += efficiency(false, 64, seed) / 20.0;
        sorted += efficiency(true, 64, seed) / 20.0;
    }
    assert_true(plain > 0.75 && plain < 0.87);
    assert_true(sorted > 0.96 && sorted <= 1.0);
}

/* Times that were measured: of wheels, and what a case costs more over MPI, its program's start included */
enum { MEASURED = 200 };
#define OVERHEAD 2.2e-3 /* s */

static void read_times(double *measured)
{
    char line[256];
    int n = 0;
    FILE *file = fopen("test/data/wheel_times.csv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        n += n < MEASURED && sscanf(line, "%lf", &measured[n]) == 1;
    }
    fclose(file);
    assert_int_equal(n, MEASURED);
}

/* Percent of the best time for so many wheels, whose times are drawn from the measured ones */
static int wheels_efficiency(long cases, int processes)
{
    double measured[MEASURED], sum = 0.0;
    unsigned long long seed = 1;
    const farm f = {.n = cases, .shares = 1, .processes = processes};
    dealer d;
    double *time = calloc((size_t)cases + 1, sizeof *time);
    read_times(measured);
    assert_true(time && fill_dealer(&d, &f));
    for (long k = 1; k <= cases; k++) {
        const double own = measured[(int)(MEASURED * uniform(&seed))];
        sum += own;
        time[k] = own + OVERHEAD;
    }
    const double end = simulate(&d, time, processes);
    empty_dealer(&d);
    free(time);
    return (int)lround(100.0 * sum / processes / end);
}

/* The tables of doc/beyond-one-machine.md. Strong: 1000 wheels; weak: 16 wheels a process. */
static void wheels_scale_as_the_manual_has_it(void **state)
{
    static const int processes[] = {1, 4, 16, 64, 256}, strong[] = {99, 99, 98, 96, 91},
                     weak[] = {99, 97, 95, 95, 95};
    (void)state;
    for (int k = 0; k < 5; k++) {
        assert_int_equal(wheels_efficiency(1000, processes[k]), strong[k]);
        assert_int_equal(wheels_efficiency(16L * processes[k], processes[k]), weak[k]);
    }
}

static void a_case_that_fails_is_tried_three_times_behind_the_others(void **state)
{
    const farm f = {.n = 3, .shares = 1, .processes = 1};
    char order[32] = "";
    dealer d;
    bool idle = false;
    item *i = NULL;
    (void)state;
    assert_true(fill_dealer(&d, &f));
    while ((i = deal(&d, &idle))) {
        const size_t n = strlen(order);
        snprintf(order + n, sizeof order - n, "%ld ", i->number);
        assert_null(deal(&d, &idle)); /* one process */
        report(&d, i, i->number == 2 ? FAILED : COMPLETE);
    }
    assert_string_equal(order, "1 2 3 2 2 ");
    assert_true(is_dealt_out(&d) && d.complete == 2 && d.failed == 1);
    empty_dealer(&d);
}

static void the_round_behind_a_kill_has_half_as_many_processes(void **state)
{
    const farm f = {.n = 8, .shares = 1, .processes = 8};
    item *at[8];
    dealer d;
    bool idle = false;
    (void)state;
    assert_true(fill_dealer(&d, &f));
    for (int k = 0; k < 8; k++) {
        at[k] = deal(&d, &idle);
    }
    for (int k = 0; k < 8; k++) {
        report(&d, at[k], k == 3 ? KILLED : FAILED);
    }
    int width = 0;
    while (deal(&d, &idle)) {
        width++;
    }
    assert_int_equal(width, 4);
    empty_dealer(&d);
}

static void cases_that_others_compute_are_waited_for(void **state)
{
    const farm f = {.n = 2, .shares = 1, .processes = 1};
    dealer d;
    bool idle = false;
    (void)state;
    assert_true(fill_dealer(&d, &f));
    report(&d, deal(&d, &idle), ELSEWHERE);
    report(&d, deal(&d, &idle), ELSEWHERE);
    assert_true(!deal(&d, &idle) && idle && !is_dealt_out(&d));
    report(&d, deal(&d, &idle), COMPLETE);
    report(&d, deal(&d, &idle), ELSEWHERE);
    assert_true(!idle);
    item *last = deal(&d, &idle);
    assert_true(last && !idle && last->tries == 0);
    report(&d, last, COMPLETE);
    assert_true(is_dealt_out(&d) && d.complete == 2);
    empty_dealer(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_first_fill_all_processes),
        cmocka_unit_test(wheels_scale_as_the_manual_has_it),
        cmocka_unit_test(a_case_that_fails_is_tried_three_times_behind_the_others),
        cmocka_unit_test(the_round_behind_a_kill_has_half_as_many_processes),
        cmocka_unit_test(cases_that_others_compute_are_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
