/* What the two pictures of a farm share. */
#ifndef RDG_PLOT_FARM_H
#define RDG_PLOT_FARM_H

#include "farm_parts.h"
#include "rdg.h"

/* Name of a run of a case in the farm's folder: 0412/frc */
void name_run(const call *c, const farm *f, long number, char *name, size_t size);

/* plot_distribution.c: of so many complete cases; false after a message */
bool draw_distribution(const call *c, const farm *f, const long *number, long n, const char *output);

#endif
