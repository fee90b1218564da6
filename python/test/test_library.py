"""The library called from Python: the ridge of the friction beam is that of the C program; what is wrong is told; structs and
numbers are those of the headers. usage: python3 test_library.py INCLUDE_FOLDER, in a folder that has the runs of the C program
in runs/."""

import ctypes
import pathlib
import shutil
import subprocess
import sys
import unittest

import numpy

import ridgewalk
from ridgewalk import hz, layout, release, start_from_greatest, window

INCLUDE = sys.argv.pop()


def friction_beam(ctx):
    beam = ctx.beam(length=0.2, width=0.01, height=0.01, young=210e9, density=7830.0, elements=20)
    beam.damping(0.0, 1.5e-5)
    for name, node in (("pad", 5), ("shaker", 12), ("tip", 20)):
        beam.name_dof(name, beam.deflection(node))
    beam.contact(tangential="pad", kt=2e8, kn=2e8, mu=0.3, preload=40)
    beam.force("shaker")
    beam.sensor("Am", "tip")
    return beam


class Library(unittest.TestCase):
    def setUp(self):
        self.ctx = ridgewalk.Context("from_python", quiet=True)
        self.addCleanup(self.ctx.close)

    def test_the_ridge_is_that_of_the_c_program(self):
        hb = friction_beam(self.ctx).harmonic_balance(1)
        p = hb.problem(omega=hz(300), alpha=0.03)
        frc = p.run("frc", release("omega"), window("omega", hz(300), hz(335)))
        ridge = hb.ridge("ridge", "Am", start_from_greatest("frc"), window("alpha", 0.03, 314.0))
        for mine, name in ((frc, "frc"), (ridge, "ridge")):
            other = ridgewalk.Run(name)
            for column in mine.columns:
                if column != "time":
                    numpy.testing.assert_array_equal(mine[column], other[column])
            other.close()
            mine.close()

    def test_structures_from_arrays(self):
        M, K = numpy.diag([1.0, 0.5]), numpy.array([[9e4, -3e4], [-3e4, 3e4]])
        s = self.ctx.structure("two masses", M, None, K)
        s.name_dof("x1", 0)
        self.assertEqual(len(s), 2)
        exact = numpy.sqrt(numpy.sort(numpy.linalg.eigvals(numpy.linalg.solve(M, K))))
        numpy.testing.assert_allclose(s.modes(2), exact, rtol=1e-13)
        K[0, 0] += 4e4
        exact = numpy.sqrt(numpy.sort(numpy.linalg.eigvals(numpy.linalg.solve(M, K))))
        numpy.testing.assert_allclose(s.modes(2, {"x1": 4e4}), exact, rtol=1e-13)
        with self.assertRaisesRegex(ValueError, "square and alike"):
            self.ctx.structure("oblong", numpy.ones((2, 3)), None, K)

    def test_elements_and_options(self):
        s = self.ctx.structure("oscillator", [[1.0]], [[0.1]], [[1.0]])
        s.name_dof("x", 0)
        s.cubic_spring(at="x", k3=1.0)
        s.force("x", 0.2)
        s.sensor("A", "x", harmonic=1)
        hb = s.harmonic_balance(1, 3)
        p = hb.problem(omega=0.5)
        hb.add_bifurcations(p)
        frc = p.run("cubic", release("omega"), window("omega", 0.5, 2.0), ridgewalk.uz("omega", 0.7, 0.9))
        self.assertEqual(len(frc.points_of_type("FP")), 2)
        self.assertGreaterEqual(len(frc.points_of_type("UZ")), 2)
        self.assertTrue(((frc["stability"] > 1e-9).sum() > 3) and ((frc["stability"] < -1e-9).sum() > 3))
        frc.close()

    def test_dense_output_is_that_of_the_c_library(self):
        s = self.ctx.structure("oscillator", [[1.0]], [[0.1]], [[1.0]])
        s.name_dof("x", 0)
        s.cubic_spring(at="x", k3=1.0)
        s.force("x", 0.2)
        s.sensor("A", "x", harmonic=1)
        p = s.harmonic_balance(1).problem(omega=0.5)
        plain = p.run("plain", release("omega"), window("omega", 0.5, 2.0))
        with self.assertRaisesRegex(ValueError, "no dense output"):
            plain.interpolate("A", 0.5)
        plain.close()
        run = p.run("dense", release("omega"), window("omega", 0.5, 2.0), ridgewalk.dense_output())
        places = numpy.linspace(0, len(run) - 1, 777)
        lib, error, value = ridgewalk.library.library(), ctypes.c_double(), ctypes.c_double()
        lib.rdg_run_open.restype = ctypes.c_void_p
        opened = ctypes.c_void_p(lib.rdg_run_open(self.ctx._self, b"dense"))
        for column in ("omega", "A", "norm"):
            values, errors = run.interpolate(column, places)
            for i, place in enumerate(places):
                self.assertEqual(lib.rdg_run_interpolate(opened, column.encode(), ctypes.c_double(place),
                                                         ctypes.byref(value), ctypes.byref(error)), 0)
                self.assertAlmostEqual(values[i], value.value, delta=1e-13)
                self.assertEqual(errors[i], error.value)
        omega, A = run.interpolate("omega", places)[0], run.interpolate("A", places)[0]
        stiffness = 1.0 - omega**2 + 0.75 * A**2
        self.assertLess(numpy.abs(A * numpy.hypot(stiffness, 0.1 * omega) - 0.2).max(), 1e-5)
        with self.assertRaisesRegex(ValueError, "places are 0 to"):
            run.interpolate("A", len(run))
        with self.assertRaisesRegex(KeyError, "has no values between points"):
            run.interpolate("time", 0.5)
        run.close()

    def test_what_fails_is_told(self):
        s = friction_beam(self.ctx)
        with self.assertRaisesRegex(ridgewalk.Failed, 'no named degree of freedom.*it has: pad, shaker, tip'):
            s.force("tipp")
        with self.assertRaisesRegex(TypeError, 'rdg_contact has no "stiffness"; it has: name, tangential'):
            s.contact(tangential="pad", stiffness=3)
        p = s.harmonic_balance(1).problem(omega=hz(300), alpha=0.03)
        with self.assertRaisesRegex(ridgewalk.Failed, 'did you mean "omega"'):
            p.run("frc", release("omga"))
        with self.assertRaises(ridgewalk.Failed) as failure:
            p.run("frc", release("omega"), window("omega", 300, 200))
        self.assertIn("the lower bound comes first", str(failure.exception))
        p.run("frc", release("omega"), window("omega", hz(300), hz(335))).close()  # and goes on

    def test_wrong_types_are_told_and_never_taken_for_addresses(self):
        s = friction_beam(self.ctx)
        hb = s.harmonic_balance(1)
        p = hb.problem(omega=hz(300), alpha=0.03)
        for call in (lambda: p.run(3), lambda: p.run(b"frc"), lambda: release(3), lambda: s.contact(tangential=3),
                     lambda: hb.ridge("r", 3), lambda: hb.add_bifurcations(p, 3), lambda: s.force(1),
                     lambda: s.deflection("3"), lambda: s.deflection(1.5), lambda: s.name_dof("x", 1.7),
                     lambda: s.harmonic_balance(1.5), lambda: self.ctx.beam(name=3), lambda: s.modes(2, {3: 1.0})):
            self.assertRaises(TypeError, call)
        self.assertRaises(ValueError, p.run, "a\0b")
        self.assertRaises(OverflowError, s.harmonic_balance, 2**40)
        self.assertRaises(ridgewalk.Failed, s.modes, -1)

    def test_a_context_that_is_closed_says_so(self):
        ctx = ridgewalk.Context("closed", quiet=True)
        s = friction_beam(ctx)
        ctx.close()
        with self.assertRaisesRegex(ValueError, "the context is closed"):
            s.deflection(3)

    def test_runs_are_taken_up(self):
        p = friction_beam(self.ctx).harmonic_balance(1).problem(omega=hz(300), alpha=0.03)
        options = release("omega"), window("omega", hz(300), hz(335))
        with p.run("taken_up", *options) as whole, p.run("taken_up", ridgewalk.resume(), *options) as again:
            numpy.testing.assert_array_equal(whole["Am"], again["Am"])
            with self.assertRaisesRegex(KeyError, "no solution with label 4711"):
                again.motion(4711, "tip")

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_structs_and_numbers_are_those_of_the_headers(self):
        lines = ["#include <ridgewalk/ridgewalk.h>", "#include <stdio.h>", "int main(void) {"]
        expected = []
        for struct in layout.STRUCTS:
            lines.append(f'printf("%zu\\n", sizeof({struct.__name__}));')
            expected.append(ctypes.sizeof(struct))
            for field, _ in struct._fields_:
                lines.append(f'printf("%zu\\n", offsetof({struct.__name__}, {field}));')
                expected.append(getattr(struct, field).offset)
        for name, number in layout.OPTIONS.items():
            lines.append(f'printf("%d\\n", (int)RDG_OPTION_{name});')
            expected.append(number)
        lines.append('printf("%d\\n", (int)RDG_NEAREST); return 0; }')
        expected.append(layout.NEAREST)
        pathlib.Path("layout.c").write_text("\n".join(lines))
        subprocess.run(["cc", "-I", INCLUDE, "layout.c", "-o", "layout"], check=True)
        told = subprocess.run(["./layout"], check=True, capture_output=True, text=True).stdout.split()
        self.assertEqual([int(number) for number in told], expected)


unittest.main()
