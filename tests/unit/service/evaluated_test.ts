import assert from "node:assert/strict";
import { Evaluated, type Found } from "../../../src/service/evaluated.ts";

const FOUND = { component: {}, subject: {}, also: [] } as unknown as Found;
const START = 1_800_000_000_000;

Deno.test("Evaluated forgets when lists are replaced or confirmed, after a minute, and when the clock goes back", () => {
  let generation = 3;
  const evaluated = new Evaluated(() => generation);
  const keep = (now: number) => {
    assert.equal(evaluated.get("h", now), undefined);
    evaluated.set("h", FOUND);
    assert.equal(evaluated.get("h", now), FOUND);
    assert.equal(evaluated.get("other", now), undefined);
  };
  keep(START);
  assert.equal(evaluated.get("h", START + 59_999), FOUND);
  keep(START + 60_000);
  generation = 4;
  keep(START + 60_001);
  keep(START + 50_000);
});
