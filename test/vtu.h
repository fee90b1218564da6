/* A file .vtu or .pvd read back. */
#ifndef RDG_TEST_VTU_H
#define RDG_TEST_VTU_H

#include "support.h"

#include <string.h>

enum { VTU_MOST = 4096 };

/* Numbers of the array of this name; how many */
static inline int vtu_array(const char *path, const char *name, double values[VTU_MOST])
{
    char line[512], wanted[96];
    int n = -1;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    snprintf(wanted, sizeof wanted, "Name=\"%s\"", name);
    while (fgets(line, sizeof line, file) && (n < 0 || !strstr(line, "</DataArray>"))) {
        if (n < 0) {
            n = strstr(line, wanted) ? 0 : -1;
            continue;
        }
        int used = 0;
        for (const char *at = line; n < VTU_MOST && sscanf(at, "%lf%n", &values[n], &used) == 1; at += used) {
            n++;
        }
    }
    fclose(file);
    return n;
}

static inline void assert_vtu(const char *path, const char *name, int n, const double *expected)
{
    static double values[VTU_MOST];
    assert_int_equal(vtu_array(path, name, values), n);
    for (int i = 0; i < n; i++) {
        assert_near(values[i], expected[i], 1e-8, 1e-15);
    }
}

#endif
