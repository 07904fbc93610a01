import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const DEVICE = "9f86d081884c7d659a2feaa0c55ad015";
const PHONE = "+442083661177";

async function signup(app: TestApp, json: Record<string, unknown>, key = app.live): Promise<string> {
  const { status, body } = await app.ask("/v1/score/user", { key, json });
  assert.equal(status, 200);
  return body.request_id;
}

function ringId(requestId: string): string {
  return `ring_${requestId.slice(4).replaceAll("-", "")}`;
}

type Named = { readonly request_id: string };

Deno.test("rings are listed by size or by their newest member, and each shows its members and links", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const at = async (json: Record<string, unknown>) => {
    now += 60_000;
    return await signup(app, json);
  };
  const members = [
    await at({ email: "a@one.example", device_id: DEVICE, user_id: "u1" }),
    await at({ email: "b@two.example", device_id: DEVICE, phone: PHONE }),
    await at({ email: "c@three.example", phone: PHONE, ip: "73.15.20.1" }),
  ];
  const pair = [
    await at({ email: "anna.k1@four.example", ip: "73.15.20.1" }),
    await at({ email: "anna.k2@four.example", ip: "73.15.20.9" }),
  ];
  await at({ email: "alone@five.example" });
  await app.ask("/v1/outcome", { json: { request_id: members[1]!, outcome: "fraud" } });
  const [large, small] = [ringId(members[0]!), ringId(pair[0]!)];
  const ids = async (query: string) => {
    const { status, body } = await app.ask(`/v1/rings${query}`);
    assert.equal(status, 200);
    return [body.count, ...body.rings.map((ring: { ring_id: string }) => ring.ring_id)];
  };
  assert.deepEqual(await ids(""), [2, large, small]);
  assert.deepEqual(await ids("?sort=size&limit=1"), [2, large]);
  assert.deepEqual(await ids("?sort=newest"), [2, small, large]);
  const { body } = await app.ask(`/v1/rings/${large}`);
  const { members: listed, links, request_id: _, processing_time_sec: __, ...ring } = body;
  assert.deepEqual(ring, {
    ring_id: large,
    size: 3,
    labelled_fraud: 1,
    since: "2026-11-20T12:01:00.000Z",
    via: ["device", "phone"],
    risk: 88,
    not_joined: [],
    left_window: 0,
    last_signup: "2026-11-20T12:03:00.000Z",
  });
  assert.deepEqual(listed.map(({ request_id }: Named) => request_id), members.toReversed());
  assert.deepEqual(listed.map(({ label }: { label: string | null }) => label), [null, "fraud", null]);
  assert.deepEqual(listed[2].user_id, "u1");
  assert.ok(listed.every((each: { ring_id: string }) => each.ring_id === large));
  assert.deepEqual(
    links.map(({ kind, masked, members }: Record<string, unknown>) => [kind, masked, members]).sort(),
    [["device", "9f86d0…", 2], ["phone", "+44 •••• ••77", 2]],
  );
  assert.equal((await app.ask(`/v1/values/${links[0].ref}`)).status, 200);
  const other = (await app.ask(`/v1/rings/${small}`)).body;
  assert.deepEqual(
    [other.via, other.links.map(({ kind, members }: Record<string, unknown>) => [kind, members])],
    [["email_pattern"], [["network", 2]]],
  );
  const search = await app.ask("/v1/scores/search", { json: { ring_id: large } });
  assert.deepEqual(search.body.results.map(({ request_id }: Named) => request_id), members.toReversed());
  assert.deepEqual(
    search.body.results.map((each: { ring_id: string }) => each.ring_id),
    [large, large, large],
    "the first member was in no ring when it was stored",
  );
  now += 31 * 86_400_000;
  assert.deepEqual(await ids(""), [0]);
  assert.equal((await app.ask(`/v1/rings/${large}`)).status, 404);
  const past = await app.ask("/v1/scores/search", { json: { ring_id: large } });
  assert.deepEqual(past.body.results.map(({ request_id }: Named) => request_id), members.toReversed());
});

Deno.test("the id of a ring that was merged leads to the older one, in the API and in searches", async () => {
  await using app = await startApp();
  const first = await signup(app, { email: "a@one.example", device_id: DEVICE });
  const second = await signup(app, { email: "b@one.example", device_id: DEVICE });
  const third = await signup(app, { email: "c@one.example", phone: PHONE });
  const fourth = await signup(app, { email: "d@one.example", phone: PHONE });
  assert.equal((await app.ask(`/v1/rings/${ringId(third)}`)).body.size, 2);
  const both = await signup(app, { email: "e@one.example", phone: PHONE, device_id: DEVICE });
  const members = [both, fourth, third, second, first];
  for (const id of [ringId(first), ringId(third)]) {
    const { body } = await app.ask(`/v1/rings/${id}`);
    assert.equal(body.ring_id, ringId(first));
    assert.deepEqual(body.members.map(({ request_id }: Named) => request_id), members);
    const { results } = (await app.ask("/v1/scores/search", { json: { ring_id: id } })).body;
    assert.deepEqual(results.map(({ request_id }: Named) => request_id), members);
  }
  const stored = (await app.ask(`/v1/score/${fourth}`)).body;
  assert.equal(stored.linkage.ring.ring_id, ringId(third), "a stored score shows the ring as it was");
});

Deno.test("rings of others, unknown and malformed ids", async (t) => {
  await using app = await startApp();
  const other = await app.account("other");
  const theirs = await signup(app, { email: "a@one.example", device_id: DEVICE }, other.key);
  await signup(app, { email: "b@one.example", device_id: DEVICE }, other.key);
  const alone = await signup(app, { email: "c@one.example" });
  assert.equal((await app.ask(`/v1/rings/${ringId(theirs)}`, { key: other.key })).status, 200);
  assert.equal((await app.ask("/v1/rings")).body.count, 0);
  const rows: [string, number][] = [
    [ringId(theirs), 404],
    [ringId(alone), 404],
    [`ring_${"0".repeat(32)}`, 404],
    ["ring_x", 400],
    [`ring_${"0".repeat(31)}`, 400],
    [`RING_${"0".repeat(32)}`, 400],
    ["x".repeat(5000), 400],
  ];
  for (const [id, status] of rows) {
    await t.step(id.slice(0, 50), async () => {
      const answer = await app.ask(`/v1/rings/${id}`);
      assert.equal(answer.status, status);
      if (status === 400) assert.equal(answer.body.errors[0].parameter, "ring_id");
    });
  }
  for (
    const [query, parameter] of [["sort=age", "sort"], ["limit=0", "limit"], ["limit=501", "limit"], [
      "limit=x",
      "limit",
    ]]
  ) {
    const { status, body } = await app.ask(`/v1/rings?${query}`);
    assert.deepEqual([status, body.errors[0].parameter], [400, parameter]);
  }
});

const IPHONE = {
  user_agent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1",
  webgl_renderer: "Apple GPU",
};

Deno.test("the riskiest first: by labels, by the scores of members, by how many are linked", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const ring = async (digit: string, emails: readonly string[]) => {
    const ids: string[] = [];
    for (const email of emails) {
      now += 2 * 3_600_000;
      ids.push(await signup(app, { email, device_id: digit.repeat(32) }));
    }
    return ids;
  };
  const labelled = await ring("1", ["tom@gmail.com", "ida@gmail.com"]);
  const many = await ring("2", [
    "ben@gmail.com",
    "eva@gmail.com",
    "max@gmail.com",
    "zoe@gmail.com",
    "kim@gmail.com",
  ]);
  const blocked = await ring("3", ["a@mailinator.com", "b@mailinator.com", "c@mailinator.com"]);
  const plain = await ring("4", ["uwe@gmail.com", "eli@gmail.com"]);
  for (const request_id of labelled) {
    await app.ask("/v1/outcome", { json: { request_id, outcome: "fraud" } });
  }
  const list = async (sort: string) => (await app.ask(`/v1/rings?sort=${sort}`)).body.rings;
  const ids = async (sort: string) => (await list(sort)).map((ring: { ring_id: string }) => ring.ring_id);
  const [a, b, c, d] = [labelled, many, blocked, plain].map(([oldest]) => ringId(oldest!));
  assert.deepEqual(await ids("risk"), [a, c, b, d]);
  assert.deepEqual(await ids("size"), [b, c, d, a]);
  assert.deepEqual(await ids("newest"), [d, c, b, a]);
  const risks = (await list("risk")).map((ring: { risk: number }) => ring.risk);
  assert.deepEqual([risks[0], risks[2]], [100, 50]);
  assert.ok(risks[1] > 50 && risks[3] < 30, String(risks));
  assert.equal((await app.ask(`/v1/rings/${c}`)).body.risk, risks[1]);
});

Deno.test("what members share that did not join them is said, with why", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const ids: string[] = [];
  for (const [index, name] of ["tom", "maria.schmidt", "sunflower77", "j.becker"].entries()) {
    now += 3 * 3_600_000;
    ids.push(
      await signup(app, {
        email: `${name}@gmail.com`,
        phone: PHONE,
        ip: `73.15.${20 + index}.1`,
        device_id: DEVICE,
        device_signals: IPHONE,
        referral: "NEWS",
      }),
    );
  }
  const expected = [
    /^a fingerprint that .* share$/,
    /^a free-mail domain \(gmail\.com\)$/,
    /^a referral \(NEWS\)/,
  ];
  const shown = [
    (await app.ask("/v1/rings")).body.rings[0],
    (await app.ask(`/v1/rings/${ringId(ids[0]!)}`)).body,
  ];
  for (const { via, not_joined } of shown) {
    assert.deepEqual(via, ["phone"]);
    assert.equal(not_joined.length, expected.length, not_joined.join("; "));
    for (const [at, pattern] of expected.entries()) assert.match(not_joined[at], pattern);
  }
});

Deno.test("members that left the window are counted, also of rings that were merged", async () => {
  let now = Date.parse("2026-11-01T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const day = 86_400_000;
  const at = async (days: number, json: Record<string, unknown>) => {
    now = Date.parse("2026-11-01T12:00:00Z") + days * day;
    return await signup(app, json);
  };
  const oldest = await at(0, { email: "a@gmail.com", device_id: DEVICE });
  await at(2, { email: "b@gmail.com", phone: PHONE });
  await at(3, { email: "c@gmail.com", device_id: DEVICE });
  await at(4, { email: "d@gmail.com", phone: PHONE });
  const seen = async () => {
    const { size, left_window, members } = (await app.ask(`/v1/rings/${ringId(oldest)}`)).body;
    const [listed] = (await app.ask("/v1/rings?sort=risk")).body.rings.slice(-1);
    assert.equal(listed.left_window, left_window);
    return [size, left_window, members.length];
  };
  await at(20, { email: "e@gmail.com", phone: PHONE, device_id: DEVICE });
  assert.deepEqual(await seen(), [5, 0, 5]);
  await at(31, { email: "f@gmail.com", device_id: DEVICE });
  assert.deepEqual(await seen(), [5, 1, 5]);
  await at(45, { email: "g@gmail.com", device_id: DEVICE });
  assert.deepEqual(await seen(), [3, 4, 3]);
});
