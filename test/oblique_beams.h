/* An oblique beam above a clamped one: rectangles of plane elements for tests of components and sliding. */
#ifndef RDG_TEST_OBLIQUE_BEAMS_H
#define RDG_TEST_OBLIQUE_BEAMS_H

#include "support.h"

#include <ridgewalk/mechanics.h>

#include <stdlib.h>
#include <string.h>

/* Aluminium, 75 x 1.5 mm, 30 degrees up; 456 degrees of freedom. */
static inline rdg_plane_options upper_options(void)
{
    return (rdg_plane_options){.name = "upper",
                               .length = 0.075,
                               .height = 1.5e-3,
                               .thickness = 0.01,
                               .young = 72e9,
                               .poisson = 0.33,
                               .density = 2800,
                               .angle = 0.52359877559829887,
                               .nx = 75,
                               .ny = 2};
}

/* Polycarbonate, 100 x 2 mm; 606 degrees of freedom. */
static inline rdg_plane_options lower_options(void)
{
    return (rdg_plane_options){.name = "lower",
                               .length = 0.1,
                               .height = 2e-3,
                               .thickness = 0.01,
                               .young = 2.4e9,
                               .poisson = 0.37,
                               .density = 1210,
                               .nx = 100,
                               .ny = 2};
}

/* The three nodes of one end, x and y each. */
static inline void end_dofs(const rdg_structure *plane, rdg_index i, rdg_index dof[6])
{
    for (rdg_index j = 0; j < 3; j++) {
        dof[2 * j] = rdg_plane_dof(plane, i, j, 'x');
        dof[2 * j + 1] = rdg_plane_dof(plane, i, j, 'y');
    }
}

/* A column of test/data/plane_modes.csv, the lowest 13 in Hz. */
static inline void read_modes(int column, double frequency[13])
{
    FILE *file = fopen("test/data/plane_modes.csv", "r");
    char line[512];
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_non_null(fgets(line, sizeof line, file));
    for (int k = 0; k < 13; k++) {
        assert_non_null(fgets(line, sizeof line, file));
        const char *at = line;
        for (int c = 0; c < column; c++) {
            at = strchr(at, ',') + 1;
        }
        frequency[k] = strtod(at, NULL);
    }
    fclose(file);
}

#endif
