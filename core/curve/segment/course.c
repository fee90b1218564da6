/* What is known of a function along a step, and what the polynomials through that foretell. */
#include "course_impl.h"

#include <math.h>
#include <string.h>

/* So many values next to a place tell what is there. */
enum { STENCIL = 6, PLACES = 16, DIVISIONS = 30 };

int rdg_course_add(rdg_course *c, double at, double value)
{
    int i = c->known;
    if (c->known == RDG_COURSE_MOST) {
        return -1;
    }
    while (i > 0 && c->at[i - 1] > at) {
        i--;
    }
    const size_t behind = (size_t)(c->known - i);
    memmove(&c->at[i + 1], &c->at[i], behind * sizeof *c->at);
    memmove(&c->value[i + 1], &c->value[i], behind * sizeof *c->value);
    memmove(&c->is_clear[i + 1], &c->is_clear[i], behind * sizeof *c->is_clear);
    c->at[i] = at;
    c->value[i] = value;
    c->is_clear[i] = i > 0 && c->is_clear[i - 1];
    c->known++;
    return i;
}

/* The first of those nearest to a place. */
static int nearest(const rdg_course *c, double at)
{
    int first = 0;
    while (first + STENCIL < c->known && fabs(c->at[first + STENCIL] - at) < fabs(c->at[first] - at)) {
        first++;
    }
    return first;
}

/* Neville's scheme. */
double rdg_course_foretold(const rdg_course *c, double at)
{
    const int first = nearest(c, at);
    double p[STENCIL] = {0.0};
    for (int i = 0; i < STENCIL && first + i < c->known; i++) {
        const double *x = &c->at[first];
        p[i] = c->value[first + i];
        for (int k = i - 1; k >= 0; k--) {
            p[k] = p[k + 1] + (p[k + 1] - p[k]) * (at - x[i]) / (x[i] - x[k]);
        }
    }
    return p[0];
}

double rdg_course_range(const rdg_course *c, int first, int last)
{
    double low = c->value[first], high = c->value[first];
    for (int i = first + 1; i <= last; i++) {
        low = fmin(low, c->value[i]);
        high = fmax(high, c->value[i]);
    }
    return high - low;
}

/* The place between two where the polynomial, times a sign, is least. */
static double lowest(const rdg_course *c, double sign, double low, double high)
{
    const double golden = 0.3819660112501051;
    for (int k = 0; k < DIVISIONS; k++) {
        const double a = low + golden * (high - low);
        const double b = high - golden * (high - low);
        if (sign * rdg_course_foretold(c, a) < sign * rdg_course_foretold(c, b)) {
            high = b;
        } else {
            low = a;
        }
    }
    return 0.5 * (low + high);
}

bool rdg_course_dips(const rdg_course *c, int i, double margin, double *where)
{
    const double width = c->at[i + 1] - c->at[i];
    double value[PLACES + 1] = {c->value[i]};
    bool has_crossed = false;
    value[PLACES] = c->value[i + 1];
    for (int k = 1; k < PLACES; k++) {
        value[k] = rdg_course_foretold(c, c->at[i] + width * k / PLACES);
    }
    /* the sign is that of the left end, and behind a zero that of the right one */
    for (int k = 1; k < PLACES; k++) {
        const bool crosses = value[k] * value[0] <= 0.0;
        const bool stays = value[k - 1] * value[k] > 0.0 && value[k] * value[k + 1] > 0.0;
        *where = c->at[i] + width * k / PLACES;
        if ((crosses && value[0] * value[PLACES] > 0.0) || (has_crossed && !crosses)) {
            return true;
        }
        has_crossed = has_crossed || crosses;
        if (stays && fabs(value[k]) <= fabs(value[k - 1]) && fabs(value[k]) <= fabs(value[k + 1])) {
            *where = lowest(c, copysign(1.0, value[k]), *where - width / PLACES, *where + width / PLACES);
            if (rdg_course_foretold(c, *where) * copysign(1.0, value[k]) < margin) {
                return true;
            }
        }
    }
    return false;
}

int rdg_course_changes(const rdg_course *c)
{
    int changes = 0;
    double last = 0.0;
    for (int i = 0; i < c->known; i++) {
        if (c->at[i] >= 0.0) {
            changes += last * c->value[i] < 0.0;
            last = c->value[i] != 0.0 ? c->value[i] : last;
        }
    }
    return changes;
}
