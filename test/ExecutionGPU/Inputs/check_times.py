"""Times in a --json file that no GPU could have: check_times.py FILE"""

import json
import sys

with open(sys.argv[1]) as file:
    run = json.load(file)["runs"][0]
for key in ("cold_us", "warm_us", "cpu_us_per_call", "bare_launch_us", "roof_gb_per_s"):
    assert run[key] > 0, (key, run[key])
assert run["bytes"] == 33562624 and run["calls"] >= 20 and run["replays"] >= 9, run
assert run["is_cold"] and run["sets"] > 1, run
# Neither slower than a tenth of the copy nor much faster than it.
assert 10 < run["percent_of_roof"] < 130, run["percent_of_roof"]
