/* Linear modes, x' = A x + g(phi), in closed form.
 *
 * With A = V diag(lambda) V^-1, W = V^-1 and g(phi) = sum over m = -H .. H of G_m exp(i m phi), the
 * amplitudes z = W x are
 *
 *     z_i(t) = exp(lambda_i t) z_i(0) + sum over m of q_im t exp[lambda_i t, i m omega t],
 *     q_im = (W G_m)_i exp(i m phi(0)),
 *
 * with the divided difference of the exponential function, so that there are no poles at resonance and no
 * division by zero where an eigenvalue is. Derivatives by parameters are divided differences of higher order.
 * All is kept as long as A and g stay what they are.
 *
 * Of a pair of eigenvalues the one with im > 0 stands first; sums over eigenvalues go over those with
 * im >= 0, with twice the real part of a pair's. */
#ifndef RDG_LINEAR_IMPL_H
#define RDG_LINEAR_IMPL_H

#include "divided_impl.h"
#include "flow_impl.h"

typedef struct rdg_linear {
    rdg_index mode, n, np, waves;    /* waves: 2 H + 1 */
    rdg_index numbers;               /* that it holds */
    long used;                       /* when it was last */
    bool known, sloped;              /* at p; with derivatives by parameters */
    bool decomposed, closed;         /* A; its eigenvectors are good enough */
    bool turned;                     /* B is that of Ap and A */
    bool turns, bends;               /* parameters move A; its second derivatives by them are not 0 */
    double *p;                       /* [np] */
    double *A;                       /* [n n] */
    double *g;                       /* [n waves] values of g at the phases 2 pi k / waves */
    rdg_structure_parameter *lambda; /* [n] */
    rdg_structure_parameter *V, *W;  /* [n n] V[row + n*i], W[i + n*column] */
    double *Vr, *Wr;                 /* [n n] the same in pairs Re v, Im v and of their inverse */
    double *reach;                   /* [n n] |V| */
    rdg_structure_parameter *G;      /* [n waves] W G_m */
    bool *moves;                     /* [np] A depends on the parameter */
    double *print;                   /* [n np] by which A_p is recognised */
    double *Ap;                      /* [n n np] */
    double *gp;                      /* [n waves np] as g */
    rdg_structure_parameter *B;      /* [n n np] W A_p V */
    rdg_structure_parameter *Gp;     /* [n waves np] */
    double *memory;
} rdg_linear;

/* What a closed form works in, for the largest mode so far. */
typedef struct rdg_linear_work {
    rdg_node *L, *M;                  /* [n] lambda tau, [waves] i m omega tau */
    rdg_structure_parameter *z0, *z1; /* [n] amplitudes at the beginning and at the end */
    rdg_structure_parameter *phase;   /* [waves] exp(i m phi) at the beginning */
    rdg_structure_parameter *q;       /* [n waves] */
    rdg_structure_parameter *D;       /* [n waves] tau exp[L_i, M_m] */
    rdg_structure_parameter *S;       /* [n n] what A_ik brings of amplitude k */
    rdg_structure_parameter *a, *b;   /* [n] */
    rdg_structure_parameter *c;       /* [n] */
    rdg_structure_parameter *near;    /* [waves] tau^2 exp[L_i, L_j, M_m] of a pair */
    rdg_structure_parameter *twice;   /* [n waves] tau^2 exp[L_i, M_m, M_m] */
    rdg_structure_parameter *own[3];  /* [n] T of linear_sums.c, its derivatives by the frequency */
    rdg_structure_parameter *wave[3]; /* [n waves] U */
    double *T;                        /* [n (n + np + 2)] */
    double *x, *y;                    /* [n], [n] */
    double *u;                        /* [nu] */
    double *J;                        /* [n nu] */
    double *H;                        /* [nu nu] */
    double *all;                      /* [(nu + 1)^2] second derivatives */
    double *eigen;                    /* workspace of LAPACK */
    int *pivot;                       /* [n] */
} rdg_linear_work;

typedef struct rdg_linears {
    rdg_index count, capacity;
    rdg_linear **item;
    long clock;
    rdg_index n, np, waves; /* that there is space for */
    rdg_linear_work work;
    void *memory;
    int *pivot;
} rdg_linears;

static inline bool rdg_leads(const rdg_linear *l, rdg_index i)
{
    return l->lambda[i].im >= 0.0;
}

/* tau^2 exp[L_i, L_k, M_m]: from ik = tau exp[L_i, L_k] and those of both with M_m where nodes are apart. */
static inline rdg_structure_parameter rdg_linear_of_three(const rdg_linear_work *w, rdg_index n, rdg_index i,
                                                          rdg_index k, rdg_index m, double tau,
                                                          rdg_structure_parameter ik)
{
    const rdg_node *Li = &w->L[i], *Lk = &w->L[k], *M = &w->M[m];
    const rdg_structure_parameter d[3] = {rdg_minus(Lk->at, Li->at), rdg_minus(M->at, Li->at),
                                          rdg_minus(M->at, Lk->at)};
    const double far[3] = {rdg_square(d[0]), rdg_square(d[1]), rdg_square(d[2])};
    const int most = far[0] >= far[1] ? (far[0] >= far[2] ? 0 : 2) : far[1] >= far[2] ? 1 : 2;
    if (!(far[most] > 1.0)) {
        return rdg_scaled(tau * tau, rdg_divided_3(Li, Lk, M));
    }
    const rdg_structure_parameter im = w->D[i + n * m], km = w->D[k + n * m];
    const rdg_structure_parameter rise = most == 0   ? rdg_minus(km, im)
                                         : most == 1 ? rdg_minus(km, ik)
                                                     : rdg_minus(im, ik);
    const double size = tau / far[most];
    return (rdg_structure_parameter){(rise.re * d[most].re + rise.im * d[most].im) * size,
                                     (rise.im * d[most].re - rise.re * d[most].im) * size};
}

/* --- linear.c */

/* The closed form of the mode at hand at the parameters k->u + n, with derivatives by parameters if `slopes`;
 * flow->closed is NULL where there is none. As callbacks. */
int rdg_linear_enter(rdg_flow *flow, bool slopes);
void rdg_linear_free(rdg_flow *flow);

/* --- linear_basis.c */

/* Numbers that LAPACK works in. */
static inline rdg_index rdg_linear_eigen_workspace(rdg_index n)
{
    return n * n + 6 * n;
}

/* Eigenvalues and vectors of l->A; l->closed: they serve. */
void rdg_linear_decompose(rdg_linear *l, rdg_linear_work *w);

/* --- linear_units.c */

/* Units in which states reach each other in the motion without forcing, whatever the time: unit [n]. */
void rdg_linear_units(const rdg_linear *l, rdg_linear_work *w, double *unit);

/* --- linear_field.c: as callbacks */

/* l->A, l->g at l->p; *same: A is what it was. */
int rdg_linear_read(rdg_flow *flow, rdg_linear *l, bool *same);

/* l->Ap, l->gp; *same: A_p is what it was. */
int rdg_linear_read_slopes(rdg_flow *flow, rdg_linear *l, bool *same);

/* --- linear_waves.c */

/* W G_m of values at the phases 2 pi k / waves. */
void rdg_linear_waves(const rdg_linear *l, rdg_linear_work *w, const double *g, rdg_structure_parameter *G);

/* B = W A_p V of the parameters that move A. */
void rdg_linear_turn(rdg_linear *l, rdg_linear_work *w);

/* --- linear_segment.c */

/* y = M x of columns, M [n n] */
void rdg_linear_multiply(rdg_index n, const double *M, rdg_index columns, const double *x, double *y);

/* From x at the phase phi. */
void rdg_linear_start(const rdg_linear *l, rdg_linear_work *w, const double *x, double phi);

/* From there, x, to y after the time tau. */
void rdg_linear_go(const rdg_linear *l, rdg_linear_work *w, double tau, double omega, const double *x,
                   double *y);

/* As large as states may become in between: what their amplitudes come to. */
void rdg_linear_extent(const rdg_linear *l, const rdg_linear_work *w, const double *x, const double *y,
                       double *extent);

/* Columns of derivatives by (x, p, phi, tau) there, behind rdg_linear_go(). */
void rdg_linear_vary(const rdg_rk *k, const rdg_linear *l, rdg_linear_work *w, double tau, double *dy);

/* tau exp[L_i, L_k] z0_k + sum over m of q_km tau^2 exp[L_i, L_k, M_m], to w->S */
void rdg_linear_spread(const rdg_linear *l, rdg_linear_work *w, double tau);

/* --- linear_second.c: as callbacks */
int rdg_linear_second(rdg_flow *flow, const double *sigma, const double *lambda, double *H);

/* --- linear_step.c: steps through a closed form, in which surfaces are examined */

/* From k->z at pos; then a place of the step at hand. */
void rdg_linear_begin(rdg_flow *flow, double pos);
void rdg_linear_within(rdg_flow *flow, double place, double *x);

/* The time in which nothing grows by more than a step allows; INFINITY: nothing grows. */
double rdg_linear_grows(const rdg_flow *flow);

/* The longest step from k->z at pos on which surfaces can be examined, a share of tau. */
double rdg_linear_reach(rdg_flow *flow, double pos);

#endif
