/* A contact with a cone in time by its numbers. With r = x - w, e = r/|r|, N = N0 + kn y:
 *
 *     force  kt r;  N        rate  (e.x' - (mu kn/kt) y') e        onset  mu N - kt |r|        end  e.x' -
 * (mu kn/kt) y' memory after slip  x - (mu/kt) N e        choice  kt |x'| - mu kn y' . */
#include "cone_impl.h"

#include <ridgewalk/friction_numbers.h>
#include <ridgewalk/law_terms.h>

#include <math.h>
#include <string.h>

enum { KT = RDG_FRICTION_KT, N0 = RDG_FRICTION_PRELOAD, MU = RDG_FRICTION_MU, KN = RDG_FRICTION_KN };
enum { MOST = 8 };

/* A function of the state with its derivatives. */
typedef struct function {
    double s, slope[MOST];
} function;

typedef struct asked {
    rdg_law_terms terms;
    rdg_index d;
    const rdg_law_state *at;
    double r[2];
} asked;

static function one(void)
{
    return (function){.s = 1};
}

/* f times y[j] */
static function times(function f, double y, rdg_index j)
{
    for (int k = 0; k < MOST; k++) {
        f.slope[k] *= y;
    }
    f.slope[j] += f.s;
    f.s *= y;
    return f;
}

static function variable(double y, rdg_index j)
{
    return times(one(), y, j);
}

/* |z| of two variables from `first` on, and with `less` >= 0 of their differences from those there. */
static function length(const double z[2], rdg_index first, rdg_index less)
{
    function f = {.s = hypot(z[0], z[1])};
    for (int i = 0; f.s > 0 && i < 2; i++) {
        f.slope[first + i] = z[i] / f.s;
        if (less >= 0) {
            f.slope[less + i] = -z[i] / f.s;
        }
    }
    return f;
}

/* e_i */
static function direction(const asked *q, int i)
{
    const double size = hypot(q->r[0], q->r[1]), inverse = size > 0 ? 1 / size : 0;
    function f = {.s = q->r[i] * inverse};
    for (int j = 0; j < 2; j++) {
        f.slope[j] = inverse * ((i == j) - f.s * q->r[j] * inverse);
        f.slope[2 * q->d + j] = -f.slope[j];
    }
    return f;
}

static void add(const asked *q, rdg_index value, double factor, const int power[4], const function *f)
{
    rdg_law_term term = {.value = value, .factor = factor, .s = f->s, .slope = f->slope};
    memcpy(term.power, power, sizeof term.power);
    rdg_law_add_term(&q->terms, &term);
}

/* factor kt^a mu^b N f */
static void add_load(const asked *q, rdg_index value, double factor, int a, int b, function f)
{
    add(q, value, factor, (const int[4]){[KT] = a, [MU] = b, [N0] = 1}, &f);
    if (q->d == 3) {
        f = times(f, q->at->x[2], 2);
        add(q, value, factor, (const int[4]){[KT] = a, [MU] = b, [KN] = 1}, &f);
    }
}

/* -kt^a mu kn y' f */
static void add_load_rate(const asked *q, rdg_index value, int a, function f)
{
    if (q->d == 3) {
        f = times(f, q->at->v[2], 5);
        add(q, value, -1, (const int[4]){[KT] = a, [MU] = 1, [KN] = 1}, &f);
    }
}

static void add_force(const asked *q, double mu)
{
    for (int i = 0; mu > 0 && i < 2; i++) {
        const function x = variable(q->at->x[i], i), w = variable(q->at->w[i], 2 * q->d + i);
        add(q, i, 1, (const int[4]){[KT] = 1}, &x);
        add(q, i, -1, (const int[4]){[KT] = 1}, &w);
    }
    if (q->d == 3) {
        add_load(q, 2, 1, 0, 0, one());
    }
}

static void add_surface(const asked *q, enum cone_event event, int phase)
{
    if (event == CONE_ONSET) {
        const function stretch = length(q->r, 0, 2 * q->d);
        add_load(q, 0, 1, 0, 1, one());
        add(q, 0, -1, (const int[4]){[KT] = 1}, &stretch);
    } else if (event == CONE_END) {
        add_load_rate(q, 0, -1, one());
    } else {
        add_load(q, 0, phase == CONE_OPEN ? -1 : 1, 0, 0, one());
    }
}

void rdg_cone_by_number(const void *self, rdg_index d, const rdg_law_question *question,
                        const rdg_law_state *at, int which, const rdg_law_slopes *answer)
{
    const rdg_contact_law law = rdg_cone_law_of(self);
    const int phase = at->status[0];
    const asked q = {.terms = {.number = {[KT] = law.kt, [N0] = law.preload, [MU] = law.mu, [KN] = law.kn},
                               .which = which,
                               .n = 2 * d + 2,
                               .answer = answer},
                     .d = d,
                     .at = at,
                     .r = {at->x[0] - at->w[0], at->x[1] - at->w[1]}};
    if (!question) {
        if (phase != CONE_OPEN) {
            add_force(&q, law.mu);
        }
        return;
    }
    if (question->what == RDG_LAW_CHOICE) {
        const function speed = length(at->v, d, -1);
        add(&q, 0, 1, (const int[4]){[KT] = 1}, &speed);
        add_load_rate(&q, 0, 0, one());
        return;
    }
    for (int i = 0; question->what == RDG_LAW_RATE && phase == CONE_SLIP && law.mu > 0 && i < 2; i++) {
        add_load_rate(&q, i, -1, direction(&q, i));
    }
    if (question->what == RDG_LAW_RATE) {
        return;
    }
    const enum cone_event event = rdg_cone_event_of(&law, d, phase, question->event);
    if (question->what == RDG_LAW_EVENT) {
        add_surface(&q, event, phase);
        return;
    }
    for (int i = 0; event == CONE_END && i < 2; i++) {
        add_load(&q, i, -1, -1, 1, direction(&q, i));
    }
}
