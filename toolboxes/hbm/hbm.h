/** @file hbm.h
 *  @brief Harmonic balance: everything a demo script needs. */
#ifndef RDG_HBM_H
#define RDG_HBM_H

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/element.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/slider_start.h>
#include <ridgewalk/stability.h>
#include <ridgewalk/tanh_friction.h>
#include <ridgewalk/time_element.h>

#endif
