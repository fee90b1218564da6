/* Without address space for OpenBLAS, which would wait for it for ever, an object that computes is refused;
 * with it everything works. Each limit is one of a process of its own. */
#define _GNU_SOURCE

#include "scratch.h"

#include <ridgewalk/chain.h>
#include <ridgewalk/modes.h>
#include <ridgewalk/toolbox.h>

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { MIB = 1 << 20 };

/* Of this process, in bytes. */
static double address_space(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld", &pages) != 1) {
        pages = 0;
    }
    if (file) {
        fclose(file);
    }
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* 0: the modes of a chain; 1: refused; other: something else. */
static int compute(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    double omega[2] = {0.0, 0.0};
    rdg_structure *s = rdg_chain_create(ctx, 2, (double[]){1, 1}, (double[]){1, 1});
    const rdg_status status = s ? rdg_structure_frequencies(s, 0, NULL, 2, omega) : rdg_error_status(ctx);
    const bool is_refused = status == RDG_ERR_NO_MEMORY && strstr(rdg_error_message(ctx), "OpenBLAS needs");
    const bool is_right = status == RDG_OK && fabs(omega[0] * omega[1] - 1.0) < 1e-12;
    rdg_context_free(ctx);
    return is_right ? 0 : is_refused ? 1 : 2;
}

/* What it answers with so many more MiB of address space; hanging it is ended by the alarm. */
static int compute_within(rlim_t more)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const rlim_t all = (rlim_t)address_space() + more * MIB;
        alarm(20);
        setrlimit(RLIMIT_AS, &(struct rlimit){.rlim_cur = all, .rlim_max = all});
        _exit(compute());
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    return WIFEXITED(how) ? WEXITSTATUS(how) : -WTERMSIG(how);
}

static void without_capacity_for_blas_it_is_refused(void **state)
{
    (void)state;
    if (address_space() == 0.0 || address_space() > 1e12) {
        skip(); /* an address sanitizer's */
    }
    for (rlim_t more = 10; more < 128; more += 10) {
        assert_int_equal(compute_within(more), 1);
    }
    assert_int_equal(compute_within(160), 0);
    assert_int_equal(compute_within(400), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(without_capacity_for_blas_it_is_refused),
    };
    return cmocka_run_group_tests_name("BLAS: its memory", tests, NULL, NULL);
}
