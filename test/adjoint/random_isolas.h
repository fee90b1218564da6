/* Random structures with and without isolas, and the parts of their responses by brute force: Newton's method
 * from random starts over a grid of frequencies; each part is followed in small steps. */
#ifndef RDG_TEST_RANDOM_ISOLAS_H
#define RDG_TEST_RANDOM_ISOLAS_H

#include "random_ridges.h"

#include <ridgewalk/gap_spring.h>
#include <ridgewalk/peak_set.h>
#include <ridgewalk/run.h>

enum { PART_POINTS = 20000, MOST_PARTS = 12 };

typedef enum isola_sort {
    SELF_EXCITED,
    ABSORBER,
    HARDENS,
    SOFTENS,
    ABSORBER_FRICTION,
    ABSORBER_STOP, /* harmonics 0, 1, 2 */
    ISOLA_SORTS
} isola_sort;

typedef struct isola_case {
    rdg_hbm *hb;
    const char *sort;
    double low, high, alpha;
} isola_case;

/* One mass with negative damping, x'' + (c + c3 x'^2) x' + x + k3 x^3: an isola round its limit cycle. */
static inline rdg_structure *self_excited_mass(rdg_context *ctx, uint64_t *seed, isola_case *q)
{
    const double one = 1.0, c = -dice_scale(seed, 0.02, 0.15), c3 = dice_scale(seed, 0.02, 0.2);
    const double square = -c / (0.75 * c3); /* of omega A of the limit cycle */
    rdg_structure *s = rdg_structure_create(ctx, "exciter", 1, &one, &c, &one);
    rdg_name_dof(s, "x0", 0);
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "damper", .at = "x0", .c3 = c3});
    rdg_cubic_spring_add(
        s, &(rdg_cubic_spring){.name = "spring", .at = "x0", .k3 = dice_scale(seed, 0.01, 0.3) / square});
    q->low = 0.6;
    q->high = 1.7;
    q->alpha = -c * sqrt(square) * dice_scale(seed, 0.04, 1.0);
    return s;
}

/* An oscillator with an absorber on a cubic spring; with a slider or a stop. */
static inline rdg_structure *absorbed_mass(rdg_context *ctx, uint64_t *seed, isola_case *q)
{
    const double m = dice_scale(seed, 0.01, 0.3), c1 = dice_scale(seed, 0.001, 0.03),
                 c2 = m * dice_scale(seed, 0.01, 0.1), k2 = m * (0.5 + 0.5 * random_signed(seed));
    rdg_structure *s = rdg_structure_create(ctx, "absorbed", 2, (const double[]){1.0, 0.0, 0.0, m},
                                            (const double[]){c1 + c2, -c2, -c2, c2},
                                            (const double[]){1.0 + k2, -k2, -k2, k2});
    rdg_name_dof(s, "x0", 0);
    rdg_name_dof(s, "x1", 1);
    rdg_name_relative(s, "absorber", 1, 0);
    rdg_cubic_spring_add(
        s, &(rdg_cubic_spring){.name = "cubic", .at = "absorber", .k3 = m * dice_scale(seed, 0.1, 10.0)});
    q->low = 0.4;
    q->high = 2.5;
    q->alpha = dice_scale(seed, 0.003, 0.3);
    return s;
}

/* Two or three masses in a row with a cubic spring; one that softens hardens again, k3 x^3 + k5 x^5 with
 * k5 = k3^2 / 0.1: its slope stays above -0.045. */
static inline rdg_structure *cubic_chain(rdg_context *ctx, uint64_t *seed, bool softens, isola_case *q)
{
    double M[9] = {0.0}, C[9] = {0.0}, K[9] = {0.0};
    const int n = 2 + dice_of(seed, 2);
    fill_chain(seed, n, false, (dice_units){1.0, 1.0, 1.0}, M, C, K);
    for (int i = 0; i < n * n; i++) {
        C[i] *= 0.3;
    }
    rdg_structure *s = rdg_structure_create(ctx, "chain", n, M, C, K);
    rdg_name_dof(s, "x0", 0);
    rdg_name_dof(s, "x1", 1);
    rdg_name_relative(s, "tie", 1, 0);
    const char *at = random_signed(seed) > 0.0 ? "tie" : "x1";
    const double k3 = dice_scale(seed, 0.003, 0.3);
    if (softens) {
        const double k[] = {0.0, 0.0, -k3, 0.0, 10.0 * k3 * k3};
        rdg_polynomial_spring_add(s, &(rdg_polynomial_spring){.name = "soft", .at = at, .n = 5, .k = k});
    } else {
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "cubic", .at = at, .k3 = k3});
    }
    q->low = softens ? 0.2 : 0.5;
    q->high = 2.5;
    q->alpha = dice_scale(seed, 0.03, 1.0);
    return s;
}

static inline isola_case random_isola_case(rdg_context *ctx, uint64_t *seed, int sort)
{
    static const char *const name[ISOLA_SORTS] = {"self-excited", "absorber",           "hardening",
                                                  "softening",    "absorber, friction", "absorber, stop"};
    static const int harmonics[][4] = {{1}, {1, 3}, {0, 1, 2}};
    isola_case q = {.sort = name[sort]};
    rdg_structure *s = sort == SELF_EXCITED ? self_excited_mass(ctx, seed, &q)
                       : sort == HARDENS    ? cubic_chain(ctx, seed, false, &q)
                       : sort == SOFTENS    ? cubic_chain(ctx, seed, true, &q)
                                            : absorbed_mass(ctx, seed, &q);
    int kept = random_signed(seed) > 0.3;
    if (sort == ABSORBER_FRICTION) {
        rdg_jenkins_add(s, &(rdg_jenkins){.name = "pad",
                                          .at = random_signed(seed) > 0.0 ? "x0" : "absorber",
                                          .kt = dice_scale(seed, 0.02, 0.5),
                                          .limit = dice_scale(seed, 0.001, 0.05)});
    } else if (sort == ABSORBER_STOP) {
        kept = 2;
        rdg_gap_spring_add(s, &(rdg_gap_spring){.name = "stop",
                                                .at = "x0",
                                                .k = dice_scale(seed, 0.1, 1.0),
                                                .gap = dice_scale(seed, 0.05, 1.0)});
    }
    rdg_force_add(s, "x0", 1, 1.0);
    rdg_sensor_add(s, "Am", "x0");
    q.hb = rdg_hbm_create(s, kept + 1, harmonics[kept]);
    return q;
}

/* --- brute force */

/* A part of the response in small steps. */
typedef struct brute_part {
    long n, first; /* points; the place of the start among them */
    bool closed;
    double *u; /* [n * variables] */
    double *amplitude;
    int peaks;
    double peak_omega[MOST_PEAKS], peak_amplitude[MOST_PEAKS];
} brute_part;

typedef struct brute_parts {
    brute b;
    rdg_index variables, amplitude_at;
    int n; /* the first one begins at the lower end of the domain */
    brute_part part[MOST_PARTS];
} brute_parts;

static inline bool see_part(rdg_problem *p, const rdg_chart *chart, void *data)
{
    brute_parts *all = data;
    brute_part *part = &all->part[all->n];
    (void)p;
    if (part->n < PART_POINTS) {
        if (chart->point == -1) { /* the other way: turn what there is */
            part->first = part->n;
        }
        memcpy(part->u + part->n * all->variables, chart->u, (size_t)all->variables * sizeof(double));
        part->amplitude[part->n++] = chart->mu[all->amplitude_at];
    }
    return part->n >= PART_POINTS;
}

/* Points of the way back come first, in the order along the curve. */
static inline void put_in_order(const brute_parts *all, brute_part *part)
{
    const rdg_index v = all->variables;
    const long back = part->first > 0 ? part->n - part->first : 0;
    double *u = malloc((size_t)(part->n * v) * sizeof *u), *a = malloc((size_t)part->n * sizeof *a);
    for (long k = 0; k < part->n; k++) {
        const long from = k < back ? part->n - 1 - k : k - back;
        memcpy(u + k * v, part->u + from * v, (size_t)v * sizeof *u);
        a[k] = part->amplitude[from];
    }
    free(part->u);
    free(part->amplitude);
    part->u = u;
    part->amplitude = a;
}

/* The first and the last point of a closed part are the same one. */
static inline void find_peaks(const brute_parts *all, brute_part *part)
{
    const long n = part->n;
    for (long k = part->closed ? 0 : 1; k + 1 < n && part->peaks < MOST_PEAKS; k++) {
        const double before = part->amplitude[k > 0 ? k - 1 : n - 2];
        if (part->amplitude[k] > before && part->amplitude[k] >= part->amplitude[k + 1]) {
            part->peak_omega[part->peaks] = part->u[k * all->variables + all->b.m];
            part->peak_amplitude[part->peaks++] = part->amplitude[k];
        }
    }
}

/* The part through the start values of the problem: upwards, or in both directions (0). */
static inline void follow_part(brute_parts *all, const isola_case *q, int direction)
{
    const double h = 0.02;
    brute_part *part = &all->part[all->n];
    rdg_run_summary summary = {0};
    *part = (brute_part){.u = malloc((size_t)(PART_POINTS * all->variables) * sizeof(double)),
                         .amplitude = malloc(PART_POINTS * sizeof(double))};
    rdg_continue(all->b.p, "part", RDG_RELEASE("omega"), RDG_WINDOW("omega", q->low, q->high),
                 RDG_DIRECTION(direction), RDG_STEP(0.1 * h, 1e-6 * h, h), RDG_MAX_POINTS(PART_POINTS / 2),
                 RDG_OBSERVE(see_part, all), RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS, RDG_NO_FOLDER, RDG_NO_TABLE,
                 RDG_SUMMARY(&summary));
    rdg_error_clear(rdg_hbm_context(q->hb));
    part->closed = summary.forwards == RDG_STOP_CLOSED;
    put_in_order(all, part);
    find_peaks(all, part);
    all->n++;
}

/* Is Q at a frequency on a part? Where the points pass it Newton's method finds that part's responses. */
static inline bool is_on_part(brute_parts *all, const brute_part *part, double omega, const double *Q)
{
    const rdg_index v = all->variables, m = all->b.m;
    double at[MOST_Q];
    for (long k = 0; k + 1 < part->n; k++) {
        const double *a = part->u + k * v, *c = a + v;
        if ((a[m] < omega) == (c[m] < omega)) {
            continue;
        }
        double off = 0.0;
        for (rdg_index i = 0; i < m; i++) {
            at[i] = a[i] + (omega - a[m]) / (c[m] - a[m]) * (c[i] - a[i]);
        }
        if (respond_at(&all->b, omega, at)) {
            for (rdg_index i = 0; i < m; i++) {
                off = fmax(off, fabs(at[i] - Q[i]));
            }
            if (off < 1e-6 * norm_of(m, Q)) {
                return true;
            }
        }
    }
    return false;
}

/* The part that begins at the lower end of the domain (direction 1), or at the upper one (-1), followed. */
static inline void begin_part(const isola_case *q, int direction, brute_parts *all)
{
    const double omega = direction > 0 ? q->low : q->high;
    rdg_problem *p = rdg_hbm_problem(q->hb, RDG_AT("omega", omega), RDG_AT("alpha", q->alpha));
    *all = (brute_parts){.b = {.hb = q->hb,
                               .R = rdg_hbm_function(q->hb),
                               .m = rdg_hbm_unknowns(q->hb),
                               .level = q->alpha,
                               .p = p},
                         .variables = rdg_variable_count(p),
                         .amplitude_at = rdg_parameter_index(p, "Am")};
    all->b.J = calloc((size_t)(all->b.m * (all->b.m + 2)), sizeof *all->b.J);
    follow_part(all, q, direction);
}

static inline void free_parts(brute_parts *all)
{
    for (int k = 0; k < all->n; k++) {
        free(all->part[k].u);
        free(all->part[k].amplitude);
    }
    free(all->b.J);
    rdg_problem_free(all->b.p);
}

static inline bool is_known(brute_parts *all, double omega, const double *Q)
{
    bool known = false;
    for (int i = 0; i < all->n && !known; i++) {
        known = is_on_part(all, &all->part[i], omega, Q);
    }
    return known;
}

/* All parts that Newton's method finds from random starts. */
static inline void find_parts(const isola_case *q, int frequencies, int starts, uint64_t *seed,
                              brute_parts *all)
{
    double Q[MOST_Q], size = 0.0;
    begin_part(q, 1, all);
    const rdg_index m = all->b.m;
    for (long k = 0; k < all->part[0].n; k++) {
        size = fmax(size, norm_of(m, all->part[0].u + k * all->variables));
    }
    for (int k = 0; k < frequencies * starts && all->n < MOST_PARTS; k++) {
        const int f = k / starts;
        const double omega = q->low + (q->high - q->low) * (f + 0.5) / frequencies;
        const double scale = size * dice_scale(seed, 0.03, 30.0);
        for (rdg_index i = 0; i < m; i++) {
            Q[i] = scale * random_signed(seed);
        }
        if (respond_at(&all->b, omega, Q) && !is_known(all, omega, Q)) {
            double *u = rdg_start_values(all->b.p);
            memcpy(u, Q, (size_t)m * sizeof *u);
            u[m] = omega;
            u[m + 1] = q->alpha;
            follow_part(all, q, 0);
        }
    }
}

/* --- scores */

typedef struct isola_score {
    long structures, parts, missed; /* detached parts with a maximum by brute force, and not in the set */
    long maxima, maxima_missed;     /* of the parts that are in the set */
    long detached, unreal;  /* detached peaks of the set; no response, or on the part that is connected */
    long uncertain;         /* sets that claim to be so */
    long levels, not_there; /* beside births and mergers; an isola that is not in the set */
} isola_score;

static inline uint64_t isola_seed(int sort, int number)
{
    return 77777 * (uint64_t)sort + 7919 * (uint64_t)number + 17;
}

static inline bool set_has(const rdg_peak_set *set, double omega, double amplitude, double tolerance)
{
    for (rdg_index k = 0; k < set->count; k++) {
        if (fabs(set->peak[k]->amplitude / amplitude - 1.0) < tolerance &&
            fabs(set->peak[k]->omega / omega - 1.0) < 10.0 * tolerance) {
            return true;
        }
    }
    return false;
}

static inline bool part_has(const brute_part *part, double omega, double amplitude)
{
    for (int k = 0; k < part->peaks; k++) {
        if (fabs(part->peak_amplitude[k] / amplitude - 1.0) < 1e-3 &&
            fabs(part->peak_omega[k] / omega - 1.0) < 1e-2) {
            return true;
        }
    }
    return false;
}

/* A detached peak solves the equations and is not on the connected part. */
static inline bool is_real(brute_parts *all, const rdg_peak_point *peak)
{
    double y[MOST_Q], force[MOST_Q], u[MOST_Q + 2] = {0.0};
    const rdg_index m = all->b.m;
    u[m] = peak->omega;
    u[m + 1] = all->b.level;
    all->b.R->f(m + 2, u, m, force, all->b.R->data);
    memcpy(u, peak->u, (size_t)m * sizeof *u);
    return all->b.R->f(m + 2, u, m, y, all->b.R->data) == 0 && norm_of(m, y) < 1e-9 * norm_of(m, force) &&
           !is_on_part(all, &all->part[0], peak->omega, peak->u);
}

/* The set of a structure against all parts by brute force. */
static inline void score_isolas(const isola_case *q, const rdg_peak_set *set, int frequencies, int starts,
                                isola_score *score)
{
    brute_parts all;
    uint64_t seed = 1;
    find_parts(q, frequencies, starts, &seed, &all);
    score->structures++;
    score->uncertain += !set->covered || set->unresolved > 0 || set->unsettled > 0;
    for (int i = 1; i < all.n; i++) {
        int found = 0;
        for (int k = 0; k < all.part[i].peaks; k++) {
            found += set_has(set, all.part[i].peak_omega[k], all.part[i].peak_amplitude[k], 1e-3);
        }
        score->parts += all.part[i].peaks > 0;
        score->missed += all.part[i].peaks > 0 && found == 0;
        score->maxima += found > 0 ? all.part[i].peaks : 0;
        score->maxima_missed += found > 0 ? all.part[i].peaks - found : 0;
    }
    for (rdg_index k = 0; k < set->count; k++) {
        score->detached += set->peak[k]->detached;
        score->unreal += set->peak[k]->detached && !is_real(&all, set->peak[k]);
    }
    free_parts(&all);
}

/* Is the peak one of the connected part at its forcing amplitude, by brute force? */
static inline bool is_connected(isola_case q, const rdg_peak_point *peak)
{
    brute_parts all;
    q.alpha = peak->level;
    begin_part(&q, 1, &all);
    const bool has = part_has(&all.part[0], peak->omega, peak->amplitude);
    free_parts(&all);
    return has;
}

/* Is the peak, followed from another forcing amplitude to this one, in the set here? */
static inline void look_for(rdg_peak_response *r, const rdg_peak_point *from, double level,
                            isola_score *score)
{
    rdg_peak_point *peak = rdg_peak_point_copy(r, from);
    if (rdg_peak_follow(r, peak, level) == RDG_PEAK_REACHED) {
        const rdg_peak_set *set = rdg_peak_set_at(r, level);
        score->levels++;
        score->not_there += !set || !set_has(set, peak->omega, peak->amplitude, 1e-6);
        rdg_peak_set_free(set);
    }
    rdg_peak_point_free(peak);
}

/* The forcing amplitude up to which the peak of an isola is not on the connected part; 0: not found. */
static inline double find_merger(const isola_case *q, rdg_peak_response *r, const rdg_peak_point *isola)
{
    double low = isola->level, high = low;
    bool merged = false;
    rdg_peak_point *peak = rdg_peak_point_copy(r, isola);
    for (int k = 0; k < 12 && !merged && rdg_peak_follow(r, peak, 1.25 * high) == RDG_PEAK_REACHED; k++) {
        high *= 1.25;
        merged = is_connected(*q, peak);
        low = merged ? low : high;
    }
    for (int k = 0; k < 12 && merged; k++) {
        const double middle = sqrt(low * high);
        rdg_peak_follow(r, peak, middle);
        *(is_connected(*q, peak) ? &high : &low) = middle;
    }
    rdg_peak_point_free(peak);
    return merged ? low : 0.0;
}

/* Forcing amplitudes just above the birth of an isola and just below its merger. */
static inline void score_birth_and_merger(const isola_case *q, rdg_peak_response *r,
                                          const rdg_peak_point *isola, isola_score *score)
{
    static const double beside[] = {1.001, 1.01, 1.1};
    rdg_peak_point *peak = rdg_peak_point_copy(r, isola);
    const double birth = rdg_peak_follow(r, peak, 1e-3 * q->alpha) == RDG_PEAK_FOLD ? peak->level : 0.0;
    const double merger = find_merger(q, r, isola);
    for (size_t k = 0; k < sizeof beside / sizeof *beside; k++) {
        if (birth > 0.0 && birth * beside[k] < q->alpha) {
            look_for(r, isola, birth * beside[k], score);
        }
        if (merger / beside[k] > q->alpha) {
            look_for(r, isola, merger / beside[k], score);
        }
    }
    rdg_peak_point_free(peak);
}

/* One structure: its set against brute force, and its isolas beside births and mergers. */
static inline void score_structure(int sort, int number, int starts, isola_score *score)
{
    rdg_context *ctx = rdg_context_create();
    uint64_t seed = isola_seed(sort, number);
    rdg_set_writer(ctx, NULL, NULL);
    const isola_case q = random_isola_case(ctx, &seed, sort);
    rdg_peak_response *r = rdg_peak_response_create(q.hb, "Am", q.low, q.high, NULL);
    const rdg_peak_set *set = rdg_peak_set_at(r, q.alpha);
    if (!set) {
        fail_msg("%s %d: %s", q.sort, number, rdg_error_message(ctx));
    }
    const isola_score before = *score;
    score_isolas(&q, set, sort == SELF_EXCITED ? 800 : 40, starts, score);
    for (rdg_index k = 0; k < set->count; k++) {
        if (set->peak[k]->detached) {
            score_birth_and_merger(&q, r, set->peak[k], score);
        }
    }
    if (score->missed > before.missed || score->unreal > before.unreal ||
        score->not_there > before.not_there) {
        print_message("%s %d, alpha %g: %ld missed, %ld unreal, %ld not there beside birth or merger\n",
                      q.sort, number, q.alpha, score->missed - before.missed, score->unreal - before.unreal,
                      score->not_there - before.not_there);
    }
    rdg_context_free(ctx);
}

#endif
