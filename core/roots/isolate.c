/* Isolation of zeros by division: the enclosure of a part proves what is in it. */
#include "isolate_impl.h"

#include <stddef.h>

static void append(rdg_root_search *s, rdg_enclosed_root root)
{
    if (s->count < s->most) {
        s->roots[s->count++] = root;
    } else if (s->count > 0) {
        s->is_full = true;
        s->roots[s->count - 1].high = root.high;
        s->roots[s->count - 1].is_resolved = false;
    }
}

/* Two parts meet at a place where the function may vanish. Either may take its value there for rounding: if
 * both do there is one zero, simple if signs differ on both sides; if only one does the value shows whether
 * there is one. Returns the number of roots of the right part that this decides. */
static int join(rdg_root_search *s, double at, double value, const rdg_enclosed_root *right, int n)
{
    rdg_enclosed_root *left = s->count > 0 ? &s->roots[s->count - 1] : NULL;
    const int sign = (value > 0) - (value < 0);
    const bool from_left = left && left->high == at, from_right = n > 0 && right->low == at;
    if (from_left && from_right && left->after == 0 && right->before == 0) {
        left->high = right->high;
        left->is_resolved = left->is_resolved && right->is_resolved && left->before * right->after < 0;
        left->after = right->after;
        return 1;
    }
    if (from_left && left->is_resolved && left->before * sign > 0) {
        s->count--;
    }
    return from_right && right->is_resolved && right->after * sign > 0;
}

/* The value at an end of a part is exact. */
static int sign_of(double value, double rounding)
{
    return (value > rounding) - (value < -rounding);
}

static int visit(rdg_root_search *s, double low, double high)
{
    rdg_enclosure f;
    const int answer = s->enclose(low, high, &f, s->data);
    if (answer != 0) {
        return answer;
    }
    rdg_enclosed_root roots[RDG_MOST_ROOTS];
    double at = low;
    int n = rdg_enclosure_roots(&f, roots, &at);
    const bool is_least = high - low <= s->least || !(at > low && at < high);
    if (n < 0 && !is_least) {
        const int divided = s->divide ? s->divide(low, high, &at, s->data) : 0;
        if (divided != RDG_UNDIVIDED) {
            const int left = divided != 0 ? divided : visit(s, low, at);
            return left != 0 ? left : visit(s, at, high);
        }
    }
    if (n < 0) {
        n = 1;
        roots[0] = (rdg_enclosed_root){.low = low,
                                       .high = high,
                                       .at = at,
                                       .before = sign_of(f.p.c[0], f.rounding),
                                       .after = sign_of(f.p.c[f.p.degree], f.rounding)};
    }
    for (int i = low > s->low ? join(s, low, f.p.c[0], roots, n) : 0; i < n; i++) {
        append(s, roots[i]);
    }
    return 0;
}

int rdg_isolate(rdg_root_search *search, double low, double high)
{
    search->low = low;
    search->count = 0;
    search->is_full = false;
    return visit(search, low, high);
}
