"""Runs of Ridgewalk in Python: tables, solutions, motions in time, pictures.

    import ridgewalk
    frc = ridgewalk.Run("frc")              # runs/frc.db, also while it is being written
    frc["Am"].max()                         # a column, as an array
    frc.unit("omega")                       # 'rad/s'
    frc.solution(7)["Q"]                    # a block of variables of the solution with label 7
    frc.motion(7, "tip", samples=400)       # t in s, displacement in m, over one period
    ridgewalk.plot(frc, "f_Hz", "Am")       # with matplotlib: stable parts full, others dashed, special points

C computes, Python looks: nothing here writes to a run.
"""

from .runs import Damaged, Run, runs
from .pictures import plot

__all__ = ["Damaged", "Run", "plot", "runs"]
