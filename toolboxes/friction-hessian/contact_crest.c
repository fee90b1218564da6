/* Crests: the points of the partition at which L stops rising, or U falling. At some of them a burst may be
 * born (contact_burst.c), which the path may leave out. */
#include "contact_impl.h"

#include <math.h>

static bool drives(const contact_piece *piece, int signal)
{
    return signal == CONTACT_LOWER ? piece->lower_rises : piece->upper_falls;
}

rdg_index rdg_contact_crest(const rdg_contact_element *e, int signal, rdg_index piece)
{
    rdg_index i = piece;
    do {
        i = i + 1 < e->n_points ? i + 1 : 0;
    } while (i != piece && drives(&e->piece[i], signal));
    return i;
}

bool rdg_contact_is_crest(const rdg_contact_element *e, int signal, rdg_index i)
{
    return !drives(&e->piece[i], signal) && drives(&e->piece[i > 0 ? i - 1 : e->n_points - 1], signal);
}

double rdg_contact_apart(double a, double b)
{
    return fabs(remainder(a - b, RDG_TURN));
}

double rdg_contact_reach(const rdg_contact_element *e)
{
    return 0.5 / e->series.top;
}

bool rdg_contact_is_burst(const rdg_contact_element *e, int signal, double tau)
{
    for (rdg_index k = 0; k < e->n_bursts; k++) {
        if (e->burst[k].signal == signal && rdg_contact_apart(e->burst[k].tau, tau) < rdg_contact_reach(e)) {
            return true;
        }
    }
    return false;
}
