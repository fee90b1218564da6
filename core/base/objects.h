/** @file objects.h
 *  @brief The types of a context and of a problem, for headers that only hand them on. */
#ifndef RDG_OBJECTS_H
#define RDG_OBJECTS_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Owner of all objects of a program, or of a part of it that shall fail and be freed by itself. */
typedef struct rdg_context rdg_context;

/** Variables, zero functions and monitor functions, put together stage by stage. Nothing can be added while a
 *  run of the problem is under way. */
typedef struct rdg_problem rdg_problem;

#ifdef __cplusplus
}
#endif
#endif
