/* Parameters as the search sees them. */
#include "least_squares_impl.h"

#include <math.h>

static bool is_logarithmic(const rdg_fit_parameter *q)
{
    return q->low > 0.0;
}

double rdg_fit_scaled(const rdg_fit_parameter *q, double p)
{
    return is_logarithmic(q) ? log(p) : (p - q->low) / (q->high - q->low);
}

double rdg_fit_value(const rdg_fit_parameter *q, double x)
{
    return is_logarithmic(q) ? exp(x) : q->low + x * (q->high - q->low);
}

double rdg_fit_slope(const rdg_fit_parameter *q, double x)
{
    return is_logarithmic(q) ? exp(x) : q->high - q->low;
}
