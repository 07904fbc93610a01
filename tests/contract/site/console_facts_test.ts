/** The console's list of scores by facts: filters, their number, the most frequent values, the export. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { plantRing } from "../../support/app/ring.ts";
import { signedIn } from "../../support/app/visitor.ts";
import { storeScores } from "../../support/store/stored_score.ts";

const address = (facts: Record<string, unknown>, more = "") =>
  `/console/scores?facts=${encodeURIComponent(JSON.stringify(facts))}${more}`;
const ids = (text: string) => [...new Set(text.match(/req_[0-9a-f-]{36}/g))];
const links = (text: string) =>
  [...text.matchAll(/href="(\/console\/scores[^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));

Deno.test("scores are filtered by facts, range, rule and tag, which stay in the address", async () => {
  await using app = await startApp();
  const said = { decided: null, hit: [], would: [], notJudged: [] };
  const [pro, five, none] = await storeScores(app, "main", [
    { score: 10, facts: { "ip.country": "TJ", "ip.asn": 16276, "custom.plan": "pro" } },
    { score: 50, facts: { "ip.country": "DE", "ip.asn": 16276, "custom.plan": 5 } },
    { score: 90, conditions: { ...said, tags: ["farm"] }, rule: "rul_1" },
  ]);
  const visitor = await signedIn(app);
  const rows: [string, (string | undefined)[], string][] = [
    ["/console/scores", [none, five, pro], "3 scores match."],
    [address({ "ip.asn": [16276] }), [five, pro], "2 scores match."],
    [address({ "ip.asn": [16276], "ip.country": ["TJ"] }), [pro], "1 score matches."],
    [address({ "custom.plan": [null] }), [none], "1 score matches."],
    [address({ "ip.asn": [1] }), [], "0 scores match."],
    ["/console/scores?min_score=50", [none, five], "2 scores match."],
    ["/console/scores?min_score=50&max_score=50", [five], "1 score matches."],
    ["/console/scores?tag=farm", [none], "1 score matches."],
    ["/console/scores?rule=rul_1", [none], "1 score matches."],
  ];
  for (const [path, found, total] of rows) {
    const { text } = await visitor.get(path);
    assert.deepEqual(ids(text), found, path);
    assert.ok(text.includes(total), `${path}: ${total}`);
  }
});

Deno.test("a fact is added by its name and value, and removed by its chip", async () => {
  await using app = await startApp();
  const [tj] = await storeScores(app, "main", [{ facts: { "ip.country": "TJ", "custom.plan": 5 } }]);
  const visitor = await signedIn(app);
  const added = await visitor.get("/console/scores?verdict=allow&fact=ip.country&is=tj");
  assert.deepEqual(ids(added.text), [tj]);
  assert.equal(decodeURIComponent(added.path), '/console/scores?verdict=allow&facts={"ip.country":["TJ"]}');
  const custom = await visitor.get(`${added.path}&fact=custom.plan&is=5`);
  assert.deepEqual(ids(custom.text), [tj]);
  const facts = { "ip.country": ["TJ"], "custom.plan": ["5", 5] };
  assert.equal(
    decodeURIComponent(custom.path),
    `/console/scores?verdict=allow&facts=${JSON.stringify(facts)}`,
  );
  assert.match(custom.text, /aria-label="Remove the filter ip\.country TJ"/);
  const left = `/console/scores?verdict=allow&facts=${JSON.stringify({ "custom.plan": ["5", 5] })}`;
  assert.ok(links(custom.text).map((href) => decodeURIComponent(href)).includes(left));
  const unknown = await visitor.get("/console/scores?fact=ip.asn&is=");
  assert.equal(decodeURIComponent(unknown.path), '/console/scores?facts={"ip.asn":[null]}');
  const rows: [string, RegExp][] = [
    ["?fact=ip.asnn&is=1", /Facts: ip\.asnn is not a fact; did you mean ip\.asn\?/],
    ["?fact=ip.asn&is=x", /Facts: ip\.asn is a number\./],
    ["?fact=device.automation&is=maybe", /Facts: device\.automation is yes or no\./],
    ["?facts=x", /Facts: must be JSON/],
    ["?facts=[]", /Facts: must be an object/],
    [`?facts=${encodeURIComponent('{"<b>":[1]}')}`, /Facts: &lt;b&gt; is not a fact/],
    ["?min_score=x", /Score from: must be a whole number from 0 to 100\./],
    ["?min_score=9&max_score=8", /Score from: must not be above max_score\./],
  ];
  for (const [query, words] of rows) {
    const { status, text } = await visitor.get(`/console/scores${query}`);
    assert.equal(status, 400, query);
    assert.match(text, words, query);
  }
});

Deno.test("the most frequent values are links that filter; the export has the same filters and columns", async () => {
  await using app = await startApp();
  await storeScores(app, "main", [
    { facts: { "ip.country": "TJ", "custom.plan": "pro" } },
    { facts: { "ip.country": "TJ" } },
    { facts: { "ip.country": "DE" } },
  ]);
  const visitor = await signedIn(app);
  const { text } = await visitor.get("/console/scores?columns=custom.plan");
  const hrefs = links(text).map((href) => decodeURIComponent(href));
  const filtered = '/console/scores?facts={"ip.country":["TJ"]}&columns=custom.plan';
  assert.ok(hrefs.includes(filtered));
  assert.ok(hrefs.includes('/console/scores?facts={"custom.plan":["pro"]}&columns=custom.plan'));
  const next = await visitor.get(links(text).find((href) => decodeURIComponent(href) === filtered)!);
  assert.equal(ids(next.text).length, 2);
  const file = links(next.text).find((href) => href.startsWith("/console/scores.csv"))!;
  const lines = (await visitor.get(file)).text.trim().split("\r\n");
  assert.equal(lines.length, 3);
  assert.match(lines[0]!, /,custom\.plan$/);
});

Deno.test("members of a ring and scores of a value show the facts that were chosen", async () => {
  await using app = await startApp();
  const { ids } = await plantRing(app, 3);
  const ring = (await app.ask("/v1/rings")).body.rings[0].ring_id;
  const { ref } = (await app.ask(`/v1/score/${ids[0]}`)).body.components[0];
  const visitor = await signedIn(app);
  for (const path of [`/console/rings/${ring}`, `/console/values/${ref}`]) {
    const { text } = await visitor.get(`${path}?columns=ip.country,custom.plan`);
    assert.match(text, /data-label="ip\.country"[^>]*><span>US<\/span>/, path);
    assert.match(text, /data-label="custom\.plan"[^>]*><span><span class="muted">unknown/, path);
    assert.ok(text.includes(`action="${path}"`), "the columns are chosen on the page");
    assert.equal((await visitor.get(`${path}?columns=ip.x`)).status, 400);
  }
});
