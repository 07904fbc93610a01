import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";

Deno.test("a rule that is posted again ends no sooner than was wished last", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  const post = async (value: string, expires_at?: string) => {
    const json = { action: "block", values: [value], ...(expires_at === undefined ? {} : { expires_at }) };
    return (await app.ask("/v1/rules", { json })).body;
  };
  const [soon, later] = [at(60), at(600)];
  const order = ["8.8.8.8", "9.9.9.9", "1.1.1.1", "1.0.0.1"];
  for (const value of order) {
    await post(value, soon);
    now += 1;
  }
  const first = (await app.ask("/v1/rules")).body.rules;
  const good = await post("8.8.8.8");
  assert.deepEqual([good.added, good.rules], [0, []]);
  assert.match(good.skipped[0].reason, /already on your account.* until .*the later end counts/);
  assert.match((await post("9.9.9.9", later)).skipped[0].reason, /the later end counts/);
  assert.equal((await post("1.1.1.1", at(5))).skipped[0].reason, "already on your account with this action");
  const imported = await app.ask("/v1/rules/import?action=block", {
    raw: "1.0.0.1\n",
    headers: { "content-type": "text/plain" },
  });
  assert.deepEqual([imported.body.imported, imported.body.duplicates], [0, 1]);
  const { rules, count } = (await app.ask("/v1/rules")).body;
  assert.equal(count, 4);
  assert.deepEqual(rules.map((rule: { value: string }) => rule.value), order, "oldest first, as before");
  const ends = (list: { id: string; value: string; expires_at?: string }[]) =>
    Object.fromEntries(list.map((rule) => [rule.value, [rule.id, rule.expires_at]]));
  const ids = Object.fromEntries(first.map((rule: { id: string; value: string }) => [rule.value, rule.id]));
  assert.deepEqual(ends(rules), {
    "8.8.8.8": [ids["8.8.8.8"], undefined],
    "9.9.9.9": [ids["9.9.9.9"], later],
    "1.1.1.1": [ids["1.1.1.1"], soon],
    "1.0.0.1": [ids["1.0.0.1"], undefined],
  });
  now += 61_000;
  const verdicts = [];
  for (const ip of ["8.8.8.8", "9.9.9.9", "1.1.1.1", "1.0.0.1"]) {
    verdicts.push((await app.ask(`/v1/score/ip?ip=${ip}`)).body.rule_applied?.value ?? null);
  }
  assert.deepEqual(verdicts, ["8.8.8.8", "9.9.9.9", null, "1.0.0.1"]);
});

Deno.test("two processes that change one account's rules at once lose none and fail none", async () => {
  await using one = await startApp();
  await using two = await startApp({ dataDir: one.dataDir });
  const key = one.live;
  const [rounds, lines] = [6, 60];
  const statuses = await Promise.all([one, two].flatMap((node, side) => [
    ...Array.from({ length: rounds }, (_, round) =>
      node.ask("/v1/rules/import?action=block", {
        key,
        raw: Array.from({ length: lines }, (_, i) => `i${i}.r${round}.s${side}.example.org`).join("\n"),
      })),
    ...Array.from(
      { length: rounds },
      (_, round) =>
        node.ask("/v1/rules", { key, json: { action: "block", values: [`p${round}.s${side}.example.org`] } }),
    ),
  ]));
  assert.deepEqual([...new Set(statuses.map(({ status }) => status))], [200]);
  const all = 2 * rounds * (lines + 1);
  await eventually(async () => (await one.ask("/v1/rules", { key })).body.count === all, `${all} rules`);
  const { rules } = (await one.ask("/v1/rules", { key })).body;
  assert.equal(new Set(rules.map((rule: { value: string }) => rule.value)).size, all);
});
