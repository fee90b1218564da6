/* An element at an instant, with derivatives by its displacements, velocities and memory, as its force law
 * reports them, and by its numbers: those of a force law of force that reports them, else from central
 * differences over eight points, of what the force law reports exactly. Within a contact state force laws are
 * smooth in their numbers, most of them polynomials; steps of 1/128 of a number then leave errors of some
 * 1e-13. */
#include "motion_impl.h"

#include <ridgewalk/force_law.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = 4 };

static const double first[SIDES] = {4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
static const double second[SIDES] = {8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0};
static const double second_at = -205.0 / 72.0;

rdg_asked rdg_ask_force(const rdg_motion_mode *mode, const rdg_motion_element *e)
{
    return (rdg_asked){.element = e, .status = mode->status + e->first_part, .force = true, .values = e->d};
}

rdg_asked rdg_ask_law(const rdg_motion_mode *mode, const rdg_motion_element *e, rdg_law_question question)
{
    const rdg_index values = question.what == RDG_LAW_RATE   ? e->m
                             : question.what == RDG_LAW_PASS ? e->memory
                                                             : 1;
    return (rdg_asked){
        .element = e, .status = mode->status + e->first_part, .law = question, .values = values};
}

static void tell(rdg_motion_workspace *workspace, const rdg_motion_element *e, rdg_index k, double value)
{
    double *told = &workspace->told[e->index][k];
    if (*told == value) {
        return;
    }
    *told = value;
    rdg_motion_set(e, workspace->self[e->index], k, value);
}

static void tell_all(rdg_motion_workspace *workspace, const rdg_motion_element *e)
{
    for (rdg_index k = 0; k < e->n_numbers; k++) {
        tell(workspace, e, k, workspace->a[e->n + k]);
    }
}

/* The user's force law has its own numbers again. */
static int put_back(rdg_motion_workspace *workspace, const rdg_motion_element *e, int answer)
{
    for (rdg_index k = 0; e->in_place && k < e->n_numbers; k++) {
        tell(workspace, e, k, e->number[k].given);
        workspace->told[e->index][k] = NAN; /* others may write there, too */
    }
    return answer;
}

static rdg_law_state instant(const rdg_motion_workspace *workspace, const rdg_asked *asked)
{
    const rdg_motion_element *e = asked->element;
    return (rdg_law_state){.x = workspace->a,
                           .v = workspace->a + e->d,
                           .w = e->m > 0 ? workspace->a + 2 * e->d : NULL,
                           .status = asked->status};
}

/* A force law with contact states, besides its force. */
static void ask_regimes(const rdg_motion_workspace *workspace, const rdg_asked *asked,
                        const rdg_law_state *at, double *value, double *slope)
{
    const rdg_motion_element *e = asked->element;
    const rdg_law_regimes *regimes = e->regimes;
    const rdg_law_question *q = &asked->law;
    const void *self = workspace->self[e->index];
    rdg_law_event_surface c[RDG_LAW_EVENTS] = {{0}};
    switch (q->what) {
    case RDG_LAW_RATE:
        regimes->rate(self, e->d, at, &(rdg_law_rate){.w = value, .dw = slope});
        break;
    case RDG_LAW_PASS:
        regimes->pass(self, e->d, q->part, q->event, at, value, slope);
        break;
    case RDG_LAW_EVENT:
        c[q->event].dh = slope;
        regimes->event_surfaces(self, e->d, q->part, at, c);
        value[0] = c[q->event].h;
        break;
    default:
        c[0].dh = slope;
        regimes->choice(self, e->d, q->part, q->event, at, q->choice, c);
        value[0] = c[0].h;
    }
}

/* Derivatives by the state alone; slope: NULL is allowed */
static int ask(const rdg_motion_workspace *workspace, const rdg_asked *asked, double *value, double *slope)
{
    const rdg_motion_element *e = asked->element;
    const rdg_law_state at = instant(workspace, asked);
    memset(value, 0, (size_t)asked->values * sizeof *value);
    if (slope) {
        memset(slope, 0, (size_t)(asked->values * e->n) * sizeof *slope);
    }
    if (asked->force) {
        return e->of.kind.time->force(workspace->self[e->index], e->d, &at,
                                      &(rdg_law_force){.f = value, .df = slope});
    }
    ask_regimes(workspace, asked, &at, value, slope);
    return 0;
}

/* The force law that reports its derivatives by numbers; NULL: it does not. */
static const rdg_force_law *told_by_law(const rdg_motion_workspace *workspace, const rdg_motion_element *e)
{
    const rdg_force_law *law = workspace->self[e->index];
    return e->of.kind.time == &rdg_force_law_in_time && law->scalar && law->by_number ? law : NULL;
}

/* What a force law with contact states reports; false: it does not. */
static bool told_by_regimes(const rdg_motion_workspace *workspace, const rdg_asked *asked, rdg_index k)
{
    const rdg_motion_element *e = asked->element;
    if (!e->regimes || !e->regimes->by_number) {
        return false;
    }
    const rdg_law_state at = instant(workspace, asked);
    const rdg_law_slopes answer = {.values = asked->values,
                                   .numbers = e->of.kind.n_numbers,
                                   .f = workspace->shifted,
                                   .df = workspace->tilted,
                                   .second = workspace->plain};
    memset(answer.f, 0, (size_t)asked->values * sizeof(double));
    memset(answer.df, 0, (size_t)(asked->values * e->n) * sizeof(double));
    memset(answer.second, 0, (size_t)(asked->values * answer.numbers) * sizeof(double));
    e->regimes->by_number(workspace->self[e->index], e->d, asked->force ? NULL : &asked->law, &at,
                          e->number[k].which, &answer);
    return true;
}

static double step_of(const rdg_motion_workspace *workspace, const rdg_motion_element *e, rdg_index k)
{
    const rdg_motion_number *number = &e->number[k];
    const double usual = number->given != 0.0 ? fabs(number->given) : 1.0;
    return (number->step > 0.0 ? number->step : fmax(fabs(workspace->a[e->n + k]), usual)) / 128.0;
}

/* d/dp of the values, to a column. */
static int along_number(rdg_motion_workspace *workspace, const rdg_asked *asked, rdg_index k, double *column)
{
    const rdg_motion_element *e = asked->element;
    const double at = workspace->a[e->n + k], step = step_of(workspace, e, k);
    memset(column, 0, (size_t)asked->values * sizeof *column);
    int answer = 0;
    for (int side = -SIDES; side <= SIDES && answer == 0; side++) {
        if (side == 0) {
            continue;
        }
        tell(workspace, e, k, at + side * step);
        answer = ask(workspace, asked, workspace->shifted, NULL);
        const double weight = (side > 0 ? first[side - 1] : -first[-side - 1]) / step;
        for (rdg_index i = 0; i < asked->values; i++) {
            column[i] += weight * workspace->shifted[i];
        }
    }
    tell(workspace, e, k, at);
    return answer;
}

int rdg_answer(rdg_motion_workspace *workspace, const rdg_asked *asked, bool slopes)
{
    const rdg_motion_element *e = asked->element;
    tell_all(workspace, e);
    int answer = ask(workspace, asked, workspace->value, slopes ? workspace->slope : NULL);
    const rdg_force_law *law = e->n_numbers > 0 ? told_by_law(workspace, e) : NULL;
    for (rdg_index k = 0; slopes && answer == 0 && k < e->n_numbers; k++) {
        double *column = workspace->slope + asked->values * (e->n + k);
        if (law) {
            rdg_law_by_parameter by = {.second = workspace->plain};
            memset(workspace->plain, 0, (size_t)law->n_numbers * sizeof(double));
            law->by_number(workspace->a[0], workspace->a[1], e->number[k].which, &by, law->data);
            column[0] = by.f;
        } else if (told_by_regimes(workspace, asked, k)) {
            memcpy(column, workspace->shifted, (size_t)asked->values * sizeof *column);
        } else {
            answer = along_number(workspace, asked, k, column);
        }
    }
    return put_back(workspace, e, answer);
}

/* mu . values, and its derivatives by the state at space->plain. */
static int weigh(rdg_motion_workspace *workspace, const rdg_asked *asked, double *sum)
{
    const rdg_index n = asked->element->n, m = asked->values;
    const int answer = ask(workspace, asked, workspace->shifted, workspace->tilted);
    *sum = 0.0;
    for (rdg_index i = 0; i < m; i++) {
        *sum += workspace->mu[i] * workspace->shifted[i];
    }
    for (rdg_index j = 0; j < n; j++) {
        workspace->plain[j] = 0.0;
        for (rdg_index i = 0; i < m; i++) {
            workspace->plain[j] += workspace->mu[i] * workspace->tilted[i + m * j];
        }
    }
    return answer;
}

/* By one number, mixed with the state, and twice. */
static int curve_along(rdg_motion_workspace *workspace, const rdg_asked *asked, rdg_index k)
{
    const rdg_motion_element *e = asked->element;
    const rdg_index n = e->n, na = n + e->n_numbers, c = n + k;
    const double at = workspace->a[c], step = step_of(workspace, e, k);
    int answer = 0;
    for (int side = -SIDES; side <= SIDES && answer == 0; side++) {
        double sum = 0.0;
        const int order = side == 0 ? 0 : abs(side) - 1;
        tell(workspace, e, k, at + side * step);
        answer = weigh(workspace, asked, &sum);
        workspace->curve[c + na * c] += (side == 0 ? second_at : second[order]) * sum / (step * step);
        for (rdg_index j = 0; side != 0 && j < n; j++) {
            workspace->curve[j + na * c] +=
                (side > 0 ? first[order] : -first[order]) * workspace->plain[j] / step;
        }
    }
    tell(workspace, e, k, at);
    for (rdg_index j = 0; j < n; j++) {
        workspace->curve[c + na * j] = workspace->curve[j + na * c];
    }
    return answer;
}

static int curve_across(rdg_motion_workspace *workspace, const rdg_asked *asked, rdg_index k, rdg_index l)
{
    const rdg_motion_element *e = asked->element;
    const rdg_index n = e->n, na = n + e->n_numbers;
    const double at[2] = {workspace->a[n + k], workspace->a[n + l]};
    const double step[2] = {step_of(workspace, e, k), step_of(workspace, e, l)};
    double total = 0.0;
    int answer = 0;
    for (int i = 0; i < 4 * SIDES * SIDES && answer == 0; i++) {
        const int order[2] = {i / 4 % SIDES, i / 4 / SIDES}, sign[2] = {i % 2 ? -1 : 1, i / 2 % 2 ? -1 : 1};
        double sum = 0.0;
        tell(workspace, e, k, at[0] + sign[0] * (order[0] + 1) * step[0]);
        tell(workspace, e, l, at[1] + sign[1] * (order[1] + 1) * step[1]);
        answer = weigh(workspace, asked, &sum);
        total += sign[0] * sign[1] * first[order[0]] * first[order[1]] * sum / (step[0] * step[1]);
    }
    tell(workspace, e, k, at[0]);
    tell(workspace, e, l, at[1]);
    workspace->curve[n + k + na * (n + l)] = workspace->curve[n + l + na * (n + k)] = total;
    return answer;
}

static void curve_by_law(rdg_motion_workspace *workspace, const rdg_motion_element *e,
                         const rdg_force_law *law)
{
    const rdg_index n = e->n, na = n + e->n_numbers;
    for (rdg_index k = 0; k < e->n_numbers; k++) {
        rdg_law_by_parameter by = {.second = workspace->plain};
        memset(workspace->plain, 0, (size_t)law->n_numbers * sizeof(double));
        law->by_number(workspace->a[0], workspace->a[1], e->number[k].which, &by, law->data);
        workspace->curve[na * (n + k)] = workspace->curve[n + k] = workspace->mu[0] * by.fx;
        workspace->curve[1 + na * (n + k)] = workspace->curve[n + k + na] = workspace->mu[0] * by.fv;
        for (rdg_index l = 0; l < e->n_numbers; l++) {
            workspace->curve[n + k + na * (n + l)] = workspace->mu[0] * by.second[e->number[l].which];
        }
    }
}

static void curve_by_regimes(rdg_motion_workspace *workspace, const rdg_asked *asked, rdg_index k)
{
    const rdg_motion_element *e = asked->element;
    const rdg_index n = e->n, na = n + e->n_numbers;
    for (rdg_index i = 0; i < asked->values; i++) {
        for (rdg_index j = 0; j < n; j++) {
            workspace->curve[j + na * (n + k)] += workspace->mu[i] * workspace->tilted[i + asked->values * j];
        }
        for (rdg_index l = 0; l < e->n_numbers; l++) {
            workspace->curve[n + l + na * (n + k)] +=
                workspace->mu[i] * workspace->plain[i + asked->values * e->number[l].which];
        }
    }
    for (rdg_index j = 0; j < n; j++) {
        workspace->curve[n + k + na * j] = workspace->curve[j + na * (n + k)];
    }
}

/* By the state twice: as the force law reports. */
static int curve_of_state(rdg_motion_workspace *workspace, const rdg_asked *asked)
{
    const rdg_motion_element *e = asked->element;
    const rdg_index n = e->n, na = n + e->n_numbers;
    const rdg_law_state at = instant(workspace, asked);
    void *self = workspace->self[e->index];
    int answer = 0;
    memset(workspace->plain, 0, (size_t)(n * n) * sizeof(double));
    if (asked->force) {
        answer = e->of.kind.time->force(self, e->d, &at,
                                        &(rdg_law_force){.mu = workspace->mu, .d2f = workspace->plain});
    } else if (e->regimes->second) {
        e->regimes->second(self, e->d, &asked->law, &at, workspace->mu, workspace->plain);
    }
    for (rdg_index k = 0; k < n * n; k++) {
        workspace->curve[k % n + na * (k / n)] = workspace->plain[k];
    }
    return answer;
}

int rdg_answer_curve(rdg_motion_workspace *workspace, const rdg_asked *asked)
{
    const rdg_motion_element *e = asked->element;
    const rdg_index na = e->n + e->n_numbers;
    memset(workspace->curve, 0, (size_t)(na * na) * sizeof(double));
    tell_all(workspace, e);
    int answer = curve_of_state(workspace, asked);
    const rdg_force_law *law = e->n_numbers > 0 ? told_by_law(workspace, e) : NULL;
    if (law) {
        curve_by_law(workspace, e, law);
        return put_back(workspace, e, answer);
    }
    for (rdg_index k = 0; k < e->n_numbers && answer == 0; k++) {
        if (told_by_regimes(workspace, asked, k)) {
            curve_by_regimes(workspace, asked, k);
            continue;
        }
        answer = curve_along(workspace, asked, k);
        for (rdg_index l = 0; l < k && answer == 0; l++) {
            answer = curve_across(workspace, asked, k, l);
        }
    }
    return put_back(workspace, e, answer);
}
