/* Differences of one column over steps that follow the variable.
 *
 * The steps are relative to the variable itself: longer ones see other terms, as of |v| v or tanh(v), and
 * agree with one another. A variable that is rounding, relative to its block, has no size of its own: its
 * steps go from the block's size down to the rounding of that. */
#include "check_impl.h"

#include <math.h>

enum { LEVELS_OF_ZERO = 24, LEVELS_OF_VALUE = 16 };

/* A variable below this share of its block is 0 but for the tolerance of a corrector. */
static const double zero = 1e-11;

/* The longest step is a third of the variable: it stays on its side of 0. */
static const double longest_step = 1.0 / 3.0;

void rdg_check_measure(rdg_checker *c, const double *u)
{
    const rdg_entry *e = c->e;
    for (rdg_index j = 0; j < e->function.n; j++) {
        const rdg_block *block = rdg_problem_block_of(c->p, e->index[j]);
        double sum = 0.0;
        for (rdg_index i = block->start; i < block->start + block->n; i++) {
            sum += u[i] * u[i];
        }
        const double size = fmax(sqrt(sum / (double)block->n), block->typical);
        c->state_size[j] = fabs(e->u[j]) > zero * size ? fabs(e->u[j]) : size;
    }
}

/* Rounding inside of the function, of terms that cancel, makes differences scatter by this much times the
 * inverse of the step. Seen over the shorter half of the steps, with curvature (h^2) extrapolated away. */
static double measure_rounding(const double *d, const double *half, int count)
{
    double most = 0.0;
    for (int k = count / 2 + 2; k < count; k++) {
        const double shorter = (16.0 * d[k] - d[k - 1]) / 15.0;
        const double longer = (16.0 * d[k - 1] - d[k - 2]) / 15.0;
        most = fmax(most, fabs(shorter - longer) * half[k]);
    }
    return most;
}

/* The value by differences whose rounding is measured; or by those whose rounding is that of the terms alone,
 * if it is surely nearer to the given derivative: a kink close by scatters as rounding does. */
static void choose_value(rdg_checker *c, rdg_index at, const double *d, double *noise, const double *half,
                         int count)
{
    double value[2], doubt[2], error[2];
    const double rounding = measure_rounding(d, half, count);
    for (int which = 0; which < 2; which++) {
        rdg_extrapolate_covered(d, noise, count, &value[which], &doubt[which]);
        error[which] = fabs(value[which] - c->analytic[at]);
        for (int k = 0; k < count; k++) {
            noise[k] = fmax(noise[k], rounding / half[k]);
        }
    }
    const int best = RDG_CHECK_CERTAIN * (error[0] + doubt[0]) < error[1] - doubt[1] ? 0 : 1;
    c->difference[at] = value[best];
    c->doubt[at] = doubt[best];
}

int rdg_check_difference(rdg_checker *c, rdg_index j, rdg_index length, rdg_sampler *sample)
{
    rdg_entry *e = c->e;
    const double middle = e->u[j];
    const bool is_zero = c->state_size[j] > fabs(middle);
    const double size = c->state_size[j] * (is_zero ? 1.0 : longest_step / rdg_difference_step(0));
    double half[RDG_MOST_DIFFERENCES];
    int count = 0;
    for (int k = 0; k < (is_zero ? LEVELS_OF_ZERO : LEVELS_OF_VALUE); k++) {
        const double up = middle + rdg_difference_step(k) * size;
        const double down = middle - rdg_difference_step(k) * size;
        e->u[j] = up;
        int answer = sample(c, c->side[0]);
        e->u[j] = down;
        answer = answer == 0 ? sample(c, c->side[1]) : answer;
        e->u[j] = middle;
        if (answer < 0) {
            return answer;
        }
        for (rdg_index i = 0; answer == 0 && i < length; i++) {
            const rdg_index at = i * RDG_MOST_DIFFERENCES + count;
            const double sides = fmax(fabs(c->side[0][i]), fabs(c->side[1][i]));
            c->table[at] = (c->side[0][i] - c->side[1][i]) / (up - down);
            c->noise[at] = rdg_difference_noise(fmax(c->magnitude[i], sides), 0.5 * (up - down));
        }
        half[count] = 0.5 * (up - down);
        count += answer == 0;
    }
    for (rdg_index i = 0; i < length; i++) {
        const rdg_index at = i * RDG_MOST_DIFFERENCES;
        choose_value(c, i + length * j, c->table + at, c->noise + at, half, count);
    }
    return 0;
}
