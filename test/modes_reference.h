/* Backbones by damped nonlinear modes and by phase resonance: reference tables, and a run against one. */
#ifndef RDG_TEST_MODES_REFERENCE_H
#define RDG_TEST_MODES_REFERENCE_H

#include "levels.h"

enum { MODES_MAX_LEVELS = 64 };

typedef struct modes_reference {
    rdg_index n;
    double alpha[MODES_MAX_LEVELS], f[MODES_MAX_LEVELS], Am[MODES_MAX_LEVELS]; /* N, Hz, m */
} modes_reference;

static inline void read_modes_line(const char *line, modes_reference *mode, modes_reference *phase)
{
    double x[5];
    if (sscanf(line, "%lf,%lf,%lf,%lf,%lf", &x[0], &x[1], &x[2], &x[3], &x[4]) != 5) {
        return;
    }
    assert_true(mode->n < MODES_MAX_LEVELS);
    mode->alpha[mode->n] = phase->alpha[phase->n] = x[0];
    mode->f[mode->n] = x[1];
    mode->Am[mode->n++] = x[2];
    phase->f[phase->n] = x[3];
    phase->Am[phase->n++] = x[4];
}

static inline void read_modes(const char *path, modes_reference *mode, modes_reference *phase)
{
    char line[256];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    *mode = (modes_reference){0};
    *phase = (modes_reference){0};
    while (fgets(line, sizeof line, file)) {
        read_modes_line(line, mode, phase);
    }
    fclose(file);
    assert_true(mode->n > 0);
}

/* A column where a run ended. */
static inline double last_value(rdg_context *ctx, const char *name, const char *column)
{
    rdg_run *run = rdg_run_open(ctx, name);
    const double value = rdg_run_column(run, column)[rdg_run_count(run) - 1];
    rdg_run_free(run);
    return value;
}

/* Every level of the reference lies on the run, with frequency and amplitude within relative tolerances. */
static inline void assert_follows(rdg_context *ctx, const char *name, const modes_reference *r,
                                  double f_tolerance, double Am_tolerance)
{
    rdg_run *run = rdg_run_open(ctx, name);
    assert_non_null(run);
    const double *omega = rdg_run_column(run, "omega");
    const double *Am = rdg_run_column(run, "Am");
    double worst_f = 0.0, worst_Am = 0.0;
    for (rdg_index k = 0; k < r->n; k++) {
        const rdg_index row = row_at_level(run, r->alpha[k]);
        const double f = omega[row] / 6.283185307179586476925;
        worst_f = fmax(worst_f, fabs(f / r->f[k] - 1.0));
        worst_Am = fmax(worst_Am, fabs(Am[row] / r->Am[k] - 1.0));
        assert_near(f, r->f[k], f_tolerance, 0.0);
        assert_near(Am[row], r->Am[k], Am_tolerance, 0.0);
    }
    print_message("run \"%s\", %d levels: largest deviation %.1e in f, %.1e in Am\n", name, (int)r->n,
                  worst_f, worst_Am);
    rdg_run_free(run);
}

#endif
