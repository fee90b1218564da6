/* The course of a function along a step, of which values are known here and there. */
#ifndef RDG_COURSE_IMPL_H
#define RDG_COURSE_IMPL_H

#include <stdbool.h>

enum { RDG_COURSE_MOST = 32 };

typedef struct rdg_course {
    int known;
    double at[RDG_COURSE_MOST], value[RDG_COURSE_MOST]; /* in the order of arclength */
    bool is_clear[RDG_COURSE_MOST]; /* from here to the next one it is what the others foretell */
} rdg_course;

/* Add a value; its index, or -1 where there is no room. */
int rdg_course_add(rdg_course *c, double at, double value);

/* The value there of the polynomial through what is known nearest by. */
double rdg_course_foretold(const rdg_course *c, double at);

/* Range of the values from index `first` to `last`. */
double rdg_course_range(const rdg_course *c, int first, int last);

/* May the polynomial between values i and i + 1, but for such an error, vanish more often than these tell?
 * *where: it has another sign than they tell, or is nearest to that, or divides its zeros. */
bool rdg_course_dips(const rdg_course *c, int i, double margin, double *where);

/* Changes of sign that values at arclengths >= 0 show. */
int rdg_course_changes(const rdg_course *c);

#endif
