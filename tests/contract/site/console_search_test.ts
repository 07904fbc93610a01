/** The search of the console, its filters, its export, and the pages of values and rings. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { plantRing, refOf, RING_DEVICE, ringIdOf } from "../../support/app/ring.ts";
import { signedIn, unescaped, Visitor } from "../../support/app/visitor.ts";

function idsOn(page: string): string[] {
  return [...page.matchAll(/<a class="score-row" href="\/console\/scores\/(req_[0-9a-f-]{36})"/g)].map((
    [, id],
  ) => id!);
}

async function signup(app: TestApp, json: Record<string, unknown>, key = app.live): Promise<string> {
  return (await app.ask("/v1/score/user", { key, json })).body.request_id;
}

Deno.test("every page of the console has the search box, with what was searched for", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  for (
    const page of ["", "/scores", "/review", "/rings", "/outcomes", "/rules", "/keys", "/audit", "/nothing"]
  ) {
    const { text } = await visitor.get(`/console${page}`);
    const isMessage = page === "/nothing";
    assert.equal(text.includes('action="/console/scores" role="search"'), !isMessage, page);
  }
  const { text } = await visitor.get(`/console/scores?q=${encodeURIComponent('a"b@shop.example')}`);
  assert.match(text, /name="q" value="a&quot;b@shop\.example"/);
});

Deno.test("what is typed is told by itself; a request id leads to its score", async () => {
  await using app = await startApp();
  const first = await signup(app, {
    ip: "73.15.20.1",
    email: "jane.doe@shop.example",
    phone: "+442083661177",
    user_id: "user-81225",
  });
  const second = await signup(app, { ip: "73.15.20.77", device_id: RING_DEVICE });
  const visitor = await signedIn(app);
  const rows: readonly [typed: string, found: string[]][] = [
    ["73.15.20.1", [first]],
    ["73.15.20.0/24", [second, first]],
    ["Jane.Doe@shop.example", [first]],
    ["+44 20 8366 1177", [first]],
    ["shop.example", [first]],
    [RING_DEVICE, [second]],
    ["user-81225", [first]],
    ["nobody@shop.example", []],
    ["req_00000000-0000-7000-8000-000000000000", []],
  ];
  for (const [typed, found] of rows) {
    const { status, text } = await visitor.get(`/console/scores?q=${encodeURIComponent(typed)}`);
    assert.equal(status, 200, typed);
    assert.deepEqual(idsOn(text), found, typed);
  }
  for (const typed of [second, second.slice(4)]) {
    assert.equal((await visitor.get(`/console/scores?q=${typed}`)).path, `/console/scores/${second}`);
  }
  const { text } = await visitor.get("/console/scores?q=73.15.20.1");
  assert.match(text, new RegExp(`href="/console/values/${await refOf(app, first, "ip")}"`));
});

Deno.test("filters are in the address, on its links and on the export", async () => {
  let now = Date.parse("2026-11-18T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const old = await signup(app, { ip: "73.15.20.1", email: "someone@mailinator.com", user_id: "u1" });
  now += 3 * 86_400_000;
  const fresh = await signup(app, { ip: "73.15.20.2", email: "other@mailinator.com" });
  const { body: single } = await app.ask("/v1/score/ip?ip=8.8.8.8");
  await app.ask("/v1/outcome", { json: { request_id: old, outcome: "fraud" } });
  const { ids: ring, ringId } = await plantRing(app, 3);
  const visitor = await signedIn(app);
  const planted = ring.toReversed();
  const rows: readonly [query: string, found: string[]][] = [
    ["", [...planted, single.request_id, fresh, old]],
    ["verdict=review", [fresh, old]],
    ["label=fraud", [old]],
    ["label=none&verdict=review", [fresh]],
    ["component=device", planted],
    ["finding=disposable", [fresh, old]],
    ["user_id=u1", [old]],
    [`ring=${ringId}`, planted],
    ["to=2026-11-18", [old]],
    ["from=2026-11-19&verdict=review", [fresh]],
    ["from=2026-11-18T12:00:01Z&finding=disposable", [fresh]],
    ["q=mailinator.com&label=none", [fresh]],
  ];
  for (const [query, found] of rows) {
    const { text } = await visitor.get(`/console/scores?${query}`);
    assert.deepEqual(idsOn(text), found, query);
    const link = unescaped(/href="(\/console\/scores\.csv[^"]*)"/.exec(text)![1]!);
    const file = await visitor.get(link);
    assert.match(file.headers.get("content-type") ?? "", /text\/csv/, query);
    const lines = file.text.trim().split("\r\n").slice(1);
    assert.deepEqual(lines.map((line) => line.split(",")[0]), found, `${query}: the export`);
  }
});

const WRONG: readonly [query: string, says: RegExp][] = [
  ["verdict=nonsense", /Verdict: must be one of/],
  ["label=nonsense", /Label: must be one of/],
  ["component=nonsense", /Component: must be one of/],
  ["from=yesterday", /From: must be a day/],
  ["to=2026-99-99", /To: must be a day/],
  ["from=2026-11-20&to=2026-11-18", /From: must be before to/],
  ["ring=nonsense", /Ring: is not the id of a ring/],
  ["after=nonsense", /Page: is not a cursor/],
  [`q=${"x".repeat(5_000)}`, /Search: is longer than/],
  ["q=73.15.20.0/19", /Search: networks are found/],
];

Deno.test("a filter that is none is named, and nothing is listed or exported", async () => {
  await using app = await startApp();
  await app.ask("/v1/score/ip?ip=8.8.8.8");
  const visitor = await signedIn(app);
  for (const [query, says] of WRONG) {
    const { status, text } = await visitor.get(`/console/scores?${query}`);
    assert.equal(status, 400, query);
    assert.match(text, says, query);
    assert.deepEqual(idsOn(text), [], query);
    if (!query.startsWith("after")) {
      assert.equal((await visitor.get(`/console/scores.csv?${query}`)).status, 400, query);
    }
  }
});

Deno.test("a value's page shows where it was seen, with what, and its newest scores", async () => {
  await using app = await startApp();
  const { ids, ringId } = await plantRing(app, 4);
  await app.ask("/v1/outcome", { json: { request_id: ids[1], outcome: "fraud" } });
  const visitor = await signedIn(app);
  const ref = await refOf(app, ids[0]!, "device");
  const { status, text } = await visitor.get(`/console/values/${ref}`);
  assert.equal(status, 200);
  assert.match(text, /Device 9f86d0…<\/h1>/);
  assert.match(text, /Labelled fraud<\/p><p class="stat">1</);
  assert.match(text, new RegExp(`href="/console/rings/${ringId}">4 sign-ups`));
  assert.deepEqual(idsOn(text), ids.toReversed());
  assert.match(text, /Network <a class="mono" href="\/console\/values\/val_n[^"]+">73\.15\.20\.•/);
  for (const action of ["allow", "block"]) {
    assert.ok(text.includes(`/console/rules/for/${ref}?action=${action}`));
  }
  assert.doesNotMatch(text, new RegExp(RING_DEVICE));
  assert.deepEqual(idsOn((await visitor.get(`/console/scores?q=${ref}`)).text), ids.toReversed());
});

Deno.test("a ring's page draws and lists its members, the same each time", async () => {
  await using app = await startApp();
  const { ids, ringId } = await plantRing(app, 5);
  await app.ask("/v1/outcome", { json: { request_id: ids[1], outcome: "legit" } });
  const visitor = await signedIn(app);
  const list = await visitor.get("/console/rings");
  assert.match(list.text, new RegExp(`href="/console/rings/${ringId}">5 sign-ups`));
  const { text } = await visitor.get(`/console/rings/${ringId}`);
  const drawing = (page: string) => /<svg[^>]*role="img"[\s\S]*?<\/svg>/.exec(page)![0];
  assert.equal(drawing(text).match(/<circle/g)!.length, 5);
  assert.match(drawing(text), /<title>4: allow, labelled legit, /);
  assert.match(drawing(text), /<title>Device 9f86d0…, in 5 sign-ups<\/title>/);
  assert.equal(drawing(text), drawing((await visitor.get(`/console/rings/${ringId}`)).text));
  for (const [place, id] of ids.toReversed().entries()) {
    assert.match(text, new RegExp(`href="/console/scores/${id}">${place + 1}: score`));
  }
  assert.match(text, /Label all 5 as fraud/);
});

Deno.test("a score's page shows its user, its links, its ring as it was and as it is", async () => {
  await using app = await startApp();
  const { ids, ringId } = await plantRing(app, 3);
  const visitor = await signedIn(app);
  const { text } = await visitor.get(`/console/scores/${ids[1]}`);
  assert.match(text, /href="\/console\/scores\?user_id=user-1">user-1/);
  assert.match(text, /Ring at that time<\/dt><dd>2 sign-ups since/);
  assert.match(text, new RegExp(`<a href="/console/rings/${ringId}">View the ring</a>: 3 sign-ups`));
  assert.match(text, /Not counted in the score/);
  assert.match(text, /another sign-up on this device within the hour/);
  assert.match(text, /Actor<\/dt><dd>unknown/);
});

Deno.test("what is another account's is not found", async () => {
  await using app = await startApp();
  const other = (await app.account("other")).key;
  const { ids, ringId } = await plantRing(app, 3, other);
  await plantRing(app, 2);
  const ref = await refOf(app, ids[0]!, "device", other);
  const visitor = await signedIn(app);
  for (
    const path of [
      `/console/values/${ref}`,
      `/console/rules/for/${ref}`,
      `/console/rings/${ringId}`,
      `/console/rings/${ringIdOf(ids[2]!)}`,
      "/console/values/val_nonsense",
      "/console/rings/nonsense",
    ]
  ) assert.equal((await visitor.get(path)).status, 404, path);
  for (const query of [`ring=${ringId}`, `q=${ref}`, `q=${ids[0]}`, "user_id=user-2"]) {
    assert.deepEqual(idsOn((await visitor.get(`/console/scores?${query}`)).text), [], query);
  }
  const visitorThere = new Visitor(app);
  await visitorThere.signIn(other);
  assert.deepEqual(
    idsOn((await visitorThere.get(`/console/scores?q=${RING_DEVICE}`)).text),
    ids.toReversed(),
  );
});
