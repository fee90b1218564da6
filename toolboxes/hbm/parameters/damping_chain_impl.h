/* Derivatives by the numbers of a proportional damping, C = a M + b K, of what is condensed: complex
 * combinations of those in omega. */
#ifndef RDG_DAMPING_CHAIN_IMPL_H
#define RDG_DAMPING_CHAIN_IMPL_H

/* x, y: 0 for a, 1 for b. The numbers multiply D, D', D'' of one harmonic, and T', T'' of a load. */
typedef struct rdg_damping_chain {
    double _Complex first[2][2];          /* D_x; T_x = first[x][1] T' */
    double _Complex mixed[2][3];          /* D_x omega */
    double _Complex second[2][2][3];      /* D_xy */
    double _Complex load_mixed[2];        /* T_x omega = load_mixed[x] T' + first[x][1] T'' */
    double _Complex load_second[2][2][2]; /* T_xy */
} rdg_damping_chain;

/* Of harmonic k >= 1. */
void rdg_damping_chain_at(int k, double omega, double a, double b, rdg_damping_chain *chain);

#endif
