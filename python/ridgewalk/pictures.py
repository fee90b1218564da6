"""Pictures of runs, by matplotlib, which is loaded when the first one is drawn."""

import numpy

# special points that are worth a mark, and their marks (shapes, not colours alone, distinguish them)
MARKS = {"FP": "o", "FK": "s", "BP": "D", "PD": "^", "NS": "v", "HB": "^", "PM": "*", "PK": "*", "UZ": "x"}
INK = "#0072B2"


def _label(run, column):
    unit = run.unit(column)
    return {"f_Hz": "frequency in Hz"}.get(column, f"{column} in {unit}" if unit else column)


def _curve(axes, x, y, stable, **style):
    """Full where stable, dashed elsewhere; neighbouring pieces share their point."""
    ends = [0, *(numpy.flatnonzero(stable[1:] != stable[:-1]) + 1), len(x)]
    for k in range(len(ends) - 1):
        piece = slice(max(ends[k] - 1, 0), ends[k + 1])
        axes.plot(x[piece], y[piece], linestyle="-" if stable[ends[k]] else (0, (4, 2)), **style)


def _dense(run, x, y, flags):
    """Both columns and the flags at sixteen places between two points, if the run knows the curve there."""
    if not run.is_dense:
        return run[x], run[y], flags
    places = numpy.linspace(0, len(run) - 1, 16 * (len(run) - 1) + 1)
    return run.interpolate(x, places)[0], run.interpolate(y, places)[0], flags[numpy.ceil(places).astype(int)]


def plot(run, x, y, axes=None, color=INK, stable=None, marks=True, label=None):
    """Draw a column over another one, with its special points.

    axes   of matplotlib; None: those at hand
    stable an array of bool, or a column that is <= 0 where the motion is stable; None: "unstable" or "stability" if
           the run has one of them, else all is drawn full
    marks  draw special points: all, or those of the types given
    """
    if axes is None:
        import matplotlib.pyplot
        axes = matplotlib.pyplot.gca()
    for known in ("unstable", "stability"):
        stable = known if stable is None and known in run.columns else stable
    flags = numpy.ones(len(run), bool) if stable is None else (
        run[stable] <= 0 if isinstance(stable, str) else numpy.asarray(stable, bool))
    xs, ys = run[x], run[y]
    _curve(axes, *_dense(run, x, y, flags), color=color, solid_joinstyle="round", dash_joinstyle="round")
    if label:
        axes.plot([], [], color=color, label=label)
    for kind, mark in MARKS.items():
        at = run.points_of_type(kind)
        if len(at) and marks and (marks is True or kind in marks):
            axes.plot(xs[at], ys[at], mark, color=color, markerfacecolor="white", label=kind)
    axes.set_xlabel(_label(run, x))
    axes.set_ylabel(_label(run, y))
    if axes.get_legend_handles_labels()[0]:
        axes.legend()
    return axes
