/* Step 1: a structure from two files. Its natural frequencies with the pad free and with the pad stuck. */
#include "two_masses.h"

#include <stdio.h>

/* What a finite element program would have written */
static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

int main(void)
{
    write_file("mass.mtx", "%%MatrixMarket matrix coordinate real symmetric\n"
                           "2 2 2\n"
                           "1 1 1.0\n"
                           "2 2 0.5\n");
    write_file("stiffness.mtx", "%%MatrixMarket matrix coordinate real symmetric\n"
                                "2 2 3\n"
                                "1 1 9e4\n"
                                "2 1 -3e4\n"
                                "2 2 3e4\n");

    rdg_context *ctx = rdg_context_create();
    rdg_structure *s = two_masses(ctx);
    double free[2] = {0.0}, stuck[2] = {0.0}; /* rad/s */
    rdg_structure_frequencies(s, RDG_NO_SPRINGS, 2, free);
    rdg_structure_rest_frequencies(s, 2, stuck);
    for (int k = 0; k < 2; k++) {
        printf("mode %d: %.2f Hz free, %.2f Hz stuck\n", k + 1, free[k] / RDG_HZ(1), stuck[k] / RDG_HZ(1));
    }
    return rdg_exit(ctx);
}
