import assert from "node:assert/strict";
import { type Line, table } from "../../../scripts/measure.ts";

Deno.test("the table shows what was missed and what the release gate holds, in columns", () => {
  const lines: Line[] = [
    { metric: "recall", value: "99.10 %", target: ">= 97 %", ok: true, gate: true },
    { metric: "false positives", value: "3.00 %", target: "<= 2 %", ok: false, gate: false },
    { metric: "AUC", value: "0.916", target: "reported", ok: null, gate: false },
    { metric: "5xx (count)", value: "1", target: "<= 0", ok: false, gate: true },
  ];
  assert.equal(
    table(lines),
    [
      "metric             value  target    ok",
      "recall           99.10 %  >= 97 %   ok (gate)",
      "false positives   3.00 %  <= 2 %    MISSED",
      "AUC                0.916  reported",
      "5xx (count)            1  <= 0      MISSED (gate)",
    ].join("\n"),
  );
});
