/* An oblique beam above a clamped one: rectangles of plane elements for tests of components and sliding. */
#ifndef RDG_TEST_OBLIQUE_BEAMS_H
#define RDG_TEST_OBLIQUE_BEAMS_H

#include "beam-on-beam/models.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

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
