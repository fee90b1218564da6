/* One step of a motion or of a segment, seen whole. */
#include "flow_run_impl.h"

/* Of a step that leads through where the field has no values. */
static const double retreat = 0.25;

int rdg_journey_step(rdg_journey *j, rdg_control *c, double pos, long most_bound, rdg_stride *s)
{
    rdg_flow *flow = j->flow;
    for (;;) {
        int answer = rdg_control_step(flow, c, pos, &s->share, &s->next);
        if (answer != 0) {
            return answer;
        }
        j->extended = false;
        answer = rdg_rk_end(&flow->rk);
        const bool ends = answer == 0;
        if (ends) {
            s->stiff = rdg_control_is_bound(flow, c, most_bound);
            answer = rdg_watch_step(j, &s->met);
        } else {
            rdg_flow_refused(flow, answer, pos + s->share);
        }
        if (answer <= 0 || flow->closed || retreat * s->share < c->smallest) {
            return answer;
        }
        if (ends) {
            rdg_watch_retreat(j);
        }
        flow->reason[0] = '\0';
        s->share *= retreat;
        c->rejected = true;
    }
}
