/* Drivers of several runs that are killed: a ridge from a mode, all ridges, designs. */
#ifndef RDG_TEST_KILLED_DRIVERS_H
#define RDG_TEST_KILLED_DRIVERS_H

#include "../core/killed_runs.h"

#include <ridgewalk/chain.h>
#include <ridgewalk/design.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/ridge.h>
#include <ridgewalk/ridges.h>
#include <ridgewalk/sensors.h>

#define CHOOSE(resumes, call, ...) ((resumes) ? call(__VA_ARGS__, RDG_RESUME) : call(__VA_ARGS__))

/* Three masses on two Jenkins elements. */
static inline rdg_hbm *sliding_chain(rdg_context *ctx)
{
    rdg_structure *s = rdg_chain_create(ctx, 3, (double[]){1, 0.9, 0.5}, (double[]){1, 0.8, 0.3});
    rdg_damping_proportional(s, 0.004, 0.01);
    rdg_name_dof(s, "a", 0);
    rdg_name_dof(s, "b", 1);
    rdg_name_dof(s, "c", 2);
    rdg_name_relative(s, "ab", 1, 0);
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "j1", .at = "ab", .kt = 0.3, .limit = 1});
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "j2", .at = "c", .kt = 0.2, .limit = 0.7});
    rdg_force_add(s, "a", 1, 1.0);
    rdg_sensor_add(s, "Am", "b");
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

static inline rdg_status run_ridge(rdg_context *ctx, bool resumes)
{
    return CHOOSE(resumes, rdg_ridge, sliding_chain(ctx), "ridge", "Am", RDG_FROM_MODE(1),
                  RDG_WINDOW("alpha", 0.05, 0.5), RDG_LABEL_EVERY(3));
}

static inline rdg_status run_ridges(rdg_context *ctx, bool resumes)
{
    const rdg_ridges *all =
        CHOOSE(resumes, rdg_ridges_of, sliding_chain(ctx), "all", "Am", RDG_WINDOW("alpha", 0.1, 0.6),
               RDG_WINDOW("omega", 0.4, 0.8), RDG_RIDGES_SAMPLES(2), RDG_LABEL_EVERY(5));
    return all ? RDG_OK : rdg_error_status(ctx);
}

static inline rdg_status run_design(rdg_context *ctx, bool resumes)
{
    return CHOOSE(resumes, rdg_design, sliding_chain(ctx), "best", "Am", RDG_HOLD_AT("alpha", 0.4),
                  RDG_WINDOW("omega", 0.4, 0.9), RDG_DESIGN("j1.limit", 0.1, 3),
                  RDG_DESIGN("j2.limit", 0.1, 3), RDG_LABEL_EVERY(5));
}

static const run_kind driver_kinds[] = {
    {"ridge", run_ridge, true, BLOCKS("ridge/response", "ridge"), NULL},
    {"all ridges", run_ridges, true, BLOCKS("all/1", "all"), NULL},
    {"design", run_design, true, BLOCKS("best/response", "best"), NULL},
};
enum { N_DRIVER_KINDS = sizeof driver_kinds / sizeof *driver_kinds };

/* Each run of the driver is complete: taken up and killed at any call to the disk it stays as it is. */
static inline void assert_complete_runs_stay(const run_kind *kind, long every)
{
    const disturbance none = {.how = LEFT_ALONE};
    run_undisturbed(kind);
    assert_int_equal(run_in_child(kind, "disturbed", false, &none), RDG_OK);
    assert_as_undisturbed(kind);
    assert_int_equal(run_in_child(kind, "disturbed", true, &none), RDG_OK);
    assert_as_undisturbed(kind);
    const disk_account again = *account;
    assert_int_equal(again.calls[DISK_RENAME] + again.calls[DISK_CUT] + again.calls[DISK_SYNC], 0);
    for (disk_kind of = DISK_WRITE; of < N_DISK_KINDS; of++) {
        for (long at = 1; at <= again.calls[of]; at += every) {
            assert_int_equal(run_in_child(kind, "disturbed", true,
                                          &(disturbance){.how = KILLED_BEHIND, .kind = of, .at = at}),
                             -1);
            assert_as_undisturbed(kind);
        }
    }
}

#endif
