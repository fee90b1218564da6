/* The loops over all modes, in vectors: included once for each kind of processor, with KERNEL(name), the
 * attribute KERNEL_FOR and KERNEL_FMA(a, b, c) = a b + c. No other file includes it. */

#include <ridgewalk/status.h>

KERNEL_FOR static rdg_march_point KERNEL(displacement)(rdg_index n, const double *rows, const double *v)
{
    lanes x = {0}, y = {0};
    for (rdg_index i = 0; i < n; i += RDG_MARCH_LANES) {
        const lanes amplitude = LOAD(v + i);
        x = KERNEL_FMA(LOAD(rows + i), amplitude, x);
        y = KERNEL_FMA(LOAD(rows + n + i), amplitude, y);
    }
    return (rdg_march_point){SUM(x), SUM(y)};
}

/* push: force of the last step on C; f: other force on C in y in this one */
KERNEL_FOR static void KERNEL(advance_slider)(const rdg_march_arrays *m, rdg_march_point push, double f,
                                              rdg_march_point *u)
{
    const rdg_index n = m->slider;
    const double *give = m->give, *decay = m->decay, *recall = m->recall, *give_f = m->give_f,
                 *row = m->row_c;
    double *z = m->z, *d = m->d;
    const lanes fx = ALL(push.x), fy = ALL(push.y), now = ALL(f);
    lanes x = {0}, y = {0};
    for (rdg_index i = 0; i < n; i += RDG_MARCH_LANES) {
        const lanes row_x = LOAD(row + i), row_y = LOAD(row + n + i), gives = LOAD(give + i);
        const lanes change = gives * KERNEL_FMA(row_x, fx, row_y * fy);
        const lanes from = LOAD(z + i) + change, last = LOAD(d + i) + change;
        const lanes force = KERNEL_FMA(gives * row_y, now, LOAD(give_f + i));
        const lanes step = KERNEL_FMA(LOAD(decay + i), last, KERNEL_FMA(-LOAD(recall + i), from, force));
        const lanes to = from + step;
        STORE(d + i, step);
        STORE(z + i, to);
        x = KERNEL_FMA(row_x, to, x);
        y = KERNEL_FMA(row_y, to, y);
    }
    *u = (rdg_march_point){SUM(x), SUM(y)};
}

/* The nodes' four rows follow one another. */
KERNEL_FOR static void KERNEL(advance_target)(const rdg_march_arrays *m, rdg_index segment,
                                              const double push[4], rdg_march_point u[2])
{
    const rdg_index n = m->target, first = m->slider;
    const double *row[4], *give = m->give + first, *decay = m->decay + first, *recall = m->recall + first;
    const double *give_f = m->give_f + first;
    double *z = m->z + first, *d = m->d + first;
    const lanes f[4] = {ALL(push[0]), ALL(push[1]), ALL(push[2]), ALL(push[3])};
    lanes sum[4] = {{0}};
    for (int k = 0; k < 4; k++) {
        row[k] = m->rows + (2 * segment + k) * n;
    }
    for (rdg_index i = 0; i < n; i += RDG_MARCH_LANES) {
        const lanes r[4] = {LOAD(row[0] + i), LOAD(row[1] + i), LOAD(row[2] + i), LOAD(row[3] + i)};
        const lanes left = KERNEL_FMA(r[0], f[0], r[1] * f[1]), right = KERNEL_FMA(r[2], f[2], r[3] * f[3]);
        const lanes change = LOAD(give + i) * (left + right);
        const lanes from = LOAD(z + i) + change, last = LOAD(d + i) + change;
        const lanes force = KERNEL_FMA(-LOAD(recall + i), from, LOAD(give_f + i));
        const lanes step = KERNEL_FMA(LOAD(decay + i), last, force), to = from + step;
        STORE(d + i, step);
        STORE(z + i, to);
        sum[0] = KERNEL_FMA(r[0], to, sum[0]);
        sum[1] = KERNEL_FMA(r[1], to, sum[1]);
        sum[2] = KERNEL_FMA(r[2], to, sum[2]);
        sum[3] = KERNEL_FMA(r[3], to, sum[3]);
    }
    u[0] = (rdg_march_point){SUM(sum[0]), SUM(sum[1])};
    u[1] = (rdg_march_point){SUM(sum[2]), SUM(sum[3])};
}

KERNEL_FOR static void KERNEL(advance)(const rdg_march_arrays *m, rdg_index segment, double alpha,
                                       rdg_march_point force, double f, rdg_march_point u[3])
{
    const double here = alpha - 1.0;
    const double push[4] = {here * force.x, here * force.y, -alpha * force.x, -alpha * force.y};
    KERNEL(advance_slider)(m, force, f, u);
    KERNEL(advance_target)(m, segment, push, u + 1);
}
