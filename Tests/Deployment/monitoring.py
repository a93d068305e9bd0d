"""The alert rules and the dashboard, as Prometheus reads them. That their metrics exist is a Swift test."""

import json

from support import DEPLOY, check, run

# What Grafana puts in place of its variables.
VARIABLES = {"$__rate_interval": "1m", "$instance": ".*"}


def check_rules(folder):
    for words in (["check", "rules", "rules.yml"], ["test", "rules", "rules-tests.yml"],
                  ["check", "config", "scrape.yml"]):
        result = run(folder / "promtool", *words, cwd=DEPLOY / "prometheus")
        check(result.returncode == 0, f"promtool {' '.join(words)}", result.stdout + result.stderr)


def check_dashboard(folder):
    dashboard = json.loads((DEPLOY / "grafana" / "engawa.json").read_text())
    expressions = [
        target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    rules = []
    for number, expression in enumerate(expressions):
        for variable, value in VARIABLES.items():
            expression = expression.replace(variable, value)
        rules.append({"record": f"panel:{number}", "expr": expression})
    # JSON is YAML as well.
    (folder / "dashboard.yml").write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    result = run(folder / "promtool", "check", "rules", folder / "dashboard.yml")
    check(len(rules) > 20 and result.returncode == 0, f"Prometheus reads all {len(rules)} queries of the dashboard",
          result.stderr)
    ids = [panel["id"] for panel in dashboard["panels"]]
    check(len(ids) == len(set(ids)), "each panel has an id of its own")
