/** @file mechanics.h
 *  @brief Everything of the toolbox mechanics: structures, beams, linear modes, condensation. */
#ifndef RDG_MECHANICS_H
#define RDG_MECHANICS_H

#include "beam.h"
#include "condensation.h"
#include "modes.h"
#include "structure.h"

#endif
