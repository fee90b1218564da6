"""Ridgewalk in Python: models and runs by the C library (library.py), tables, solutions, motions in time, pictures.

    import ridgewalk
    frc = ridgewalk.Run("frc")              # runs/frc.db, also while it is being written
    frc["Am"].max()                         # a column, as an array
    frc.unit("omega")                       # 'rad/s'
    frc.solution(7)["Q"]                    # a block of variables of the solution with label 7
    frc.motion(7, "tip", samples=400)       # t in s, displacement in m, over one period
    frc.interpolate("Am", 12.25)            # between rows 12 and 13, of a run with dense_output(): value, error
    ridgewalk.plot(frc, "f_Hz", "Am")       # with matplotlib: stable parts full, others dashed, special points

The library is loaded when the first Context is made. Reading runs needs none.
"""

from .runs import Damaged, Run, runs
from .pictures import plot

from .library import Context, Failed, Structure
from .options import (dense_output, design, direction, expect_early_end, hold, hold_at, hz, label_every, max_points, maxima,
                      no_branch_points, no_folds, no_table, release, resume, ridges_samples, start_from, start_from_greatest,
                      start_from_point, start_near, step, switch, terminal, uz, window)
from .orbits import Orbits, Shooting, System
from .problems import Equations, HarmonicBalance, Problem, Ridges

__all__ = ["Context", "Damaged", "Equations", "Failed", "HarmonicBalance", "Orbits", "Problem", "Ridges", "Run", "Shooting",
           "Structure", "System", "dense_output", "design", "direction", "expect_early_end", "hold", "hold_at", "hz",
           "label_every", "max_points", "maxima", "no_branch_points", "no_folds", "no_table", "plot", "release", "resume",
           "ridges_samples", "runs", "start_from", "start_from_greatest", "start_from_point", "start_near", "step", "switch",
           "terminal", "uz", "window"]
