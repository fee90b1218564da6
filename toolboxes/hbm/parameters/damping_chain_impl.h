/* Derivatives by the numbers of a damping, C = a M + b K and structural damping K (1 + i g), of what is
 * condensed: complex combinations of those in omega. */
#ifndef RDG_DAMPING_CHAIN_IMPL_H
#define RDG_DAMPING_CHAIN_IMPL_H

enum { RDG_DAMPING_NUMBERS = 3 };

/* x, y: 0 for a, 1 for b, 2 for g. The numbers multiply D, D', D'' of one harmonic, and T', T'' of a load. */
typedef struct rdg_damping_chain {
    double _Complex first[RDG_DAMPING_NUMBERS][2];   /* D_x; T_x = first[x][1] T' */
    double _Complex mixed[RDG_DAMPING_NUMBERS][3];   /* D_x omega */
    double _Complex load_mixed[RDG_DAMPING_NUMBERS]; /* T_x omega = load_mixed[x] T' + first[x][1] T'' */
    double _Complex second[RDG_DAMPING_NUMBERS][RDG_DAMPING_NUMBERS][3];      /* D_xy */
    double _Complex load_second[RDG_DAMPING_NUMBERS][RDG_DAMPING_NUMBERS][2]; /* T_xy */
} rdg_damping_chain;

/* Of harmonic k >= 1; damping: a, b, g. */
void rdg_damping_chain_at(int k, double omega, const double damping[RDG_DAMPING_NUMBERS],
                          rdg_damping_chain *chain);

#endif
