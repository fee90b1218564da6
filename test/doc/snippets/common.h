/* What pieces of C in the manual's pages take for granted. */
#include <ridgewalk/ridgewalk.h>

#include <math.h>
#include <stdio.h>

extern rdg_context *ctx;
extern rdg_problem *p;
extern rdg_structure *beam, *blade, *s;
extern rdg_hbm *hb;
extern rdg_index n, label, count;
extern double *Q, *u, *q, omega;
