/** @file hbm.h
 *  @brief Harmonic balance: everything a demo script needs, but for the elements, which are in modules of
 * their own. */
#ifndef RDG_HBM_H
#define RDG_HBM_H

#include <ridgewalk/bifurcations.h>
#include <ridgewalk/context.h>
#include <ridgewalk/element.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_potential.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/hbm_solver.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/sampling_error.h>
#include <ridgewalk/stability.h>
#include <ridgewalk/truncation.h>
#include <ridgewalk/wave_exponents.h>

#endif
