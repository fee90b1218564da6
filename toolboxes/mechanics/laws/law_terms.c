/* Terms of force laws by their numbers. */
#include "law_terms.h"

static double raised(double x, int power)
{
    double product = 1.0;
    for (int i = 0; i < (power < 0 ? -power : power); i++) {
        product *= x;
    }
    return power < 0 ? 1.0 / product : product;
}

/* c p^a differentiated by the numbers of a list, one after the other. */
static double differentiated(const rdg_law_terms *terms, const rdg_law_term *term, const int *by, int count)
{
    int power[RDG_LAW_TERM_PARAMETERS];
    double product = term->factor;
    for (int k = 0; k < RDG_LAW_TERM_PARAMETERS; k++) {
        power[k] = term->power[k];
    }
    for (int i = 0; i < count; i++) {
        product *= power[by[i]]--;
    }
    for (int k = 0; product != 0.0 && k < RDG_LAW_TERM_PARAMETERS; k++) {
        product *= raised(terms->number[k], power[k]);
    }
    return product;
}

void rdg_law_add_term(const rdg_law_terms *terms, const rdg_law_term *term)
{
    if (!terms || !term) {
        return;
    }
    const rdg_law_slopes *answer = terms->answer;
    int by[2] = {terms->which, 0};
    const double once = differentiated(terms, term, by, 1);
    answer->f[term->value] += once * term->s;
    for (rdg_index j = 0; term->slope && j < terms->n; j++) {
        answer->df[term->value + answer->values * j] += once * term->slope[j];
    }
    if (!term->slope && term->at >= 0) {
        answer->df[term->value + answer->values * term->at] += once;
    }
    for (by[1] = 0; by[1] < answer->numbers && by[1] < RDG_LAW_TERM_PARAMETERS; by[1]++) {
        answer->second[term->value + answer->values * by[1]] += differentiated(terms, term, by, 2) * term->s;
    }
}
