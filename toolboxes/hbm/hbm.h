/** @file hbm.h
 *  @brief Harmonic balance: everything a demo script needs. */
#ifndef RDG_HBM_H
#define RDG_HBM_H

#include <ridgewalk/bifurcations.h>
#include <ridgewalk/cone_contact.h>
#include <ridgewalk/cubic_damper.h>
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/element.h>
#include <ridgewalk/excitation.h>
#include <ridgewalk/fluid_drag.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_potential.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/polynomial_spring.h>
#include <ridgewalk/polynomial_stiffness.h>
#include <ridgewalk/prestress.h>
#include <ridgewalk/quadratic_damper.h>
#include <ridgewalk/slider_start.h>
#include <ridgewalk/stability.h>
#include <ridgewalk/tanh_friction.h>
#include <ridgewalk/time_element.h>
#include <ridgewalk/truncation.h>
#include <ridgewalk/vector_element.h>

#endif
