/* The slider-crank with a flexible rod: a floating frame that is clamped at the crank's pin, beam elements
 * with linear axial and cubic bending displacements, the slider as a point mass at the end. q = (th1, th2,
 * displacements of the nodes u_x, u_y, slope, th3). Notation of the paper: I1 = int u0, S = int N, I3 = int
 * u0.N, I4 = int u0.J N, St = int N^T J N. */
#ifndef RDG_DEMO_FLEXIBLE_CRANK_H
#define RDG_DEMO_FLEXIBLE_CRANK_H

#include "crank.h"

#include <stdbool.h>
#include <string.h>

enum { FLEX_ELEMENTS = 21, FLEX_DOFS = 3 * FLEX_ELEMENTS };

typedef struct flexible_crank {
    crank_numbers numbers;
    int elements, nf;
    bool pinned; /* the frame goes along the chord: in place of the end's deflection stands the first slope */
    double length; /* of an element, m */
    double EA, EI; /* N, N m^2 */
    double I1[2], I2;
    double S[2][FLEX_DOFS], I3[FLEX_DOFS], I4[FLEX_DOFS];
    double tip[2][FLEX_DOFS],
        root[FLEX_DOFS]; /* displacements of the end, moment at the pin, of all coordinates */
    double Sff[FLEX_DOFS][FLEX_DOFS], St[FLEX_DOFS][FLEX_DOFS], K[FLEX_DOFS][FLEX_DOFS];
} flexible_crank;

/* Shape functions of an element at s in [0, 1]: axial of both nodes; deflection and slope of both */
static inline void flex_shape(double s, double length, double axial[2], double bending[4])
{
    axial[0] = 1.0 - s;
    axial[1] = s;
    bending[0] = 1.0 - 3.0 * s * s + 2.0 * s * s * s;
    bending[1] = length * s * (1.0 - s) * (1.0 - s);
    bending[2] = s * s * (3.0 - 2.0 * s);
    bending[3] = -length * s * s * (1.0 - s);
}

/* Coordinate of a displacement, three a node from the one behind the pin on; -1: it is none */
static inline int flex_coordinate(const flexible_crank *f, int dof)
{
    const int end = f->nf - 2;
    return f->pinned && dof == -1 ? end : (f->pinned && dof == end) || dof < 0 ? -1 : dof;
}

/* Mass dm at place s of element e into all integrals */
static inline void flex_add_mass(flexible_crank *f, int e, double s, double dm)
{
    static const int axial_of[2] = {0, 3}, bending_of[4] = {1, 2, 4, 5};
    double axial[2], bending[4], N[2][FLEX_DOFS] = {{0}};
    const double x = (e + s) * f->length;
    const int first = 3 * (e - 1); /* of the node in front; that at 0 is clamped */
    flex_shape(s, f->length, axial, bending);
    for (int i = 0; i < 2; i++) {
        const int at = flex_coordinate(f, first + axial_of[i]);
        if (at >= 0) {
            N[0][at] = axial[i];
        }
    }
    for (int i = 0; i < 4; i++) {
        const int at = flex_coordinate(f, first + bending_of[i]);
        if (at >= 0) {
            N[1][at] = bending[i];
        }
    }
    f->I1[0] += dm * x;
    for (int i = 0; i < f->nf; i++) {
        f->S[0][i] += dm * N[0][i];
        f->S[1][i] += dm * N[1][i];
        f->I3[i] += dm * x * N[0][i];
        f->I4[i] += dm * x * N[1][i];
        for (int j = 0; j < f->nf; j++) {
            f->Sff[i][j] += dm * (N[0][i] * N[0][j] + N[1][i] * N[1][j]);
            f->St[i][j] += dm * (N[0][i] * N[1][j] - N[1][i] * N[0][j]);
        }
    }
}

static inline void flex_add_stiffness(flexible_crank *f, int e)
{
    const double l = f->length, a = f->EA / l, b = f->EI / (l * l * l);
    const double k[6][6] = {{a, 0, 0, -a, 0, 0},
                            {0, 12 * b, 6 * b * l, 0, -12 * b, 6 * b * l},
                            {0, 6 * b * l, 4 * b * l * l, 0, -6 * b * l, 2 * b * l * l},
                            {-a, 0, 0, a, 0, 0},
                            {0, -12 * b, -6 * b * l, 0, 12 * b, -6 * b * l},
                            {0, 6 * b * l, 2 * b * l * l, 0, -6 * b * l, 4 * b * l * l}};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            const int row = flex_coordinate(f, 3 * (e - 1) + i), column = flex_coordinate(f, 3 * (e - 1) + j);
            if (row >= 0 && column >= 0) {
                f->K[row][column] += k[i][j];
            }
        }
    }
}

/* elements <= FLEX_ELEMENTS; young in Pa */
static inline void flex_fill_frame(flexible_crank *f, int elements, double young, crank_numbers numbers,
                                   bool pinned)
{
    static const double place[4] = {-0.8611363115940526, -0.3399810435848563, 0.3399810435848563,
                                    0.8611363115940526};
    static const double weight[4] = {0.3478548451374538, 0.6521451548625461, 0.6521451548625461,
                                     0.3478548451374538};
    const double density = 7800.0, depth = sqrt(12.0 * crank_J2 / crank_m2 - crank_l2 * crank_l2);
    const double width = crank_m2 / (density * crank_l2 * depth);
    *f = (flexible_crank){.numbers = numbers,
                          .elements = elements,
                          .nf = 3 * elements,
                          .pinned = pinned,
                          .length = crank_l2 / elements,
                          .EA = young * width * depth,
                          .EI = young * width * depth * depth * depth / 12.0,
                          .I2 = crank_J2 + 0.25 * crank_m2 * crank_l2 * crank_l2 +
                                crank_m3 * crank_l2 * crank_l2};
    for (int e = 0; e < elements; e++) {
        flex_add_stiffness(f, e);
        for (int k = 0; k < 4; k++) {
            flex_add_mass(f, e, 0.5 * (1.0 + place[k]), 0.5 * weight[k] * crank_m2 / elements);
        }
    }
    flex_add_mass(f, elements - 1, 1.0, crank_m3);
    f->tip[0][f->nf - 3] = 1.0;
    if (!pinned) { /* else the end has no deflection, and the pin no moment */
        f->tip[1][f->nf - 2] = 1.0;
        f->root[1] = 6.0 * f->EI / (f->length * f->length);
        f->root[2] = -2.0 * f->EI / f->length;
    }
}

/* The frame of most figures: along the rod's direction at the pin */
static inline void flex_fill(flexible_crank *f, int elements, double young, crank_numbers numbers)
{
    flex_fill_frame(f, elements, young, numbers, false);
}

static inline double flex_dot(int n, const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

static inline int flex_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    const flexible_crank *f = data;
    const int nf = f->nf, n = nf + 3;
    const double c1 = cos(q[0]), s1 = sin(q[0]), c = cos(q[1]), s = sin(q[1]), *qf = q + 2, *vf = v + 2;
    const double R[2] = {-crank_l1 * s1, crank_l1 * c1},
                 bend[2] = {-crank_l1 * c1, -crank_l1 * s1}; /* R', R'' */
    const double d[2] = {f->I1[0] + flex_dot(nf, f->S[0], qf), flex_dot(nf, f->S[1], qf)};
    const double Sv[2] = {flex_dot(nf, f->S[0], vf), flex_dot(nf, f->S[1], vf)};
    const double RA[2] = {R[0] * c + R[1] * s, -R[0] * s + R[1] * c};              /* R' A */
    const double RB[2] = {-R[0] * s + R[1] * c, -R[0] * c - R[1] * s};             /* R' A' */
    const double bA[2] = {bend[0] * c + bend[1] * s, -bend[0] * s + bend[1] * c};  /* R'' A */
    const double bB[2] = {-bend[0] * s + bend[1] * c, -bend[0] * c - bend[1] * s}; /* R'' A' */
    const double w1 = v[0], w2 = v[1], g = crank_gravity;
    double turn = f->I2 + 2.0 * flex_dot(nf, f->I3, qf), rate = flex_dot(nf, f->I3, vf);
    (void)t;
    to->h[0] = w2 * w2 * (RA[0] * d[0] + RA[1] * d[1]) - 2.0 * w2 * (RB[0] * Sv[0] + RB[1] * Sv[1]) -
               g * crank_l1 * c1 * (0.5 * crank_m1 + crank_m2 + crank_m3) + f->numbers.torque;
    for (int i = 0; i < nf; i++) {
        const double Sq = flex_dot(nf, f->Sff[i], qf), Stv = flex_dot(nf, f->St[i], vf),
                     Stq = flex_dot(nf, f->St[i], qf);
        const int row = i + 2;
        turn += qf[i] * Sq;
        rate += vf[i] * Sq;
        to->h[row] = -w1 * w1 * (bA[0] * f->S[0][i] + bA[1] * f->S[1][i]) + w2 * w2 * (f->I3[i] + Sq) +
                     2.0 * w2 * Stv - g * (s * f->S[0][i] + c * f->S[1][i]);
        to->M[row] = to->M[row * n] = RA[0] * f->S[0][i] + RA[1] * f->S[1][i];
        to->M[row + n] = to->M[row * n + 1] = f->I4[i] - Stq; /* qf^T St = -(St qf)^T */
        for (int j = 0; j < nf; j++) {
            to->M[(j + 2) * n + row] = f->Sff[i][j];
            to->K[(j + 2) * n + row] = f->K[i][j];
        }
    }
    to->h[1] = -w1 * w1 * (bB[0] * d[0] + bB[1] * d[1]) - 2.0 * w2 * rate - g * (c * d[0] - s * d[1]);
    to->M[0] = crank_J1 + (0.25 * crank_m1 + crank_m2 + crank_m3) * crank_l1 * crank_l1;
    to->M[1] = to->M[n] = RB[0] * d[0] + RB[1] * d[1];
    to->M[n + 1] = turn;
    to->M[n * n - 1] = crank_J3;
    return 0;
}

/* The slider's place, and its derivatives by q: [2][n], zero on entry */
static inline void flex_slider(const flexible_crank *f, const double *q, double place[2], double *dx,
                               double *dy)
{
    const double *qf = q + 2;
    const double c = cos(q[1]), s = sin(q[1]), x = crank_l2 + flex_dot(f->nf, f->tip[0], qf),
                 y = flex_dot(f->nf, f->tip[1], qf);
    place[0] = crank_l1 * cos(q[0]) + c * x - s * y;
    place[1] = crank_l1 * sin(q[0]) + s * x + c * y;
    dx[0] = -crank_l1 * sin(q[0]);
    dy[0] = crank_l1 * cos(q[0]);
    dx[1] = -s * x - c * y;
    dy[1] = c * x - s * y;
    for (int i = 0; i < f->nf; i++) {
        dx[2 + i] = c * f->tip[0][i] - s * f->tip[1][i];
        dy[2 + i] = s * f->tip[0][i] + c * f->tip[1][i];
    }
}

static inline int flex_guided(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const flexible_crank *f = data;
    double place[2], dx[FLEX_DOFS + 3] = {0};
    (void)t;
    flex_slider(f, q, place, dx, to->W);
    to->g[0] = place[1];
    to->g[1] = q[f->nf + 2];
    to->W[2 * (f->nf + 3) - 1] = 1.0;
    return 0;
}

static inline int flex_between_walls(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const flexible_crank *f = data;
    const int n = f->nf + 3;
    const double wall = crank_b + f->numbers.clearance, s3 = sin(q[n - 1]), c3 = cos(q[n - 1]);
    double place[2], dx[FLEX_DOFS + 3] = {0}, dy[FLEX_DOFS + 3] = {0};
    (void)t;
    flex_slider(f, q, place, dx, dy);
    for (int k = 0; k < 4; k++) {
        const double up = k < 2 ? -1.0 : 1.0, along = k == 0 || k == 3 ? 1.0 : -1.0;
        double *normal = to->W + (2 * k) * n, *slip = normal + n;
        to->g[k] = wall + up * place[1] + along * crank_a * s3 - crank_b * c3;
        for (int i = 0; i < n - 1; i++) {
            normal[i] = up * dy[i];
            slip[i] = dx[i];
        }
        normal[n - 1] = along * crank_a * c3 + crank_b * s3;
        slip[n - 1] = (k < 2 ? 1.0 : -1.0) * along * crank_a * s3 + up * crank_b * c3;
    }
    return 0;
}

/* Bending moment at the crank's pin, N m */
static inline double flex_root_moment(const flexible_crank *f, const double *q)
{
    return flex_dot(f->nf, f->root, q + 2);
}

static inline double flex_potential(double t, const double *q, void *data)
{
    const flexible_crank *f = data;
    const double *qf = q + 2, d[2] = {f->I1[0] + flex_dot(f->nf, f->S[0], qf), flex_dot(f->nf, f->S[1], qf)};
    double energy = crank_gravity * (crank_l1 * sin(q[0]) * (0.5 * crank_m1 + crank_m2 + crank_m3) +
                                     sin(q[1]) * d[0] + cos(q[1]) * d[1]) -
                    f->numbers.torque * q[0];
    (void)t;
    for (int i = 0; i < f->nf; i++) {
        energy += 0.5 * qf[i] * flex_dot(f->nf, f->K[i], qf);
    }
    return energy;
}

static inline rdg_mechanism *flexible_in_ideal_guide(rdg_context *ctx, flexible_crank *f)
{
    return rdg_mechanism_create(ctx, &(rdg_mechanism_options){.name = "flexible crank in an ideal guide",
                                                              .n = f->nf + 3,
                                                              .terms = flex_terms,
                                                              .bilateral = 2,
                                                              .geometry = flex_guided,
                                                              .potential = flex_potential,
                                                              .data = f});
}

static inline rdg_mechanism *flexible_with_clearance(rdg_context *ctx, flexible_crank *f, double e, double mu)
{
    const rdg_contact_law corner = {.mu = mu, .directions = 1, .restitution = e};
    return rdg_mechanism_create(
        ctx, &(rdg_mechanism_options){.name = "flexible crank with clearance",
                                      .n = f->nf + 3,
                                      .terms = flex_terms,
                                      .contacts = 4,
                                      .law = (rdg_contact_law[]){corner, corner, corner, corner},
                                      .geometry = flex_between_walls,
                                      .potential = flex_potential,
                                      .data = f});
}

#endif
