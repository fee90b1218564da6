/* A sweep over a parameter in parallel: a process for each preload, one file of peaks, one picture. */
#include <ridgewalk/ridgewalk.h>

#include <sys/wait.h>
#include <unistd.h>

static int respond(const char *run, double preload)
{
    rdg_context *ctx = rdg_context_create();
    double M[] = {1.0}, C[] = {6.0}, K[] = {9e4}; /* kg, N s/m, N/m */
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_contact_add(s, &(rdg_contact){.tangential = "x", .kt = 4e4, .mu = 0.3, .preload = preload});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_add(s, "Am", "x");
    rdg_problem *p =
        rdg_hbm_problem(rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5)), RDG_AT("omega", 250), RDG_AT("alpha", 5));
    rdg_continue(p, run, RDG_RELEASE("omega"), RDG_WINDOW("omega", 250, 440), RDG_MAXIMA("Am"));
    return rdg_exit(ctx);
}

int main(void)
{
    static const char *const run[] = {"10 N", "20 N", "40 N"};
    double preload[] = {10, 20, 40}, omega[3] = {0}, peak[3] = {0}; /* N, rad/s, m */
    for (int k = 0; k < 3; k++) {
        if (fork() == 0) {
            return respond(run[k], preload[k]);
        }
    }
    while (wait(NULL) > 0) { /* until each process has ended */
    }
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < 3; k++) {
        rdg_run_value(rdg_run_open(ctx, run[k]), "PM", 0, "omega", &omega[k]);
        rdg_run_value(rdg_run_open(ctx, run[k]), "PM", 0, "Am", &peak[k]);
    }
    rdg_export(ctx, "sweep.csv", 3, RDG_COLUMN_ARRAY("preload_N", preload),
               RDG_COLUMN_ARRAY("omega_rad_s", omega), RDG_COLUMN_ARRAY("Am_m", peak));
    rdg_plot(ctx, "sweep.png", RDG_CURVE(run[0], "omega", "Am"), RDG_CURVE(run[1], "omega", "Am"),
             RDG_CURVE(run[2], "omega", "Am"), RDG_LOGY, RDG_IN_HZ);
    return rdg_exit(ctx);
}
