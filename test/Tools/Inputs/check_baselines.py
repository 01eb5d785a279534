"""The shape of `baselines` in a --json file: check_baselines.py FILE COUNT"""

import json
import sys

with open(sys.argv[1]) as file:
    baselines = json.load(file)["baselines"]
assert len(baselines) == int(sys.argv[2]), baselines
for each in baselines:
    wanted = {"name", "bytes", "cold_us", "warm_us", "percent_of_memcpy", "checked"}
    assert set(each) - {"note"} == wanted, each
    assert each["checked"] is True and each["bytes"] > 0, each
    assert each["cold_us"] > 0 and each["warm_us"] > 0 and each["percent_of_memcpy"] > 0, each
