/** @file elements.h
 *  @brief Smooth elements: springs, dampers, regularised friction. */
#ifndef RDG_ELEMENTS_H
#define RDG_ELEMENTS_H

#include <ridgewalk/cubic_damper.h>
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/fluid_drag.h>
#include <ridgewalk/polynomial_spring.h>
#include <ridgewalk/polynomial_stiffness.h>
#include <ridgewalk/quadratic_damper.h>
#include <ridgewalk/soft_stop.h>
#include <ridgewalk/tanh_friction.h>

#endif
