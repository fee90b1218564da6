/* The number of unstable eigenvalues: what changes it, and what its points are called that nothing else
 * finds.
 *
 * Along a curve of equilibria it changes at folds and branch points, and by two where a pair crosses the
 * imaginary axis (of maps: -1, and the unit circle). Where several pairs cross at one point the products over
 * eigenvalues, which find these points else, may keep their sign. Along a curve of bifurcations one
 * eigenvalue, or a pair, stays critical; others that become so are points of codimension two. */
#include "spectrum_impl.h"

#include <math.h>
#include <string.h>

/* Eigenvalues that cross at a point which is enclosed are as near to the boundary as that, relative to the
 * norm. */
static const double near = 1e-5;

/* How far beyond the boundary of stability. */
static double beyond(const rdg_spectrum *s, rdg_index i)
{
    return s->is_map ? hypot(s->re[i], s->im[i]) - 1.0 : s->re[i];
}

int rdg_spectrum_range(rdg_spectrum *s, const rdg_chart *at, double share, rdg_index *least,
                       rdg_index *greatest)
{
    const int answer = rdg_spectrum_decompose(s, at->u);
    *least = *greatest = 0;
    for (rdg_index i = 0; answer == 0 && i < s->n; i++) {
        *least += beyond(s, i) > share * rdg_spectrum_size(s);
        *greatest += beyond(s, i) >= -share * rdg_spectrum_size(s);
    }
    return answer;
}

static int range(rdg_problem *p, const rdg_chart *at, double share, rdg_index *least, rdg_index *greatest,
                 void *data)
{
    rdg_spectrum *s = data;
    const int answer = rdg_spectrum_range(s, at, share, least, greatest);
    if (answer == 0 && !rdg_spectrum_has_meaning(p, at, s)) {
        *least = 0;
        *greatest = s->n;
    }
    return answer;
}

/* At a fold or a branch point as many as are zero there: the range reports. */
static rdg_index change(rdg_problem *p, const char *type, const rdg_chart *at, void *data)
{
    static const struct {
        const char *type;
        rdg_index change;
    } known[] = {{"HB", 2}, {"NS", 2}, {"PD", 1},   {"BTP", 2},  {"ZE", 1},
                 {"R1", 2}, {"R2", 2}, {"LPPD", 2}, {"LPNS", 2}, {"PDNS", 2}};
    const rdg_spectrum *s = data;
    (void)p;
    (void)at;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(type, known[i].type) == 0) {
            return known[i].change;
        }
    }
    const bool is_core = strcmp(type, "FP") == 0 || strcmp(type, "FK") == 0 || strcmp(type, "BP") == 0;
    return is_core ? s->n : 0;
}

/* Eigenvalue i counts as one of its kind. */
static void count_one(const rdg_spectrum *s, rdg_index i, rdg_critical_count *c)
{
    const bool is_real = s->im[i] == 0.0;
    const bool is_flip = is_real && s->is_map && s->re[i] < 0.0;
    c->pairs += s->im[i] > 0.0;
    c->flips += is_flip;
    c->real += is_real && !is_flip;
}

/* Is eigenvalue i, of a pair the one above the real axis, among the `most` critical ones nearest to the
 * boundary? */
static bool is_among_nearest(const rdg_spectrum *s, rdg_index i, rdg_index most)
{
    rdg_index nearer = 0;
    for (rdg_index j = 0; j < s->n; j++) {
        const double gap = fabs(beyond(s, j)) - fabs(beyond(s, i));
        nearer += s->im[j] >= 0.0 && (gap < 0.0 || (gap == 0.0 && j < i));
    }
    return s->im[i] >= 0.0 && nearer < most && fabs(beyond(s, i)) <= near * rdg_spectrum_size(s);
}

int rdg_spectrum_count_critical(rdg_spectrum *s, const rdg_chart *at, rdg_index most, rdg_critical_count *c)
{
    const int answer = rdg_spectrum_decompose(s, at->u);
    *c = (rdg_critical_count){0, 0, 0};
    for (rdg_index i = 0; answer == 0 && i < s->n; i++) {
        if (is_among_nearest(s, i, most)) {
            count_one(s, i, c);
        }
    }
    return answer;
}

static const char *name_of_equilibrium(const rdg_critical_count *c, bool is_locus)
{
    if (c->pairs > 1 && is_locus) {
        return "HH";
    }
    if (c->pairs > 0) {
        return c->real > 0 ? "ZH" : "HB";
    }
    return c->real > 1 && is_locus ? "BTP" : "ZE";
}

static const char *name_of_map(const rdg_critical_count *c, bool is_locus)
{
    if (!is_locus) {
        return c->pairs > 0 ? "NS" : c->flips > 0 ? "PD" : "ZE";
    }
    if (c->pairs > 0) {
        return c->pairs > 1 ? "NSNS" : c->flips > 0 ? "PDNS" : "LPNS";
    }
    return c->real > 0 && c->flips > 0 ? "LPPD" : c->flips > 1 ? "R2" : "R1";
}

/* Along a curve of bifurcations it is uncertain at both ends of the step as well, and the two that are
 * nearest to the boundary make the point: a third one may cross close by. Where there are no eigenvalues
 * there is no point.
 */
static const char *name(rdg_problem *p, const rdg_chart *before, const rdg_chart *at, const rdg_chart *after,
                        void *data)
{
    const double share = 1e-8;
    rdg_spectrum *s = data;
    rdg_index least[2] = {0, 0};
    rdg_index greatest[2] = {0, 0};
    rdg_critical_count c;
    if (range(p, before, share, &least[0], &greatest[0], s) != 0 ||
        range(p, after, share, &least[1], &greatest[1], s) != 0 || !rdg_spectrum_has_meaning(p, at, s)) {
        return NULL;
    }
    const bool is_locus = greatest[0] > least[0] && greatest[1] > least[1];
    if (rdg_spectrum_count_critical(s, at, is_locus ? 2 : s->n, &c) != 0) {
        return NULL;
    }
    return s->is_map ? name_of_map(&c, is_locus) : name_of_equilibrium(&c, is_locus);
}

rdg_status rdg_spectrum_add_count(rdg_spectrum *s)
{
    return rdg_add_count(s->problem, &(rdg_count_definition){.name = "unstable",
                                                             .what = "number of unstable eigenvalues",
                                                             .range = range,
                                                             .change = change,
                                                             .type = name,
                                                             .data = s});
}
