/** @file ridgewalk.h
 *  @brief Everything of the core that a demo script needs. */
#ifndef RIDGEWALK_H
#define RIDGEWALK_H

#include "at.h"
#include "context.h"
#include "curve_sides.h"
#include "deflate.h"
#include "description.h"
#include "diagram.h"
#include "event.h"
#include "frozen.h"
#include "linear.h"
#include "moving.h"
#include "option_key.h"
#include "plot.h"
#include "problem.h"
#include "provide.h"
#include "run.h"
#include "run_data.h"
#include "run_option.h"
#include "singular.h"
#include "stop.h"
#include "table_column.h"

#endif
