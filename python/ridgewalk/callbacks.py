"""Functions of a Python program that the library calls: equations, force laws, vector fields. What such a function raises is
raised again by the call that was under way."""

import ctypes
import math

import numpy

from . import layout

_END = -1  # what a callback answers to end the run
_FUNCTION = {"f": layout.FUNCTION_F, "df": layout.FUNCTION_F, "d2f": layout.FUNCTION_D2F}


def _array(address, n):
    return numpy.ctypeslib.as_array(address, (n,)) if n > 0 else numpy.empty(0)


def guarded(context, call):
    """Call, and keep what is raised for Context.call(); None then."""
    try:
        return call()
    except BaseException as reason:  # also KeyboardInterrupt: it must not get lost within C
        context.raised = context.raised or reason
        return None


def _values(context, f, shape):
    """A callback that writes what f(u) returns, of this shape for n variables and m values, columns first."""
    def call(n, u, m, y, _):
        def fill():
            answer = numpy.asarray(f(_array(u, n).copy()), dtype=float)
            if answer.shape != shape(n, m):
                raise ValueError(f"{f.__name__}() must return an array of shape {shape(n, m)}, not {answer.shape}")
            _array(y, answer.size)[:] = answer.ravel(order="F")
            return 0 if numpy.isfinite(answer).all() else 1
        answer = guarded(context, fill)
        return _END if answer is None else answer
    return _FUNCTION["f"](call)


def _one_or_many(f):
    """f(u), whose value may be a number instead of an array."""
    def wrapped(u):
        return numpy.atleast_1d(f(u))
    wrapped.__name__ = getattr(f, "__name__", "function")
    return wrapped


def function(context, f, jacobian=None):
    """The callbacks f and df of rdg_function or rdg_hybrid_function. f(u) returns m values, jacobian(u) an array (m, n)."""
    callbacks = [_values(context, _one_or_many(f), lambda n, m: (m,))]
    if jacobian:
        callbacks.append(_values(context, lambda u: numpy.atleast_2d(jacobian(u)), lambda n, m: (m, n)))
    context.kept += callbacks
    return dict(zip(("f", "df"), callbacks))


def hybrid_function(context, f, jacobian=None):
    """The same as a field, a surface, a reset or a guard."""
    if f is None:
        return layout.HybridFunction()
    return layout.HybridFunction(**function(context, f, jacobian))


def plain_law(context, f, values):
    """A force against the displacement: f(x, v, ...) with the values of its parameters behind."""
    def call(x, v, _):
        answer = guarded(context, lambda: float(f(x, v, *(value.value for value in values))))
        return math.nan if answer is None else answer
    callback = layout.PLAIN_LAW(call)
    context.kept.append(callback)
    return callback


def memory_law(context, f, memory):
    """A force law with memory: f(x, v, w, v_sign, w_sign) answers the force and the rate of w, `memory` numbers."""
    def call(at, value, _):
        def fill():
            state = at[0]
            force, rate = f(state.x, state.v, _array(state.w, memory).copy(), state.v_sign, state.w_sign)
            rate = numpy.atleast_1d(numpy.asarray(rate, dtype=float))
            if rate.shape != (memory,):
                raise ValueError(f"a force law with memory must return the rates of {memory} components, not {rate.shape}")
            value[0].f = float(force)
            value[0].rate[:memory] = rate.tolist()
            return 0 if math.isfinite(value[0].f) and numpy.isfinite(rate).all() else 1
        answer = guarded(context, fill)
        return _END if answer is None else answer
    callback = layout.MEMORY_LAW(call)
    context.kept.append(callback)
    return callback


def double_array(context, values):
    """Numbers in C's order that live as long as the context; None stays None."""
    if values is None:
        return None
    flat = numpy.asfortranarray(values, dtype=float).ravel(order="F")
    given = (ctypes.c_double * max(flat.size, 1))(*flat)
    context.kept.append(given)
    return given
