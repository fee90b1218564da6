/* Bands of the table test/data/bounds.csv, from an independent program: event-exact harmonic balance, 1000
 * random starts a case. */
#ifndef RDG_TEST_BOUNDS_TABLE_H
#define RDG_TEST_BOUNDS_TABLE_H

#include "bounds_models.h"

static inline bool is_dragged(const rdg_bounds_slider *s)
{
    return s->state == RDG_BOUNDS_AT_LOWER || s->state == RDG_BOUNDS_AT_UPPER;
}

static inline int parse_row(char *line, char *cell[14])
{
    int n = 0;
    for (char *p = line; p && n < 14; n++) {
        cell[n] = p;
        p = strchr(p, ',');
        if (p) {
            *p++ = 0;
        }
    }
    return n;
}

static inline double level_of(const char *path)
{
    char line[1024];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    double level = NAN;
    while (isnan(level) && fgets(line, sizeof line, file)) {
        const char *at = strstr(line, "; alpha ");
        level = at ? strtod(at + 8, NULL) : NAN;
    }
    fclose(file);
    return level;
}

static inline rdg_bounds_state table_state(const char *word, const rdg_bounds_slider *slider)
{
    return strcmp(word, "slips") == 0   ? RDG_BOUNDS_SLIPS
           : strcmp(word, "opens") == 0 ? RDG_BOUNDS_OPENS
                                        : slider->state;
}

/* States, and slopes to the digits of the table. A slider without influence may be anywhere. */
static inline void assert_sliders(const rdg_bounds_end *end, int n, char *states, char *slopes)
{
    char *save_state = NULL, *save_slope = NULL;
    const char *word = strtok_r(states, " ", &save_state), *slope = strtok_r(slopes, " ", &save_slope);
    for (int k = 0; k < n; k++) {
        assert_true(word && slope);
        const rdg_bounds_slider *slider = &end->slider[k];
        const double expected = strtod(slope, NULL);
        assert_int_equal(slider->state, table_state(word, slider));
        if (fabs(expected) > 1e-6) {
            assert_near(slider->slope, expected, 6e-4, 0.0);
            assert_true((strcmp(word, "bound") == 0) == is_dragged(slider));
        }
        word = strtok_r(NULL, " ", &save_state);
        slope = strtok_r(NULL, " ", &save_slope);
    }
}

/* Both ends, with the states and slopes of all sliders. Frequencies times `unit` in rad/s. */
static inline void compare_with_row(rdg_context *ctx, char *const cell[], const char *path, double level,
                                    double unit)
{
    bounds_model m;
    rdg_bounds_result b;
    read_model(path, &m);
    rdg_hbm *hb = rdg_hbm_create(build_model(ctx, &m), RDG_HARMONICS(0, 1, 2, 3));
    const double low = unit * strtod(cell[2], NULL), high = unit * strtod(cell[7], NULL);
    assert_ok(ctx, rdg_bounds_at(hb, "A", level, 0.5 * fmin(low, high), 1.6 * fmax(low, high), &b));
    print_message("%s: %ld responses, width %.6f %%\n", cell[0], b.responses,
                  100.0 * (b.high.amplitude / b.low.amplitude - 1.0));
    assert_near(b.low.amplitude, strtod(cell[1], NULL), 2e-12, 0.0);
    assert_near(b.high.amplitude, strtod(cell[6], NULL), 2e-12, 0.0);
    assert_near(b.low.omega, low, 2e-8, 0.0);
    assert_near(b.high.omega, high, 2e-8, 0.0);
    assert_sliders(&b.low, m.contacts, cell[3], cell[5]);
    assert_sliders(&b.high, m.contacts, cell[8], cell[10]);
    assert_true(b.outside == 0.0 && b.reason == RDG_BOUNDS_BAND);
}

/* The rows whose names are listed, "rand_2 rand_14"; how many they are. */
static inline int compare_with_table(const char *names)
{
    char line[1024];
    int compared = 0;
    FILE *file = fopen("test/data/bounds.csv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *cell[14], path[64];
        if (*line == '#' || parse_row(line, cell) < 12 || !strstr(names, cell[0])) {
            continue;
        }
        const bool pads = strncmp(cell[0], "pads", 4) == 0;
        snprintf(path, sizeof path, "test/data/bounds_%.10s.csv", pads ? "pads" : cell[0]);
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        compare_with_row(ctx, cell, path, level_of(path), pads ? 2.0 * M_PI : 1.0);
        rdg_context_free(ctx);
        compared++;
    }
    fclose(file);
    return compared;
}

#endif
