/** Scores, reports, labels, rules and imports: what was acknowledged is stored and counted. */
import assert from "node:assert/strict";
import type { RunningServer } from "../process/program.ts";
import { askWith, type MakeWorkload } from "./rounds.ts";

const CLIENTS = 64;

interface Acknowledged {
  readonly scores: Set<string>;
  readonly labels: Map<string, string>;
  /** Reports of each address. */
  readonly reports: Map<string, number>;
  /** Addresses that were scored. */
  readonly addresses: Set<string>;
  readonly rules: Set<string>;
  /** Imports by their first value; each has 50 values. */
  readonly imports: Set<string>;
  lookups: number;
}

export const scores: MakeWorkload = (_server, key) => {
  const seen: Acknowledged = {
    scores: new Set(),
    labels: new Map(),
    reports: new Map(),
    addresses: new Set(),
    rules: new Set(),
    imports: new Set(),
    lookups: 0,
  };
  let before = { imports: 0, labels: 0, scores: 0 };
  let rounds = 0;
  return Promise.resolve({
    load: async (server, round) => {
      before = { imports: seen.imports.size, labels: seen.labels.size, scores: seen.scores.size };
      rounds++;
      await Promise.all(
        Array.from({ length: CLIENTS }, (_, number) => client(server, key, seen, round, number)),
      );
    },
    enough: () =>
      seen.imports.size > before.imports && seen.labels.size > before.labels + 2 &&
      seen.scores.size > before.scores + 20,
    check: (server) => check(server, key, seen),
    finish: () => {
      assert.ok(seen.scores.size > 20 * rounds, `only ${seen.scores.size} scores were acknowledged`);
      assert.ok(seen.imports.size >= rounds && seen.labels.size > 2 * rounds && seen.reports.size > 0);
      return Promise.resolve();
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });
};

/** Until the server is gone. */
async function client(
  server: RunningServer,
  key: string,
  seen: Acknowledged,
  round: number,
  number: number,
): Promise<void> {
  const ask = (path: string, body?: unknown, type?: string) => askWith(server, key, path, body, type);
  for (let turn = 0;; turn++) {
    const name = `${round}.${number}.${turn}`;
    try {
      if (number < 4) {
        const address = `73.15.${number}.${turn % 200}`;
        await ask("/v1/report", { kind: "ip", value: address });
        seen.reports.set(address, (seen.reports.get(address) ?? 0) + 1);
        seen.lookups++;
      } else if (number < 6) {
        await ask("/v1/rules", { action: "block", values: [`r${name}.example.org`] });
        seen.rules.add(`r${name}.example.org`);
      } else if (number < 8) {
        const values = Array.from({ length: 50 }, (_, i) => `i${i}-${name}.example.net`);
        await ask("/v1/rules/import?action=block", values.join("\n"), "text/plain");
        seen.imports.add(name);
      } else {
        const address = `9.${round}.${number}.${turn % 250}`;
        const { request_id } = await ask(`/v1/score/ip?ip=${address}`);
        seen.scores.add(request_id);
        seen.addresses.add(address);
        seen.lookups++;
        if (number < 16) {
          await ask("/v1/outcome", { request_id, outcome: turn % 2 ? "fraud" : "legit" });
          seen.labels.set(request_id, turn % 2 ? "fraud" : "legit");
        }
      }
    } catch {
      return; // The server has been killed.
    }
  }
}

async function check(server: RunningServer, key: string, seen: Acknowledged): Promise<void> {
  const get = (path: string) => askWith(server, key, path);
  const newest = [...seen.scores].slice(-400);
  await Promise.all(newest.map(async (id) => {
    const stored = await get(`/v1/score/${id}`);
    assert.equal(stored.request_id, id, "an acknowledged score is lost");
    const label = seen.labels.get(id);
    if (label !== undefined) assert.equal(stored.label?.outcome, label, "an acknowledged label is lost");
  }));
  const { used } = await get("/v1/usage");
  assert.ok(used >= seen.lookups, `usage ${used} is below the ${seen.lookups} that were answered`);
  const { labels } = await get("/v1/outcomes/summary");
  assert.ok(labels.scored >= seen.scores.size, `${labels.scored} of ${seen.scores.size} scores are counted`);
  assert.ok(
    labels.labelled >= seen.labels.size,
    `${labels.labelled} of ${seen.labels.size} labels are counted`,
  );
  const { rules } = await get("/v1/rules") as { rules: { value: string }[] };
  const values = new Set(rules.map((rule) => rule.value));
  for (const value of seen.rules) assert.ok(values.has(value), `an acknowledged rule is lost: ${value}`);
  const imports = new Map<string, number>();
  for (const value of values) {
    const name = /^i\d+-(.+)\.example\.net$/.exec(value)?.[1];
    if (name !== undefined) imports.set(name, (imports.get(name) ?? 0) + 1);
  }
  for (const name of seen.imports) assert.equal(imports.get(name), 50, "an acknowledged import is lost");
  for (const [name, count] of imports) assert.equal(count, 50, `an import is incomplete: ${name}`);
  const items = [...seen.addresses].slice(-500);
  const batch = await fetch(`${server.origin}/v1/batch`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ type: "ip", items }),
  });
  const { results } = await batch.json() as { results: { input: string; times_seen: number }[] };
  for (const { input, times_seen } of results) {
    assert.ok(times_seen > 1, `${input}: an acknowledged scoring is not remembered`);
    seen.lookups++;
  }
  assert.equal(results.length, items.length);
  for (const [address, count] of [...seen.reports].slice(-20)) {
    const { abuse_reports } = await get(`/v1/score/ip?ip=${address}`);
    assert.ok(abuse_reports >= count, `${address}: ${abuse_reports} of ${count} acknowledged reports`);
    seen.lookups++;
  }
}
