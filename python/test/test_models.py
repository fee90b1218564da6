"""Own equations and elements, systems in time with their orbits, all ridges, design and nonlinear modes from Python, against closed
forms and against one another."""

import importlib.util
import math
import unittest

import numpy

import ridgewalk
from ridgewalk import design, hold_at, hz, label_every, release, ridges_samples, uz, window


class Models(unittest.TestCase):
    def setUp(self):
        self.ctx = ridgewalk.Context("models_from_python", quiet=True)
        self.addCleanup(self.ctx.close)

    def oscillator(self, name="oscillator", damping=0.1):
        s = self.ctx.structure(name, [[1.0]], [[damping]] if damping else None, [[1.0]])
        s.name_dof("x", 0)
        s.sensor("A", "x", harmonic=1)
        return s

    def rubbing_mass(self):
        s = self.ctx.structure("mass", [[1.0]], [[6.0]], [[9e4]])
        s.name_dof("x", 0)
        s.contact(name="pad", tangential="x", kt=4e4, mu=0.3, preload=20.0)
        s.force("x")
        s.sensor("Am", "x")
        return s

    # --- elements and equations

    def test_a_force_law_of_ones_own_is_the_built_in_one(self):
        peaks = []
        for own in (False, True):
            s = self.oscillator()
            if own:
                s.own_force("x", lambda x, v, k3: k3 * x**3, name="spring", parameters={"k3": 1.0})
            else:
                s.cubic_spring(at="x", k3=1.0)
            s.force("x", 0.2)
            p = s.harmonic_balance(1, 3).problem(omega=0.5)
            with p.run("own" if own else "built_in", release("omega"), window("omega", 0.5, 2.0), uz("omega", 1.2)) as run:
                peaks.append([run["A"][i] for i in run.points_of_type("UZ")] + [run["omega"][i] for i in run.points_of_type("FP")])
        numpy.testing.assert_allclose(peaks[0], peaks[1], rtol=1e-9)

    def test_its_parameters_can_be_released(self):
        s = self.oscillator()
        s.own_force("x", lambda x, v, k3: k3 * x**3, name="spring", parameters={"k3": 1.0})
        s.force("x", 0.2)
        p = s.harmonic_balance(1).problem(omega=1.0, **{"spring.k3": 1.0})
        with p.run("k3", release("spring.k3"), window("spring.k3", 0.5, 2.0)) as run:
            stiffness = 0.75 * run["spring.k3"] * run["A"]**2  # omega = 1: 1 - omega^2 = 0
            numpy.testing.assert_allclose(run["A"] * numpy.hypot(stiffness, 0.1), 0.2, rtol=1e-8)

    def test_what_a_callback_raises_is_raised_again(self):
        s = self.oscillator()
        s.own_force("x", lambda x, v: 1 / 0)
        s.force("x", 0.2)
        with self.assertRaises(ZeroDivisionError):
            s.harmonic_balance(1).problem(omega=1.0)
        p = self.ctx.problem()
        p.variables("x", [1.0, 2.0])
        p.zero("wrong", lambda u: u)  # two values where one is declared
        p.parameter("p", "x", 1)
        with self.assertRaisesRegex(ValueError, r"must return an array of shape \(1,\), not \(2,\)"):
            p.run("wrong", release("p"))
        self.assertEqual(len(self.oscillator()), 1)  # and goes on

    def test_equations_of_ones_own(self):
        for jacobian in (None, lambda u: [[2 * u[0], 2 * u[1]]]):
            p = self.ctx.problem()
            p.variables("x", [1.0, 0.0])
            p.zero("circle", lambda u: u[0]**2 + u[1]**2 - 1.0, jacobian)
            p.monitor("product", lambda u: u[0] * u[1])
            p.parameter("y", "x", 1)
            with p.run("circle", release("y"), ridgewalk.max_points(400)) as run:
                self.assertEqual(len(run.points_of_type("FP")), 2)
                numpy.testing.assert_allclose(numpy.abs(run["y"][run.points_of_type("FP")]), 1.0, rtol=1e-9)
                numpy.testing.assert_allclose(run["product"]**2, run["y"]**2 * (1 - run["y"]**2), atol=1e-9)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "no matplotlib")
    def test_unstable_parts_are_dashed(self):
        import matplotlib
        matplotlib.use("agg")
        import matplotlib.pyplot
        s = self.oscillator()
        s.cubic_spring(at="x", k3=1.0)
        s.force("x", 0.2)
        hb = s.harmonic_balance(1)
        p = hb.problem(omega=0.5)
        hb.add_bifurcations(p)
        with p.run("dashed", release("omega"), window("omega", 0.5, 2.0)) as run:
            axes = ridgewalk.plot(run, "omega", "A", axes=matplotlib.pyplot.figure().gca(), marks=False)
            self.assertEqual([line.get_linestyle() for line in axes.lines], ["-", "--", "-"])
            folds = run["omega"][run.points_of_type("FP")]
            numpy.testing.assert_allclose(sorted(axes.lines[1].get_xdata()[[0, -1]]), sorted(folds), rtol=0.05)

    # --- orbits

    @staticmethod
    def van_der_pol(u):
        x, v, mu = u
        return v, mu * (1 - x * x) * v - x

    @staticmethod
    def van_der_pol_jacobian(u):
        x, v, mu = u
        return (0, 1, 0), (-2 * mu * x * v - 1, mu * (1 - x * x), (1 - x * x) * v)

    def test_orbits_by_shooting_and_by_collocation(self):
        system = self.ctx.smooth("van der Pol", 2, self.van_der_pol, self.van_der_pol_jacobian, mu=1.0)
        orbits = system.shooting(x=[2.0, 0.0], transient=40.0, period=6.66)
        run = orbits.problem().run("shot", release("mu"), window("mu", 1.0, 1.2), label_every(5))
        self.assertAlmostEqual(run["T"][0], 6.663286859323, places=8)  # Andersen and Geer (1982)
        t, x = orbits.motion(run, run.labels[0])
        self.assertEqual(x.shape, (200, 2))
        numpy.testing.assert_allclose(numpy.abs(x[:, 0]).max(), 2.00862, rtol=1e-3)
        by_collocation = orbits.collocation(run, run.labels[0], intervals=30)
        with by_collocation.problem().run("collocated", release("mu"), window("mu", 1.0, 1.2)) as other:
            numpy.testing.assert_allclose(other["T"][-1], run["T"][-1], rtol=1e-7)
        samples = numpy.column_stack([2 * numpy.cos(2 * math.pi * numpy.arange(40) / 40),
                                      -2 * numpy.sin(2 * math.pi * numpy.arange(40) / 40)])
        guessed = self.ctx.smooth("van der Pol", 2, self.van_der_pol, self.van_der_pol_jacobian, mu=0.1).collocation(samples, period=6.3)
        with guessed.problem().run("guessed", release("mu"), window("mu", 0.1, 1.0)) as other:
            self.assertAlmostEqual(other["T"][-1], 6.663286859323, places=5)
        run.close()

    def test_an_orbit_with_an_event(self):
        """A pendulum clock: damped swings, and a kick J where it passes its rest: v = J / (1 - exp(-2 pi z / w))."""
        z = 0.1
        clock = self.ctx.hybrid("clock", J=0.3)
        for side in ("left", "right"):
            clock.phase(side, 2, lambda u: (u[1], -u[0] - 2 * z * u[1]), lambda u: ((0, 1, 0), (-1, -2 * z, 0)))
        clock.event_surface("kick", "left", "right", lambda u: u[0], lambda u: (0.0, u[1] + u[2]), direction=1)
        clock.event_surface("pass", "right", "left", lambda u: u[0])
        orbits = clock.shooting(x=[-0.5, 0.0], transient=60.0)
        self.assertEqual(sorted(orbits.sequence().split(", ")), ["kick", "left", "pass", "right"])
        with orbits.problem().run("clock", release("J"), window("J", 0.3, 1.0), label_every(1)) as run:
            w = math.sqrt(1 - z * z)
            numpy.testing.assert_allclose(run["T"], 2 * math.pi / w, rtol=1e-9)
            for label in run.labels:
                J = run.solution(label)["p"][0]
                t, x = orbits.motion(run, label, 4000)
                self.assertAlmostEqual(x[:, 1].max() * (1 - math.exp(-2 * math.pi * z / w)) / J, 1.0, places=3)

    def test_a_structure_in_time(self):
        s = self.oscillator()
        s.cubic_spring(at="x", k3=1.0)
        s.force("x", 0.2)
        orbits = s.hybrid(omega=0.7, alpha=1.0).shooting(transient=200.0)
        run = orbits.problem().run("in_time", release("omega"), window("omega", 0.7, 0.9), label_every(1))
        t, x = orbits.motion(run, run.labels[0], 256)
        first = 2 * abs(numpy.fft.rfft(x[:, 0])[1]) / 256
        with s.harmonic_balance(1, 3, 5, 7).problem(omega=0.7).run("balanced", release("omega"), window("omega", 0.7, 0.9)) as hb:
            self.assertAlmostEqual(first, hb["A"][0], places=6)
        run.close()

    # --- ridges, design, nonlinear modes

    def test_all_ridges(self):
        hb = self.rubbing_mass().harmonic_balance(1, 3)
        p = hb.problem(omega=hz(40), alpha=5.0)
        with p.run("frc", release("omega"), window("omega", hz(40), hz(70)), ridgewalk.maxima("Am")) as frc:
            greatest = frc["Am"].max()
        all_ = hb.ridges("all", "Am", window("alpha", 2.0, 20.0), window("omega", hz(40), hz(70)), ridges_samples(5))
        self.assertTrue(all_.certified, all_.ranges)
        self.assertEqual(len(all_.runs), 1)
        omega, amplitude, ridge = all_.greatest(5.0)
        self.assertAlmostEqual(amplitude / greatest, 1.0, places=8)
        self.assertEqual(ridge, 0)

    def test_design(self):
        def peak(preload):
            s = self.ctx.structure("mass", [[1.0]], [[6.0]], [[9e4]])
            s.name_dof("x", 0)
            s.contact(name="pad", tangential="x", kt=4e4, mu=0.3, preload=preload)
            s.force("x")
            s.sensor("Am", "x")
            hb = s.harmonic_balance(1)
            run = hb.problem(omega=hz(40), alpha=5.0).run(f"at_{preload:.6f}", release("omega"), window("omega", hz(40), hz(70)),
                                                          ridgewalk.maxima("Am"))
            with run:
                return run["Am"].max(), hb
        _, hb = peak(20.0)
        found = hb.design("best", "Am", hold_at("alpha", 5.0), window("omega", hz(40), hz(70)), design("pad.preload", 2.0, 80.0))
        self.assertEqual(found["kind"], "optimum")
        self.assertTrue(found["certified"])
        best = found["parameters"]["pad.preload"]
        self.assertAlmostEqual(peak(best)[0] / found["amplitude"], 1.0, places=7)
        for factor in (0.9, 1.1):
            self.assertGreater(peak(factor * best)[0], found["amplitude"])

    def test_a_nonlinear_mode(self):
        s = self.oscillator("undamped", damping=0.0)
        s.cubic_spring(at="x", k3=1.0)
        hb = s.harmonic_balance(1)
        with hb.nonlinear_mode("mode", window("log10a", -2.0, 0.5), number=1, at="x", conservative=True) as mode:
            a = 10**mode["log10a"]
            numpy.testing.assert_allclose(mode["omega"]**2, 1 + 0.75 * a**2, rtol=1e-9)

    def test_wrong_calls_are_refused_in_words(self):
        with self.assertRaisesRegex(TypeError, 'rdg_mode has no "nummer"'):
            self.oscillator().harmonic_balance(1).nonlinear_mode("m", nummer=1)
        with self.assertRaisesRegex(ridgewalk.Failed, "no named degree of freedom"):
            self.oscillator().own_force("y", lambda x, v: 0.0)
        with self.assertRaisesRegex(ValueError, "x has the shape"):
            self.ctx.smooth("s", 1, lambda u: -u).collocation([1.0, 2.0])
        with self.assertRaisesRegex(ridgewalk.Failed, "no phase"):
            self.ctx.hybrid("h").event_surface("e", "a", "b", lambda u: u[0])


unittest.main()
