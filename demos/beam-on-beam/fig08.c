/* Figure 8: velocity of the contact node C, and the normal force, in the unstable rough case; and what the
 * figure does not show: the target moves, too. C moves to +x all the time, but over the target's material it
 * stands still from 2.9047 s on: there the beams stick (fig08_stick.csv). Takes 5 s. */
#include "../shooting/reference.h"
#include "transients.h"

/* With stick, where it begins: as far as the motion is not chaotic */
static void follow_stick(rdg_context *ctx, references *table)
{
    rdg_sliding *c = sliding_beams(ctx, beam_case[3].mu);
    rdg_march_options o = transient_options(&beam_case[3]);
    transient m;
    o.unilateral = true;
    o.past_reversal = false;
    if (transient_follow(c, ctx, "with stick", &o, &m) != RDG_OK) {
        return;
    }
    printf("with stick: %d steps stick, %d are open\n", (int)m.sum.steps_stuck, (int)m.sum.steps_open);
    if (!form_is_quick()) {
        compare(table, "first stick, s", 2.904709, m.sum.first_reversal);
        compare(table, "time of stick, s", 1666 * 5e-7, (double)m.sum.steps_stuck * o.h);
        compare(table, "steps without contact", 0, (double)m.sum.steps_open);
    }
    rdg_run *run = rdg_run_open(ctx, "with stick");
    rdg_run_export(run, "fig08_stick.csv", RDG_COLUMN("t", "t_s", 1), RDG_COLUMN("type", NULL, 1),
                   RDG_COLUMN("v_relative", "vrel_m_s", 1), RDG_COLUMN("lambda", "lambda_N", 1));
    rdg_run_free(run);
}

int main(void)
{
    static references table;
    static outline relative, space;
    transient m;
    rdg_context *ctx = rdg_context_create();
    if (transient_make(ctx, &beam_case[3], 100, &m) == RDG_OK) {
        if (!form_is_quick()) {
            compare(&table, "least velocity of C, m/s", 0.023785, m.sum.v_min);
            compare(&table, "least velocity over the target, m/s", -0.01256, m.sum.v_relative_min);
            compare(&table, "at, s", 2.91148, m.sum.v_relative_min_t);
            compare(&table, "first reversal, s", 2.904709, m.sum.first_reversal);
            compare(&table, "least normal force, N", 0.0190048, m.sum.lambda_min);
        }
        rdg_export(ctx, "fig08.csv", m.rows, RDG_COLUMN_ARRAY("t_s", m.t), RDG_COLUMN_ARRAY("vC_m_s", m.v),
                   RDG_COLUMN_ARRAY("vrel_m_s", m.v_relative), RDG_COLUMN_ARRAY("lambda_N", m.lambda));
        outline_of(&relative, m.rows, m.t, m.v_relative);
        outline_of(&space, m.rows, m.t, m.v);
        rdg_plot(ctx, "fig08a.png",
                 RDG_POINTS(relative.n, relative.t, relative.x, "over the target", .style = RDG_LINE,
                            .color = "#d55e00"),
                 RDG_POINTS(space.n, space.t, space.x, "in space", .style = RDG_LINE, .color = "#0072b2"),
                 RDG_TITLE("Case 4 unstable rough: velocity of C"), RDG_XLABEL("time / s"),
                 RDG_YLABEL("velocity / (m/s)"), RDG_SIZE(1200, 500));
        outline_draw(ctx, "fig08b.png", m.rows, m.t, m.lambda, "Case 4 unstable rough: normal force",
                     "normal force / N");
        follow_stick(ctx, &table);
        write_references(ctx, &table, "fig08_numbers.csv");
    }
    return rdg_exit(ctx);
}
