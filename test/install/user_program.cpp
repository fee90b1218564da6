// A user's program in C++: the macros of the headers as in C. It traces a frequency response and draws it.
#include <ridgewalk/ridgewalk.h>

#include <cstdio>

int main()
{
    const double one = 1.0, damping = 0.1;
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &one, &damping, &one);
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, RDG_WITH(rdg_cubic_spring, .at = "x", .k3 = 1.0));
    rdg_force_add(s, "x", 1, 0.2);
    rdg_sensor_add(s, "A", "x");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5));
    rdg_run_summary summary = rdg_run_summary();
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0), RDG_SUMMARY(&summary),
                 RDG_NO_TABLE, RDG_IN_MEMORY);
    rdg_ridge(hb, "ridge", "A", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 1.0, 2.0), RDG_NO_TABLE,
              RDG_IN_MEMORY);
    rdg_plot_item item[] = {RDG_CURVE("frc", "omega", "A", .marks = true, .legend = "response"),
                            RDG_CURVE("ridge", "omega", "A"), RDG_LOGY, RDG_PLOT_ITEM(.kind = RDG_PLOT_END)};
    if (item[0].marks && item[0].y[0] == 'A' && item[2].axis == 'y') {
        std::printf("ridgewalk %s: %s, %ld folds\n", rdg_version(), rdg_stop_text(summary.forwards),
                    summary.folds);
    }
    double omega = 0.0;
    rdg_structure_frequencies(s, RDG_SPRINGS({"x", 1.0}), 1, &omega);
    rdg_problem *q = rdg_problem_create(ctx);
    rdg_add_variables(q, "u", 2, RDG_LIST(double, 1.0, 0.0));
    rdg_add_sum(q, "sum", RDG_AT("u[0]", 1.0), RDG_AT("u[1]", rdg_variable_index(q, "u") + 1.0));
    return rdg_exit(ctx);
}
