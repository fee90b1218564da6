/* Accelerations, and the forces that hold what sticks. */
#include "rigid_impl.h"

#include <math.h>
#include <string.h>

/* y += factor * A x, of n rows */
static void add_product(rdg_index n, rdg_index columns, const double *A, const double *x, double factor,
                        double *y)
{
    for (rdg_index j = 0; j < columns; j++) {
        for (rdg_index i = 0; i < n; i++) {
            y[i] += factor * A[i + n * j] * x[j];
        }
    }
}

double rdg_rigid_velocity(const rdg_rigid *r, rdg_index contact, const double *u)
{
    return rdg_dot(r->n, r->w + r->n * contact, u + r->n) + r->b[contact] * u[r->n2] * sin(u[r->nu - 1]);
}

double rdg_rigid_growth(const rdg_rigid *r, rdg_index contact, const double *u)
{
    const double r1 = u[r->n2];
    return rdg_dot(r->n, r->w + r->n * contact, r->a) + r->b[contact] * r1 * r1 * cos(u[r->nu - 1]);
}

static int add_force(rdg_rigid *r, const double *u, bool slopes)
{
    const rdg_hybrid_function *f = &r->force;
    if (!f->f) {
        return 0;
    }
    memset(r->extra, 0, (size_t)r->n * sizeof *r->extra);
    int answer = f->f(r->nu, u, r->n, r->extra, f->data);
    add_product(r->n, r->n, r->soft, r->extra, 1.0, r->a);
    if (answer == 0 && slopes) { /* behind the derivatives there is space for differences */
        answer = rdg_hybrid_df(f, r->nu, u, NULL, r->n, r->extra_J, r->extra_J + r->n * r->nu);
        for (rdg_index j = 0; answer == 0 && j < r->nu; j++) {
            add_product(r->n, r->n, r->soft, r->extra_J + r->n * j, 1.0, r->J + r->n * j);
        }
    }
    return answer;
}

/* All but what holds. */
static int drive(const rdg_rigid_mode *mode, const double *u, bool slopes)
{
    rdg_rigid *r = mode->of;
    const rdg_index n = r->n;
    const double phi = u[r->nu - 1];
    memset(r->a, 0, (size_t)n * sizeof *r->a);
    add_product(n, 1, r->p, (double[]){cos(phi)}, 1.0, r->a);
    add_product(n, n, r->K, u, -1.0, r->a);
    add_product(n, n, r->C, u + n, -1.0, r->a);
    if (slopes) {
        memset(r->J, 0, (size_t)(n * r->nu) * sizeof *r->J);
        for (rdg_index i = 0; i < n * n; i++) {
            r->J[i] = -r->K[i];
            r->J[n * n + i] = -r->C[i];
        }
        add_product(n, 1, r->p, (double[]){-sin(phi)}, 1.0, r->J + n * (r->nu - 1));
    }
    for (rdg_index k = 0; k < r->contacts; k++) {
        const rdg_index beta = rdg_rigid_beta(r, k);
        const double s = rdg_rigid_direction(mode->state[k]);
        add_product(n, 1, r->push + n * k, u + beta, -s, r->a);
        if (slopes) {
            add_product(n, 1, r->push + n * k, (double[]){1.0}, -s, r->J + n * beta);
        }
    }
    return add_force(r, u, slopes);
}

/* What z'' + fade z' would be without what holds; column j of its derivatives. */
static double lack(const rdg_rigid *r, rdg_index k, const double *u, double fade)
{
    return rdg_rigid_growth(r, k, u) + fade * rdg_rigid_velocity(r, k, u);
}

static double lack_slope(const rdg_rigid *r, rdg_index k, const double *u, double fade, rdg_index j)
{
    const double r1 = u[r->n2];
    const double phi = u[r->nu - 1];
    double slope = rdg_dot(r->n, r->w + r->n * k, r->J + r->n * j);
    if (j >= r->n && j < r->n2) {
        slope += fade * r->w[j - r->n + r->n * k];
    } else if (j == r->n2) {
        slope += r->b[k] * (2.0 * r1 * cos(phi) + fade * sin(phi));
    } else if (j == r->nu - 1) {
        slope += r->b[k] * r1 * (fade * cos(phi) - r1 * sin(phi));
    }
    return slope;
}

void rdg_rigid_stop(const rdg_rigid_mode *mode, const double *rate, double *force, double *y)
{
    const rdg_rigid *r = mode->of;
    for (rdg_index i = 0; i < mode->stuck; i++) {
        const double holds = rdg_dot(mode->stuck, mode->hold + mode->stuck * i, rate);
        add_product(r->n, 1, r->push + r->n * mode->which[i], &holds, -1.0, y);
        if (force) {
            force[mode->which[i]] = holds;
        }
    }
}

int rdg_rigid_evaluate(const rdg_rigid_mode *mode, const double *u, double fade, bool slopes)
{
    rdg_rigid *r = mode->of;
    double lacks[RDG_RIGID_MOST];
    const int answer = drive(mode, u, slopes);
    const rdg_index columns = answer == 0 && slopes ? r->nu : 0;
    for (rdg_index j = -1; answer == 0 && j < columns; j++) { /* -1: values */
        for (rdg_index i = 0; i < mode->stuck; i++) {
            const rdg_index k = mode->which[i];
            lacks[i] = j < 0 ? lack(r, k, u, fade) : lack_slope(r, k, u, fade, j);
        }
        rdg_rigid_stop(mode, lacks, j < 0 ? r->lam : r->slope + r->contacts * j,
                       j < 0 ? r->a : r->J + r->n * j);
    }
    return answer;
}
