/** CrowdSec's wire formats: durations, filters, what a stream tells, usage metrics. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { decisionJson, endedJson, goDuration } from "../../../src/compat/crowdsec/decision_json.ts";
import {
  askedAddress,
  type DecisionFilter,
  filtered,
  readFilter,
  STREAM_SCOPES,
} from "../../../src/compat/crowdsec/filter.ts";
import { streamed, unmerged } from "../../../src/compat/crowdsec/stream.ts";
import { readUsageMetrics } from "../../../src/compat/crowdsec/usage_metrics.ts";
import { type Decision, DECISION_ORIGINS, DECISION_TYPES } from "../../../src/model/decisions/decision.ts";

const NOW = 1_790_000_000_000;
const SECOND = 1000;

function decision(given: Partial<Decision> = {}): Decision {
  return {
    id: 1,
    uuid: "u",
    origin: "winnow-rules",
    type: "ban",
    scope: "Ip",
    value: "192.0.2.7",
    scenario: "winnow/rule",
    from: NOW - SECOND,
    until: NOW + 14_398 * SECOND,
    why: "a rule",
    ...given,
  };
}

function filter(given: Record<string, string>): DecisionFilter {
  const found = readFilter(given);
  assert.ok(!("message" in found), "message" in found ? found.message : "");
  return found;
}

/** The pattern with which the Lua bouncer reads durations; seconds. */
function luaSeconds(text: string): number | null {
  const found = /^(-?)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)(ms|s))$/.exec(text);
  if (found === null || found[5] === "ms") return null;
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = found;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

Deno.test("durations are Go's, in whole seconds", () => {
  const rows: readonly [number, string][] = [
    [0, "0s"],
    [1, "1s"],
    [59.9, "59s"],
    [60, "1m0s"],
    [3599, "59m59s"],
    [3600, "1h0m0s"],
    [14_398, "3h59m58s"],
    [86_400, "24h0m0s"],
    [31_536_000, "8760h0m0s"],
    [-1, "-1s"],
    [-0.5, "0s"],
    [-3661, "-1h1m1s"],
  ];
  for (const [seconds, text] of rows) assert.equal(goDuration(seconds), text);
  fc.assert(fc.property(fc.integer({ min: -1e8, max: 1e9 }), (seconds) => {
    assert.equal(luaSeconds(goDuration(seconds)), seconds);
  }));
});

Deno.test("a decision on the wire: what is left, at least a second, and nothing of why", () => {
  assert.deepEqual(JSON.parse(decisionJson(decision({ id: 4711 }), NOW)), {
    id: 4711,
    uuid: "u",
    origin: "winnow-rules",
    type: "ban",
    scope: "Ip",
    value: "192.0.2.7",
    duration: "3h59m58s",
    scenario: "winnow/rule",
    simulated: false,
  });
  const durationAt = (until: number) => JSON.parse(decisionJson(decision({ until }), NOW)).duration;
  // ipset and nftables take 0 for no end.
  for (const until of [NOW + 999, NOW, NOW - 5000]) assert.equal(durationAt(until), "1s");
  const endedAt = (until: number) => JSON.parse(endedJson(decision({ until }), NOW)).duration;
  assert.equal(endedAt(NOW - 90 * SECOND), "-1m30s");
  assert.equal(endedAt(NOW + 90 * SECOND), "-1s", "one that was lifted");
  const hostile = decision({ value: 'x"\\\u0000', scenario: '"},{"' });
  assert.equal(JSON.parse(decisionJson(hostile, NOW)).value, hostile.value);
});

Deno.test("filters: each parameter, and what is not known is ignored", () => {
  const all = [
    decision({ id: 1, value: "192.0.2.7" }),
    decision({
      id: 2,
      scope: "Range",
      value: "192.0.2.0/24",
      type: "captcha",
      origin: "winnow-tor",
      scenario: "winnow/Tor",
    }),
    decision({ id: 3, scope: "Country", value: "FR" }),
    decision({ id: 4, scope: "AS", value: "64500" }),
    decision({ id: 5, value: "2001:db8::1", origin: "winnow-labels", scenario: "winnow/labels" }),
    decision({
      id: 6,
      scope: "Range",
      value: "2001:db8::/32",
      origin: "winnow-drop",
      scenario: "winnow/drop",
    }),
  ];
  const rows: readonly [Record<string, string>, readonly number[]][] = [
    [{}, [1, 2, 3, 4, 5, 6]],
    [{ community_pull: "true", additional_pull: "false", tags: "1", constructor: "x" }, [1, 2, 3, 4, 5, 6]],
    [{ ip: "192.0.2.7" }, [1, 2]],
    [{ ip: "192.0.2.8" }, [2]],
    [{ ip: "::ffff:192.0.2.7" }, [1, 2]],
    [{ ip: "198.51.100.1" }, []],
    [{ ip: "2001:DB8:0::1" }, [5, 6]],
    [{ ip: "192.0.2.7", contains: "false" }, [1]],
    [{ range: "192.0.2.0/24" }, [2]],
    [{ range: "192.0.2.0/25" }, [2]],
    [{ range: "192.0.0.0/16" }, []],
    [{ range: "192.0.0.0/16", contains: "false" }, [1, 2]],
    [{ range: "::/0", contains: "0" }, [5, 6]],
    [{ scopes: "ip,range" }, [1, 2, 5, 6]],
    [{ scope: "COUNTRY" }, [3]],
    [{ scopes: "Country,as" }, [3, 4]],
    [{ scopes: "constructor" }, []],
    [{ value: "FR" }, [3]],
    [{ value: "2001:DB8::/32" }, [6]],
    [{ value: "2001:db8:0:0::1" }, [5]],
    [{ type: "captcha" }, [2]],
    [{ type: "throttle" }, []],
    [{ origins: "winnow-tor,winnow-drop" }, [2, 6]],
    [{ scenarios_containing: "TOR,drop" }, [2, 6]],
    [{ scenarios_not_containing: "rule,LABELS" }, [2, 6]],
    [{ scenarios_containing: "winnow", scenarios_not_containing: "tor" }, [1, 3, 4, 5, 6]],
    [{ simulated: "true" }, [1, 2, 3, 4, 5, 6]],
    [{ limit: "2" }, [1, 2]],
    [{ limit: "2", offset: "3" }, [4, 5]],
    [{ id_gt: "4" }, [5, 6]],
    [{ id_gt: "1", limit: "2" }, [2, 3]],
    [{ ip: "192.0.2.7", origins: "winnow-tor" }, [2]],
  ];
  for (const [given, ids] of rows) {
    const found = filtered(all, filter(given)).map(({ id }) => id);
    assert.deepEqual(found, ids, JSON.stringify(given));
  }
  const defaults = readFilter({}, STREAM_SCOPES);
  assert.ok(!("message" in defaults));
  assert.deepEqual(filtered(all, defaults).map(({ id }) => id), [1, 2, 5, 6]);
  // Bans come first; a page that follows an id must not.
  const mixed = [all[4]!, all[0]!, all[1]!];
  assert.deepEqual(filtered(mixed, filter({ id_gt: "0", limit: "2" })).map(({ id }) => id), [1, 2]);
});

Deno.test("filters that cannot be read are named, and good addresses are not among them", () => {
  for (
    const given of [
      { ip: "" },
      { ip: "localhost" },
      { ip: "192.0.2.07" },
      { ip: "192.0.2.7/33" },
      { range: "fe80::1%eth0" },
      { contains: "perhaps" },
      { limit: "-1" },
      { limit: "1e3" },
      { offset: "x" },
      { id_gt: "NaN" },
    ] as Record<string, string>[]
  ) assert.ok("message" in readFilter(given), JSON.stringify(given));
  fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (ip) => {
    assert.notEqual(askedAddress(filter({ ip })), null, ip);
  }));
});

const EVERYTHING = filter({});

Deno.test("a stream: bouncers know a value, not an id", () => {
  const short = decision({ id: 1, until: NOW + 60 * SECOND });
  const long = decision({ id: 2, until: NOW + 600 * SECOND, origin: "winnow-labels" });
  const captcha = decision({ id: 3, type: "captcha", origin: "winnow-tor" });
  const ids = ({ added, ended }: ReturnType<typeof streamed>) => [
    added.map(({ id }) => id).sort(),
    ended.map(({ id }) => id).sort(),
  ];
  const told = (added: Decision[], ended: Decision[], active: Decision[]) =>
    ids(streamed({ added, ended }, active, EVERYTHING));
  assert.deepEqual(told([short, long], [], [long, short]), [[2], []], "the longest");
  assert.deepEqual(told([short], [], [long, short]), [[2], []], "the longest, though it is older");
  assert.deepEqual(told([], [long], [short]), [[1], []], "another one still holds it, for less time");
  assert.deepEqual(told([], [long], [captcha]), [[3], [2]], "of another type: ended, and the other again");
  assert.deepEqual(told([], [short, long], []), [[], [2]]);
  assert.deepEqual(told([captcha], [short], [captcha]), [[3], [1]]);
  const both = unmerged({ added: [short, long], ended: [captcha] }, EVERYTHING);
  assert.deepEqual(ids(both), [[1, 2], [3]]);
});

Deno.test("a stream: whoever follows it holds what is active, whatever came and went", () => {
  const any = fc.record({
    value: fc.constantFrom("192.0.2.1", "192.0.2.2"),
    type: fc.constantFrom(...DECISION_TYPES),
    origin: fc.constantFrom(...DECISION_ORIGINS),
    minutes: fc.integer({ min: 1, max: 9 }),
  });
  const step = fc.record({
    made: fc.array(any, { maxLength: 4 }),
    lifted: fc.array(fc.nat(9), { maxLength: 3 }),
  });
  const keyOf = ({ value, type }: Decision) => `${type} ${value}`;
  fc.assert(fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
    let [active, id]: [Decision[], number] = [[], 0];
    const held = new Map<string, number>();
    for (const { made, lifted } of steps) {
      const added = made.map(({ minutes, ...rest }) =>
        decision({ ...rest, id: ++id, until: NOW + minutes * 60 * SECOND })
      );
      const ended = [...new Set(lifted)].flatMap((at) => active[at] === undefined ? [] : [active[at]]);
      active = [...active.filter((each) => !ended.includes(each)), ...added];
      const told = streamed({ added, ended }, active, EVERYTHING);
      for (const each of told.ended) held.delete(keyOf(each));
      for (const each of told.added) held.set(keyOf(each), each.until);
      const expected = new Map<string, number>();
      for (const each of active) {
        expected.set(keyOf(each), Math.max(each.until, expected.get(keyOf(each)) ?? 0));
      }
      assert.deepEqual([...held].sort(), [...expected].sort());
    }
  }));
});

const META = { window_size_seconds: 900, utc_now_timestamp: 1_790_000_000 };

function metrics(component: Record<string, unknown> = {}): unknown {
  return {
    remediation_components: [{
      type: "crowdsec-firewall-bouncer",
      version: "v0.0.34",
      utc_startup_timestamp: 1_790_000_000,
      os: { name: "Debian", version: "13" },
      feature_flags: [],
      metrics: [{
        meta: META,
        items: [
          {
            name: "dropped",
            value: 12.7,
            unit: "packet",
            labels: { origin: "winnow-rules", ip_type: "ipv4" },
          },
          { name: "processed", value: 900, unit: "packet" },
          { name: "active_decisions", value: 3, unit: "ip", labels: { origin: "winnow-rules" } },
          { name: "dropped", value: -5, unit: "request", labels: { origin: "CAPI" } },
          { name: "dropped", value: 1e300, unit: "byte", labels: { origin: "CAPI" } },
        ],
      }],
      ...component,
    }],
  };
}

Deno.test("usage metrics: what is counted", () => {
  const read = readUsageMetrics(metrics());
  assert.ok(!("message" in read));
  assert.deepEqual(read, {
    type: "crowdsec-firewall-bouncer",
    version: "v0.0.34",
    system: "Debian 13",
    startedAt: 1_790_000_000_000,
    counts: [
      { name: "dropped", origin: "winnow-rules", unit: "packet", value: 12 },
      { name: "processed", origin: null, unit: "packet", value: 900 },
    ],
  });
  for (
    const least of [{ os: undefined }, { os: null }, { metrics: null }, { type: undefined }, { name: "n" }]
  ) {
    assert.ok(!("message" in readUsageMetrics(metrics(least))), JSON.stringify(least));
  }
});

Deno.test("usage metrics: 400 of what cannot be read, 422 of what is not valid", () => {
  const item = (given: object) => ({
    metrics: [{ meta: META, items: [{ name: "dropped", value: 1, unit: "byte", ...given }] }],
  });
  const rows: readonly [unknown, number][] = [
    [null, 400],
    [[], 400],
    [{}, 400],
    [{ remediation_components: null }, 400],
    [{ remediation_components: [] }, 400],
    [{ remediation_components: {} }, 400],
    [{ remediation_components: [{}, {}] }, 400],
    [{ remediation_components: [null] }, 400],
    [{ log_processors: [{}] }, 400],
    [metrics({ version: undefined }), 422],
    [metrics({ version: "x".repeat(256) }), 422],
    [metrics({ utc_startup_timestamp: "now" }), 422],
    [metrics({ utc_startup_timestamp: 1e300 }), 422],
    [metrics({ os: { name: "Debian" } }), 422],
    [metrics({ metrics: {} }), 422],
    [metrics({ metrics: [{ items: [] }] }), 422],
    [metrics({ metrics: [{ meta: META }] }), 422],
    [metrics(item({ name: 5 })), 422],
    [metrics(item({ value: "1" })), 422],
    [metrics(item({ unit: undefined })), 422],
    [metrics(item({ labels: { origin: 1 } })), 422],
    [
      metrics({ metrics: [{ meta: META, items: Array(3000).fill({ name: "a", value: 1, unit: "b" }) }] }),
      422,
    ],
  ];
  for (const [body, status] of rows) {
    const read = readUsageMetrics(body);
    assert.equal("message" in read ? read.status : 201, status, JSON.stringify(body)?.slice(0, 200));
  }
  fc.assert(fc.property(fc.jsonValue(), (body) => {
    readUsageMetrics(body);
    readUsageMetrics({ remediation_components: [body] });
    readUsageMetrics(metrics({ metrics: [body] }));
  }));
});
