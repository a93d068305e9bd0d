"""The measured values and the required ones."""

import json
import os
import platform
import time

HEADINGS = ("workload", "measured", "required", "", "details")


class Report:
    def __init__(self, rounds, seconds):
        self.rows = []
        self.about = {
            "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "rounds": rounds, "seconds": seconds,
            "cores": os.cpu_count(), "kernel": platform.release(), "load_before": os.getloadavg()}

    def at_least(self, workload, value, required, detail=""):
        self._add(workload, value, f"≥ {required:g}", value >= required, detail)

    def at_most(self, workload, value, required, detail=""):
        self._add(workload, value, f"≤ {required:g}", value <= required, detail)

    def not_measured(self, workload, required, why):
        """Adds a workload that could not be measured, with the reason instead of a figure."""
        self._add(workload, None, f"{required:g}" if isinstance(required, (int, float)) else required, None, why)

    def note(self, workload, value, detail=""):
        """Adds a figure without a required value."""
        self._add(workload, value, "", None, detail)

    def _add(self, workload, value, required, passed, detail):
        self.rows.append({
            "workload": workload, "value": value, "required": required, "passed": passed, "detail": detail})
        print("  " + " | ".join(self._cells(self.rows[-1])), flush=True)

    @staticmethod
    def _cells(row):
        value = "not measured" if row["value"] is None else f"{row['value']:,.4g}"
        if row["value"] is not None and abs(row["value"]) >= 1000:
            value = f"{row['value']:,.0f}"
        verdict = {True: "pass", False: "FAIL", None: "" if row["value"] is not None else "—"}[row["passed"]]
        return row["workload"], value, row["required"], verdict, row["detail"]

    def table(self):
        """Markdown, which can be pasted into a document."""
        lines = [HEADINGS] + [tuple("---" for _ in HEADINGS)] + [self._cells(row) for row in self.rows]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)

    def write(self, path):
        self.about["load_after"] = os.getloadavg()
        with open(path, "w") as file:
            json.dump({"about": self.about, "rows": self.rows}, file, ensure_ascii=False, indent=1)
            file.write("\n")

    @property
    def failed(self):
        return any(row["passed"] is False for row in self.rows)
