"""Bounds of peaks over residual stresses, and parameters fitted to measured points with their errors."""

import ctypes

from . import layout
from .layout import text
from .options import _of_toolbox, option_list


def peak_bounds(balance, sensor, alpha, low, high):
    """HarmonicBalance.peak_bounds()."""
    found = layout.BoundsResult()
    balance._call("bounds_at", text(sensor), float(alpha), float(low), float(high), ctypes.byref(found))
    ends = {name: (end.amplitude, end.omega) for name, end in
            (("low", found.low), ("high", found.high), ("given", found.given))}
    return {"reason": layout.BOUNDS_REASONS[found.reason], "contacts": found.contacts, "outside": found.outside,
            "uncertain": found.uncertain, "open": found.open, **ends}


_KINDS = {"response": "rdg_fit_responses", "ridge": "rdg_fit_ridges"}


def fit(balance, name, points, columns, parameters, sensor, kind, profiles):
    """HarmonicBalance.fit()."""
    if kind not in _KINDS:
        raise ValueError(f'{kind!r} is no kind of measured points; they are: {", ".join(_KINDS)}')
    context = balance.context
    called = layout.fill(layout.MeasuredColumns, columns)
    measured = ctypes.c_void_p(context.call("measured_read", context._self, str(points), ctypes.byref(called)))
    of = layout.FitPoints(measured, None, text(sensor))
    found = layout.FitResult()
    options = [_of_toolbox("rdg_fit_parameters", name=one, a=low, b=high) for one, (low, high) in parameters.items()]
    options += [_of_toolbox(_KINDS[kind], a=1.0, data=ctypes.addressof(of)),
                _of_toolbox("rdg_fit_answer", a=1.0, data=ctypes.addressof(found))]
    options += [_of_toolbox("rdg_fit_intervals_", a=1.0)] * bool(profiles)
    try:
        balance._call("fit_list", text(name), option_list(options, context.lib))
    finally:
        context.lib.rdg_measured_free(measured)
    fitted = {one: {key: getattr(found.parameter[i], key) for key, _ in layout.Fitted._fields_}
              for i, one in enumerate(parameters)}
    return {"parameters": fitted, "chi2": found.chi2, "freedom": found.freedom, "rank": found.rank}
