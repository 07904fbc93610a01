import assert from "node:assert/strict";
import { DAY_MS, HOUR_MS } from "../../../../src/model/duration.ts";
import { farmDomains } from "../../../../src/model/groups/farm_domains.ts";
import type { GroupKey } from "../../../../src/model/groups/group.ts";

const NOW = 100 * DAY_MS;
/** Of a wave of a day that ended yesterday. */
const FRAUD = Array.from({ length: 6 }, (_, at) => NOW - 2 * DAY_MS + at * 4 * HOUR_MS);
const month = Array.from({ length: 60 }, (_, at) => NOW - 30 * DAY_MS + at * 12 * HOUR_MS);

Deno.test("other private domains with sub-domains are neither in the group of a farm nor customers in it", () => {
  const labelled = new Map<GroupKey, number>([
    ["domain one.com", 4],
    ["domain two.com", 1],
    ["domain stud.example", 1],
  ]);
  const allowed = new Map<GroupKey, readonly number[]>([
    ["domain two.com", [FRAUD[1]! + HOUR_MS, FRAUD[4]! + HOUR_MS]],
    // Nobody of it is labelled yet.
    ["domain three.com", [FRAUD[2]! + HOUR_MS]],
    ["domain university.example", month],
    // One of its students is labelled.
    ["domain stud.example", month],
    ["domain before.example", [NOW - 20 * DAY_MS]],
    ["domain enrolled-later.example", [NOW + HOUR_MS, NOW + 2 * HOUR_MS]],
  ]);
  assert.deepEqual(farmDomains(FRAUD, labelled, allowed, NOW + 2 * DAY_MS), {
    others: new Set<GroupKey>([
      "domain university.example",
      "domain stud.example",
      "domain before.example",
      "domain enrolled-later.example",
    ]),
    customers: 0,
  });
  const [customer] = month;
  const known = farmDomains(
    FRAUD,
    new Map([["domain one.com", 4]]),
    new Map([["domain one.com", [customer!]]]),
    NOW,
  );
  assert.deepEqual(known, { others: new Set(), customers: 1 });
});
