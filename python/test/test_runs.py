"""The package against the run of a demo, read by other means. usage: python3 test_runs.py RDG_COMMAND, in the folder
that has runs/."""

import csv
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import unittest

import numpy

import ridgewalk

RDG = sys.argv.pop()


class Runs(unittest.TestCase):
    def setUp(self):
        self.run_ = ridgewalk.Run("frc")
        self.addCleanup(self.run_.close)

    def test_columns_are_those_of_the_command(self):
        subprocess.run([RDG, "export", "frc", "frc.csv"], check=True)
        with open("frc.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(self.run_), len(rows))
        for header, column in (("Am_m", "Am"), ("omega_rad_s", "omega"), ("point", "point")):
            self.assertTrue((self.run_[column] == [float(row[header]) for row in rows]).all())
        self.assertEqual([row["type"] for row in rows], list(self.run_["type"]))

    def test_units_and_windows(self):
        self.assertEqual(self.run_.unit("omega"), "rad/s")
        self.assertEqual(self.run_.unit("f_Hz"), "Hz")
        low, high = self.run_.window("omega")
        self.assertTrue(low < self.run_["omega"].min() + 1e-9 and high > self.run_["omega"].max() - 1e-9)
        with self.assertRaisesRegex(KeyError, "it has: point"):
            self.run_["nothing"]

    def test_the_motion_has_the_amplitude_of_the_sensor(self):
        for label in self.run_.labels:
            at = numpy.flatnonzero(self.run_["label"] == label)[0]
            t, tip = self.run_.motion(label, "tip", samples=20000)
            self.assertAlmostEqual(numpy.sqrt(numpy.mean(tip**2)) / self.run_["Am"][at], 1.0, places=12)
            self.assertAlmostEqual(t[1] * 20000 * self.run_["f_Hz"][at], 1.0, places=12)

    def test_model_and_facts(self):
        self.assertEqual(self.run_.model["element", "pad"]["type"], "contact")
        self.assertTrue(self.run_.finished)
        self.assertEqual(self.run_.facts["name"], "frc")
        self.assertIsInstance(self.run_.notes, list)
        self.assertIn("frc", ridgewalk.runs())

    def test_damage_is_told(self):
        shutil.copy("runs/frc.db", "runs/hurt.db")
        hurt = sqlite3.connect("runs/hurt.db")
        label = hurt.execute("select min(label) from point").fetchone()[0]
        point, u = hurt.execute("select point, u from solution join point using (point) where label = ?",
                                (label,)).fetchone()
        changed = bytes([u[0] ^ 1]) + u[1:]
        hurt.execute("update solution set u = ? where point = ?", (changed, point))
        hurt.commit()
        hurt.close()
        with ridgewalk.Run("hurt") as run, self.assertRaisesRegex(ridgewalk.Damaged, "label 1"):
            run.solution(label)
        pathlib.Path("runs/none.db").write_text("this is no run" * 100)
        with self.assertRaises(ridgewalk.Damaged):
            ridgewalk.Run("none")
        with self.assertRaisesRegex(FileNotFoundError, "frc"):
            ridgewalk.Run("nowhere")
        with self.assertRaisesRegex(KeyError, "labels: "):
            self.run_.solution(10**6)
        with self.assertRaisesRegex(KeyError, "tip"):
            self.run_.harmonics(1, "nowhere")

    def test_a_picture_is_drawn(self):
        try:
            import matplotlib
        except ImportError:
            self.skipTest("matplotlib is not there")
        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
        axes = ridgewalk.plot(self.run_, "f_Hz", "Am", label="response")
        self.assertEqual(axes.get_xlabel(), "frequency in Hz")
        self.assertEqual(axes.get_ylabel(), "Am in m")
        plt.savefig("frc.png")
        self.assertGreater(pathlib.Path("frc.png").stat().st_size, 5000)


unittest.main(verbosity=0)
