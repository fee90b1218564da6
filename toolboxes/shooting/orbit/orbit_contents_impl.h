/* What runs of orbits state of their system. */
#ifndef RDG_ORBIT_CONTENTS_IMPL_H
#define RDG_ORBIT_CONTENTS_IMPL_H

#include <ridgewalk/contents.h>

/* Report of a hybrid system: an rdg_describe. */
void rdg_orbit_describe(const rdg_contents *out, const char *block, void *hybrid);

#endif
