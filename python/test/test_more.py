"""Force laws with memory, finite element files, files for ParaView, bounds, fits and minimax from Python."""

import math
import pathlib
import sys
import unittest

import numpy

import ridgewalk
from ridgewalk import hz, maxima, release, window

MODELS = pathlib.Path(sys.argv.pop())  # demos/finite-elements


class More(unittest.TestCase):
    def setUp(self):
        self.ctx = ridgewalk.Context("more_from_python", quiet=True)
        self.addCleanup(self.ctx.close)

    def oscillator(self, stiffness=1.0, damping=0.1):
        s = self.ctx.structure("oscillator", [[1.0]], [[damping]], [[stiffness]])
        s.name_dof("x", 0)
        s.force("x")
        s.sensor("A", "x", harmonic=1)
        return s

    SIZES = {"x_size": 1.0, "v_size": 1.0, "w_size": 1.0}

    def test_a_law_with_memory_is_the_built_in_one(self):
        amplitudes = []
        for own in (False, True):
            s = self.oscillator(damping=0.02)
            if own:
                s.memory_force("x", lambda x, v, w, v_sign, w_sign: (w[0], 0.8 * v), bound=0.6, **self.SIZES)
            else:
                s.jenkins(at="x", kt=0.8, limit=0.6)
            p = s.harmonic_balance(1).problem(omega=1.0, alpha=1.0)
            with p.run("own" if own else "jenkins", release("omega"), window("omega", 1.0, 1.2),
                       ridgewalk.max_points(1)) as run:
                amplitudes.append(run["A"][0])
        numpy.testing.assert_allclose(amplitudes[0], amplitudes[1], rtol=1e-6)

    def test_what_such_a_law_does_wrong(self):
        for law, error, words in ((lambda *_: (0.0, [1.0, 2.0]), ValueError, "rates of 1 components"),
                                  (lambda *_: 1 / 0, ZeroDivisionError, "division"),
                                  (lambda *_: (math.nan, 0.0), ridgewalk.Failed, "")):
            s = self.oscillator()
            s.memory_force("x", law, **self.SIZES)
            with self.assertRaisesRegex(error, words):
                s.harmonic_balance(1).problem(omega=1.0).run("wrong", release("omega"), window("omega", 1.0, 1.1))
        with self.assertRaisesRegex(ridgewalk.Failed, "x_size|size"):
            self.oscillator().memory_force("x", lambda *_: (0.0, 0.0))
        with self.assertRaisesRegex(ridgewalk.Failed, "memory"):
            self.oscillator().memory_force("x", lambda *_: (0.0, 0.0), memory=9, **self.SIZES)

    def test_numbers_that_are_not_finite(self):
        with self.assertRaisesRegex(ridgewalk.Failed, 'K of "oscillator" is nan at row 0'):
            self.oscillator(stiffness=math.nan)
        with self.assertRaises(ridgewalk.Failed):
            self.oscillator().contact(tangential="x", kt=math.nan, mu=0.3, preload=1.0)

    def test_from_a_finite_element_model_to_paraview(self):
        blade = self.ctx.read_calculix("blade", MODELS / "blade")
        blade.damping(13.0, 0.0)
        mesh = blade.mesh(MODELS / "blade.inp")
        self.assertEqual((mesh.nodes, mesh.elements), (104, 8))
        self.assertIsNone(blade.node_dof(1, "x"))  # clamped
        for name, node in (("leading", 145), ("trailing", 151), ("middle", 73)):
            blade.name_dof(name, blade.node_dof(node, "x"))
        blade.name_nodes("kept", [145, 151, 73], "x")
        reduced = blade.component("kept", 10)
        s = reduced.structure
        s.contact(tangential="leading", kt=4e4, mu=0.3, preload=9.0)
        s.contact(tangential="trailing", kt=4e4, mu=0.3, preload=6.0)
        s.force("middle")
        s.sensor("Am", "leading")
        hb = s.harmonic_balance(1, 3, 5)
        p = hb.problem(omega=hz(150), alpha=2.0)
        with p.run("at_2N", release("omega"), window("omega", hz(150), hz(600)), maxima("Am")) as run:
            row = run.points_of_type("PM")[0]
            self.assertAlmostEqual(run["f_Hz"][row], 415.766, places=3)  # recipe animate.c
            hb.animate(run, run.labels[0], "peak.pvd", mesh, by=reduced, frames=3)
        self.assertEqual(len(list(pathlib.Path().glob("peak_*.vtu"))), 3)
        u = numpy.zeros(len(blade))
        u[blade.node_dof(145, "x")] = 2.0
        shape = mesh.displacement(u)
        self.assertEqual((shape.sum(), shape.max()), (2.0, 2.0))
        mesh.write("shape.vtu", displacement=shape, height=shape[:, 0])
        self.assertIn('Name="height"', pathlib.Path("shape.vtu").read_text())
        with self.assertRaisesRegex(ValueError, "the mesh has 104 nodes"):
            mesh.write("shape.vtu", height=[1.0])
        with self.assertRaisesRegex(ValueError, "degrees of freedom"):
            mesh.displacement([1.0])
        with self.assertRaisesRegex(ridgewalk.Failed, 'field "height" is nan at node 1'):
            mesh.write("shape.vtu", height=numpy.full(104, math.nan))

    def test_files_that_are_not_there(self):
        for read in (lambda: self.ctx.read_calculix("s", "nowhere"), lambda: self.ctx.read_nastran("s", "nowhere.pch"),
                     lambda: self.ctx.read_abaqus("s", "K.mtx", "M.mtx"), lambda: self.ctx.read_op4("s", "nowhere.op4")):
            with self.assertRaisesRegex(ridgewalk.Failed, "nowhere|K.mtx"):
                read()

    def test_bounds(self):
        s = self.ctx.structure("bar", [[1.0, 0.0], [0.0, 1.0]], [[0.05, 0.0], [0.0, 0.05]], [[1.0, -0.3], [-0.3, 2.0]])
        s.name_dof("x", 0)
        s.name_dof("y", 1)
        s.contact(name="pad", tangential="x", normal="y", kt=1.0, kn=1.0, mu=0.5, preload=1.0)
        s.contact(name="stop", tangential="y", kt=0.5, mu=0.5, preload=1000.0)
        s.force("x")
        s.sensor("A", "x")
        band = s.harmonic_balance(0, 1).peak_bounds("A", 0.3, 0.8, 2.0)
        self.assertIn(band["reason"], ("band", "all stick", "none sticks", "constant loads"))
        self.assertLessEqual(band["low"][0], band["given"][0] * (1 + 1e-9))
        self.assertGreaterEqual(band["high"][0], band["given"][0] * (1 - 1e-9))
        with self.assertRaisesRegex(ridgewalk.Failed, "harmonic"):
            s.harmonic_balance(1).peak_bounds("A", 0.3, 0.8, 2.0)

    def test_a_fit(self):
        omega = numpy.linspace(0.8, 1.6, 9)
        exact = 1 / numpy.hypot(1.5 - omega**2, 0.1 * omega) / math.sqrt(2)  # RMS
        lines = [f"1,{w / (2 * math.pi):.17g},{a:.17g},{0.01 * a:.17g}" for w, a in zip(omega, exact)]
        pathlib.Path("points.csv").write_text("\n".join(["alpha,f,A,s", *lines]) + "\n")
        s = self.ctx.structure("oscillator", [[1.0]], [[0.1]], [[1.0]])
        s.name_dof("x", 0)
        s.cubic_spring(name="spring", at="x", k=0.4)
        s.force("x")
        s.sensor("A", "x")
        hb = s.harmonic_balance(1)
        columns = {"level": "alpha", "frequency": "f", "amplitude": "A", "amplitude_error": "s"}
        found = hb.fit("fit", "points.csv", columns, {"spring.k": (0.1, 1.0)}, "A")
        self.assertAlmostEqual(found["parameters"]["spring.k"]["value"], 0.5, places=6)
        self.assertEqual((found["rank"], found["freedom"]), (1, 8))
        with self.assertRaisesRegex(ridgewalk.Failed, "spring.kk"):
            hb.fit("fit", "points.csv", columns, {"spring.kk": (0.1, 1.0)}, "A")
        pathlib.Path("bad.csv").write_text("alpha,f,A,s\n1,0.2,nan,0.1\n")
        with self.assertRaisesRegex(ridgewalk.Failed, "bad.csv"):
            hb.fit("fit", "bad.csv", columns, {"spring.k": (0.1, 1.0)}, "A")

    def test_minimax_finds_equal_peaks(self):
        """Den Hartog's absorber without damping of the mass: k = mu/(1 + mu)^2 nearly, two equal peaks."""
        mu = 0.05
        s = self.ctx.structure("absorber", [[1.0, 0.0], [0.0, mu]], None, [[1.0, 0.0], [0.0, 0.0]])
        s.name_dof("x", 0)
        s.name_relative("stroke", 1, 0)
        s.cubic_spring(name="spring", at="stroke", k=0.05)
        s.cubic_damper(name="damper", at="stroke", c=0.02)
        s.force("x")
        s.sensor("A", "x", harmonic=1)
        found = s.harmonic_balance(1).minimax("best", "A", 1.0, (0.6, 1.5), {"spring.k": (0.03, 0.06), "damper.c": (0.005, 0.05)})
        self.assertTrue(found["found"])
        self.assertEqual(len(found["omega"]), 2)
        self.assertAlmostEqual(found["parameters"]["spring.k"] * (1 + mu)**2 / mu, 1.0, places=2)
        self.assertAlmostEqual(found["amplitude"] / math.sqrt(1 + 2 / mu), 1.0, places=2)


unittest.main()
