import assert from "node:assert/strict";
import { getCountries, Metadata } from "libphonenumber-js/max";
import { isAssignedAreaCode, showsVoip } from "../../../../src/signals/phone/numbering_plan.ts";

/** The published type leaves `type` out, the object has it. */
function hasType(plan: string, type: string): boolean {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(plan as Parameters<Metadata["selectNumberingPlan"]>[0]);
  return (metadata.numberingPlan as unknown as { type(name: string): unknown }).type(type) !== undefined;
}

Deno.test("showsVoip agrees with the metadata in every country: 94 set VoIP apart", () => {
  const countries = getCountries();
  assert.deepEqual(countries.filter((country) => showsVoip(country) !== hasType(country, "VOIP")), []);
  assert.equal(countries.filter(showsVoip).length, 94);
  assert.ok(countries.length >= 240);
  for (const country of ["GB", "FR", "NL", "IT", "CA"]) assert.equal(showsVoip(country), true, country);
  for (const country of "US DE ES SE BE CH IN BR MX".split(" ")) {
    assert.equal(showsVoip(country), false, country);
  }
});

Deno.test("showsVoip agrees with the metadata in every non-geographic calling code", () => {
  const codes = "800 808 870 878 881 882 883 888 979".split(" ");
  assert.deepEqual(codes.filter((code) => showsVoip(code) !== hasType(code, "VOIP")), []);
});

Deno.test("isAssignedAreaCode knows the area codes of all 25 countries of +1", () => {
  const assigned = Array.from({ length: 800 }, (_, i) => String(i + 200)).filter(isAssignedAreaCode);
  assert.ok(assigned.length >= 465, `${assigned.length} area codes`);
  assert.ok(assigned.length < 500, `${assigned.length} area codes`);
  const known =
    "202 212 416 600 242 246 264 268 284 340 345 441 473 649 658 664 670 671 684 721 758 767 784 787 809";
  for (const code of `${known} 829 849 868 869 876 939 800 833 844 855 866 877 888 900 622 633`.split(" ")) {
    assert.ok(isAssignedAreaCode(code), code);
  }
  for (const code of ["200", "211", "311", "370", "555", "911", "999", "123", "000"]) {
    assert.equal(isAssignedAreaCode(code), false, code);
  }
});
