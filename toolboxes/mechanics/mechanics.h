/** @file mechanics.h
 *  @brief Everything of the toolbox mechanics.
 *
 *  Structures, beams, linear modes, condensation. Elements given by a force law, loads, sensors, static
 *  equilibrium. */
#ifndef RDG_MECHANICS_H
#define RDG_MECHANICS_H

#include <ridgewalk/beam.h>
#include <ridgewalk/calculix.h>
#include <ridgewalk/centrifugal.h>
#include <ridgewalk/chain.h>
#include <ridgewalk/condensation.h>
#include <ridgewalk/context.h>
#include <ridgewalk/element_kind.h>
#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/memory_element.h>
#include <ridgewalk/modes.h>
#include <ridgewalk/numbers.h>
#include <ridgewalk/plane.h>
#include <ridgewalk/rest.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/structural_damping.h>
#include <ridgewalk/structure.h>
#include <ridgewalk/structure_file.h>
#include <ridgewalk/time_element.h>
#include <ridgewalk/vector_element.h>
#include <ridgewalk/version.h>
#include <ridgewalk/whirl_modes.h>

#endif
