"""Prints some of two reports of normc --explain=json; checks that every launch has every field."""
import json
import sys

known, unknown = (json.load(open(path))["chips"] for path in sys.argv[1:])


def ops(launch):
    return " ".join(f"{op['op']} {op['line']}" for op in launch["computes"])


def operands(operands):
    return ", ".join(f"{operand['name']} {operand['bytes']}" for operand in operands)


(chip,) = known
apart, fused = chip["functions"]
(missed,) = apart["not_fused"]
print(
    f"known: {apart['function']} {'; '.join(map(ops, apart['launches']))}; not fused {missed['op']} {missed['line']}"
    f" with {missed['with']['op']} {missed['with']['line']}, {missed['reason']}"
)
(launch,) = fused["launches"]
sizes = " ".join(f"{dimension['name']}={dimension['size']}" for dimension in fused["dimensions"])
print(
    f"known: {fused['function']} {ops(launch)}; {sizes}; reads {operands(launch['reads'])};"
    f" writes {operands(launch['writes'])}"
)
print(
    f"known: {launch['bytes_at_shape']} bytes, {launch['predicted_us']:.1f} of {launch['roof_us']:.1f} us,"
    f" {chip['predicted_gb_per_s']:.0f} of {chip['roof_gb_per_s']} GB/s"
)
few, aligned = launch["variants"][:2]
print(f"known: {few['variant']}, {few['when']}")
print(
    f"known: {aligned['variant']} {aligned['config_from']} {aligned['registers']} registers {aligned['spill_bytes']}"
    f" spilled {aligned['ctas_per_sm']} CTAs by {aligned['limited_by']}, {aligned['bytes_in_flight_per_sm']} in flight"
)

without, _ = unknown
assert without["roof_gb_per_s"] is None and without["predicted_gb_per_s"] is None
print(f"unknown: {' '.join(chip['chip'] for chip in unknown)}, {without['registers_unknown']}")

fields = "launch parts computes reads writes bytes bytes_at_shape predicted_us roof_us variants"
variant_fields = (
    "variant kernel when config_from config why registers spill_bytes shared_bytes threads_per_cta ctas_per_sm"
    " limited_by early_bytes_per_thread bytes_in_flight_per_sm"
)
for chip in known + unknown:
    for function in chip["functions"]:
        for launch in function["launches"]:
            assert set(launch) == set(fields.split()), sorted(launch)
            assert launch["variants"], launch["launch"]
            for variant in launch["variants"]:
                assert set(variant) == set(variant_fields.split()), sorted(variant)
                assert isinstance(variant["config"]["threads_per_row"], int)
                assert isinstance(variant["config"]["access_bits"], list)
                assert variant["config"]["residency"] in ("registers", "reread")
                assert variant["why"], variant["kernel"]
                assert (variant["registers"] is None) == (chip in unknown)
print("all fields")
