/* Harmonic balance with a large contact surface: processor seconds a point by the spectral solver, and how
 * they grow with the nodes.
 *
 * bench_interface [m harmonics force ...]: one case, with m x m elements on the surface. */
#include "bench.h"

#include "elastic_block.h"

/* N/m, a ten thousandth of the contacts' stiffness: it decides where the block vibrates when all slip. */
static const double guide = 3e5;

/* MB, by a line of /proc: "VmRSS:" now, "VmHWM:" at most since the peak was forgotten */
static double megabytes(const char *key)
{
    char line[256];
    double kilobytes = 0.0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, key, strlen(key)) == 0) {
            kilobytes = strtod(line + strlen(key), NULL);
        }
    }
    if (file) {
        fclose(file);
    }
    return kilobytes / 1024;
}

/* What the reduction took is not the solver's. */
static void forget_peak(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file) {
        fputs("5", file);
        fclose(file);
    }
}

static double processor_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static rdg_hbm *balance(rdg_structure *s, int harmonics)
{
    int k[16];
    for (int h = 0; h <= harmonics; h++) {
        k[h] = h;
    }
    return rdg_hbm_create(s, harmonics + 1, k);
}

static double amplitude(rdg_problem *p)
{
    double value = 0;
    rdg_parameter_value(p, "Am", rdg_start_values(p), &value);
    return value;
}

static void print_states(rdg_hbm *hb, const double *Q)
{
    int count[RDG_ELEMENT_REGIMES] = {0};
    for (rdg_index i = 0; i < rdg_element_count(rdg_hbm_structure(hb)); i++) {
        count[rdg_hbm_element_regime(hb, i, Q)]++;
    }
    printf(" stick=%d slip=%d open=%d\n", count[RDG_ELEMENT_STICKS], count[RDG_ELEMENT_SLIPS],
           count[RDG_ELEMENT_OPENS]);
}

/* Answers seconds a point of a curve from the last force on. */
static double measure(int m, int harmonics, int n_forces, const double *forces)
{
    rdg_context *ctx = bench_context();
    const double stuck = block_stuck_frequency(m);
    const double begin = processor_seconds();
    rdg_structure *s = block_create(ctx, m, guide);
    forget_peak();
    const double reduced = processor_seconds(), before = megabytes("VmRSS:");
    rdg_hbm *hb = balance(s, harmonics);
    rdg_hbm_solver(hb, RDG_SPECTRAL);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.97 * stuck), RDG_AT("alpha", 1.0));
    const double ready = processor_seconds();
    const double n = (double)rdg_structure_size(s), modes = 8e-6 * n * n;
    printf(
        "interface nodes=%d harmonics=%d unknowns=%lld reduction_s=%.1f once_s=%.1f modes_MB=%.0f MB=%.0f\n",
        (m + 1) * (m + 1), harmonics, (long long)rdg_hbm_unknowns(hb), reduced - begin, ready - reduced,
        modes, megabytes("VmHWM:") - before);
    for (int f = 0; f < n_forces; f++) {
        const double start = processor_seconds();
        const long iterations = rdg_newton_iterations(ctx);
        rdg_set_start_values(p, "alpha", 0, 1, &forces[f]);
        rdg_solve_from_afar(p);
        printf("interface_solution nodes=%d force=%g s=%.2f iterations=%ld MB=%.0f Am=%.8g",
               (m + 1) * (m + 1), forces[f], processor_seconds() - start,
               rdg_newton_iterations(ctx) - iterations, megabytes("VmHWM:") - before, amplitude(p));
        print_states(hb, rdg_start_values(p));
    }
    rdg_run_summary summary = {0};
    const double start = processor_seconds();
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_MAX_POINTS(10), RDG_NO_TABLE, RDG_NO_FOLDER,
                 RDG_SUMMARY(&summary));
    const double a_point = (processor_seconds() - start) / (double)summary.points;
    printf("interface_point nodes=%d s=%.3f MB=%.0f points=%lld\n", (m + 1) * (m + 1), a_point,
           megabytes("VmHWM:") - before, (long long)summary.points);
    bench_require(bench_exit(ctx) == EXIT_SUCCESS, "the case failed");
    return a_point;
}

int main(int argc, char **argv)
{
    double forces[8] = {20, 30, 34}; /* with the last one all contacts along x slip */
    for (int k = 3; k < argc && k < 11; k++) {
        forces[k - 3] = atof(argv[k]);
    }
    if (argc > 2) {
        measure(atoi(argv[1]), atoi(argv[2]), argc > 3 ? argc - 3 : 3, forces);
        return EXIT_SUCCESS;
    }
    const double few = measure(8, 3, 3, forces), many = measure(16, 3, 3, forces);
    printf("interface_growth nodes=81...289 exponent=%.2f\n", log(many / few) / log(289.0 / 81.0));
    return EXIT_SUCCESS;
}
