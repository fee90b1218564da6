/* The sampled signals of a force law: motion, multipliers, second derivatives, a small motion. */
#include "law_element_impl.h"

double *rdg_law_x(const rdg_law_element *e, rdg_index j)
{
    return rdg_aft_signal(e->aft, j);
}

double *rdg_law_dx(const rdg_law_element *e, rdg_index j)
{
    return rdg_aft_signal(e->aft, e->law.d + j);
}

double *rdg_law_mu(const rdg_law_element *e, rdg_index j)
{
    return rdg_aft_signal(e->aft, 2 * e->law.d + j);
}

rdg_index rdg_law_scratch(const rdg_law_element *e)
{
    return 3 * e->law.d;
}

/* Those that are symmetric are kept once, for j <= k. */
rdg_index rdg_law_second(const rdg_law_element *e, rdg_law_pair pair, rdg_index j, rdg_index k)
{
    const rdg_index d = e->law.d, block = 3 * d + 1 + pair * d * d;
    return pair == RDG_LAW_XV || j <= k ? block + j + d * k : block + k + d * j;
}

rdg_index rdg_law_small(const rdg_law_element *e)
{
    const rdg_index d = e->law.d;
    return 3 * d + 1 + RDG_LAW_PAIRS * d * d;
}

double *rdg_law_small_x(const rdg_law_element *e, rdg_index j)
{
    return rdg_aft_signal(e->aft, rdg_law_small(e) + j);
}

double *rdg_law_small_v(const rdg_law_element *e, rdg_index j)
{
    return rdg_aft_signal(e->aft, rdg_law_small(e) + e->law.d + j);
}
