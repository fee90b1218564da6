/* A mass on random cubic springs in space or in a plane: all directions of nonlinear modes by Newton's method
 * from random starts; motions across all springs are linear. */
#ifndef RDG_TEST_RANDOM_FRAMES_H
#define RDG_TEST_RANDOM_FRAMES_H

#include "fresh_context.h"

#include <ridgewalk/dnnm.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/ridgewalk.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { FRAME_SPRINGS = 5 };

typedef struct frame {
    int m, springs;
    double k3[FRAME_SPRINGS], at[FRAME_SPRINGS][3];
} frame;

static inline frame frame_random(uint64_t *seed)
{
    frame f = {.m = random_signed(seed) > 0.3 ? 2 : 3,
               .springs = 1 + (int)(2.4 * (1.0 + random_signed(seed)))};
    for (int i = 0; i < f.springs; i++) {
        double length = 0.0;
        f.k3[i] = 1.0 + 0.8 * random_signed(seed);
        for (int j = 0; j < f.m; j++) {
            f.at[i][j] = random_signed(seed);
            length = hypot(length, f.at[i][j]);
        }
        for (int j = 0; j < f.m; j++) {
            f.at[i][j] /= length;
        }
    }
    return f;
}

/* Of unit length; the force in harmonic 1 is proportional to sum k3 (at c)^3 at. F = force - (c force) c and
 * its derivative, with c c^T added for the length. */
static inline void frame_force(const frame *f, const double *c, double *F, double *J)
{
    double along = 0.0, rate[3] = {0.0};
    memset(F, 0, 3 * sizeof *F);
    memset(J, 0, 9 * sizeof *J);
    for (int i = 0; i < f->springs; i++) {
        const double s = c[0] * f->at[i][0] + c[1] * f->at[i][1] + c[2] * f->at[i][2];
        for (int j = 0; j < f->m; j++) {
            F[j] += f->k3[i] * s * s * s * f->at[i][j];
            for (int k = 0; k < f->m; k++) {
                J[j + f->m * k] += 3.0 * f->k3[i] * s * s * f->at[i][j] * f->at[i][k];
            }
        }
    }
    for (int j = 0; j < f->m; j++) {
        along += c[j] * F[j];
        rate[j] += 4.0 * F[j];
    }
    for (int j = 0; j < f->m; j++) {
        F[j] -= along * c[j];
        for (int k = 0; k < f->m; k++) {
            J[j + f->m * k] -= c[j] * rate[k] - c[j] * c[k] + (j == k ? along : 0.0);
        }
    }
}

/* Isolated directions, up to their sign. */
static inline int frame_brute_force(const frame *f, uint64_t *seed)
{
    double found[64][3], F[3], J[9];
    int count = 0;
    for (int start = 0; start < 3000; start++) {
        double c[3] = {0.0}, step = INFINITY;
        lapack_int pivot[3];
        for (int j = 0; j < f->m; j++) {
            c[j] = random_signed(seed);
        }
        for (int i = 0; i < 100 && step > 1e-13; i++) {
            const double length = sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
            for (int j = 0; j < f->m; j++) {
                c[j] /= length;
            }
            frame_force(f, c, F, J);
            if (LAPACKE_dgesv(LAPACK_COL_MAJOR, f->m, 1, J, f->m, pivot, F, f->m) != 0) {
                break;
            }
            step = sqrt(F[0] * F[0] + F[1] * F[1] + F[2] * F[2]);
            for (int j = 0; j < f->m; j++) {
                c[j] -= F[j] * fmin(1.0, 0.3 / fmax(step, 0.3));
            }
        }
        bool is_new = step <= 1e-10;
        double most = 0.0;
        for (int i = 0; i < f->springs; i++) {
            most = fmax(most, fabs(c[0] * f->at[i][0] + c[1] * f->at[i][1] + c[2] * f->at[i][2]));
        }
        is_new = is_new && most > 1e-6; /* it is no linear motion */
        for (int k = 0; k < count && is_new; k++) {
            const double with = c[0] * found[k][0] + c[1] * found[k][1] + c[2] * found[k][2];
            is_new = fabs(with) < 1.0 - 1e-7;
        }
        if (is_new) {
            assert_true(count < 64);
            memcpy(found[count++], c, sizeof c);
        }
    }
    return count;
}

static inline rdg_hbm *frame_balance(rdg_context *ctx, const frame *f)
{
    const double unit[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}, plane[4] = {1.0, 0.0, 0.0, 1.0};
    const rdg_index all[3] = {0, 1, 2};
    const double *E = f->m == 3 ? unit : plane;
    rdg_structure *s = rdg_structure_create(ctx, "frame", f->m, E, NULL, E);
    rdg_name_combination(s, "q", f->m, all, (const double[]){0.31, 0.57, 0.76});
    for (int i = 0; i < f->springs; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        rdg_name_combination(s, name, f->m, all, f->at[i]);
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = name, .at = name, .k3 = f->k3[i]});
    }
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3));
}

typedef struct frame_tally {
    int followed, linear, hidden; /* hidden: nearly linear, refused as rounding hides the direction */
    int missed;                   /* of multiplicity 3, where brute force has more */
} frame_tally;

/* Follows direction number `direction` over its window; false: there are not so many. */
static inline bool frame_follow(const frame *f, int direction, double low, frame_tally *t)
{
    const double high = 50.0 * low;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_run_summary summary = {0};
    const rdg_status status = rdg_nonlinear_mode(
        frame_balance(ctx, f), "mode",
        RDG_MODE(.number = 1, .direction = direction, .at = "q", .conservative = true),
        RDG_WINDOW("a", low, high), RDG_NO_BRANCH_POINTS, RDG_SUMMARY(&summary), RDG_IN_MEMORY);
    const bool is_last = status != RDG_OK && strstr(rdg_error_message(ctx), "there are the directions");
    const bool is_linear = status != RDG_OK && strstr(rdg_error_message(ctx), "is a linear mode");
    t->followed += status == RDG_OK;
    t->linear += is_linear;
    t->hidden += status != RDG_OK && !is_linear && !is_last;
    if (status == RDG_OK) {
        rdg_run *run = rdg_run_open(ctx, "mode");
        const double *a = rdg_run_column(run, "a"), *omega = rdg_run_column(run, "omega");
        const rdg_index last = rdg_run_count(run) - 1;
        assert_near(a[0], low, 1e-12, 0.0);
        assert_near(a[last], high, 1e-9, 0.0);
        assert_true(omega[last] > 1.0 + 1e-9);
        assert_int_equal(summary.warnings, 0);
        rdg_run_free(run);
    }
    rdg_context_free(ctx);
    return !is_last;
}

static inline frame_tally frame_campaign(int frames, uint64_t seed)
{
    frame_tally all = {0};
    for (int k = 0; k < frames; k++) {
        const frame f = frame_random(&seed);
        const double low = 0.01 * pow(10.0, random_signed(&seed));
        frame_tally t = {0};
        for (int direction = 1; frame_follow(&f, direction, low, &t); direction++) {
        }
        assert_int_equal(t.linear, f.springs < f.m ? f.m - f.springs : 0);
        t.missed = frame_brute_force(&f, &seed) - t.followed - t.hidden;
        assert_true(t.missed == 0 || (t.missed > 0 && f.m == 3));
        all.missed += t.missed;
        all.followed += t.followed;
        all.linear += t.linear;
        all.hidden += t.hidden;
    }
    print_message("%d frames: %d directions followed, %d linear, %d nearly linear, %d missed\n", frames,
                  all.followed, all.linear, all.hidden, all.missed);
    return all;
}

#endif
