/** What is stored of the reputation of values. */
import { count, list, map, object, record, type Shape, text, tuple } from "../define.ts";
import { DAY_MS } from "../../model/duration.ts";
import type { Reporters } from "../../model/reputation/reputation.ts";
import type { Reporter } from "../../model/reputation/reporter.ts";

const days = list(tuple([count, count]));
const reporter = object<Reporter>({ reports: count, labels: count, days }, {
  reportDays: days,
  proven: days,
});

export const REPUTATION = record({
  prefix: "reputation",
  key: ["kind", "hash"],
  value: map(reporter) as Shape<Reporters>,
  announced: true,
  filtered: true,
});
/** What an account reported itself, where the list of the value does not hold it; a guest's expires. */
export const REPUTATION_OF = record({
  prefix: "reputation-of",
  key: ["account", "kind", "hash"],
  value: reporter,
  mayExpire: true,
  announced: true,
});
/** The hash that the value's reputation moved to. */
export const MOVED = record({
  prefix: "moved",
  key: ["kind", "hash"],
  value: text,
  lifetimeMs: 400 * DAY_MS,
});
