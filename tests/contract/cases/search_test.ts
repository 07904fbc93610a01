import assert from "node:assert/strict";
import { chunkName, slotOf } from "../../../src/db/commit/slot_name.ts";
import { chunkIn } from "../../../src/db/index/entry.ts";
import { type Answer, startApp, type TestApp } from "../../support/app/app.ts";
import { SEGMENT } from "../../../src/db/own_rows.ts";

const DEVICE = "9f86d081884c7d659a2feaa0c55ad015";
const PHONE = "+442083661177";

async function signup(app: TestApp, json: Record<string, unknown>, key = app.live): Promise<string> {
  const { status, body } = await app.ask("/v1/score/user", { key, json });
  assert.equal(status, 200);
  return body.request_id;
}

async function search(app: TestApp, json: Record<string, unknown>, key = app.live): Promise<Answer> {
  return await app.ask("/v1/scores/search", { key, json });
}

/** The request ids of all pages. */
async function found(app: TestApp, json: Record<string, unknown>, key = app.live): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null;;) {
    const { status, body, text } = await search(app, { ...json, cursor }, key);
    assert.equal(status, 200, text);
    ids.push(...body.results.map(({ request_id }: { request_id: string }) => request_id));
    if (body.cursor === null) return ids;
    cursor = body.cursor;
  }
}

Deno.test("what is typed is told by itself and found in sign-ups and single scores, the newest first", async () => {
  await using app = await startApp();
  const first = await signup(app, {
    ip: "73.15.20.1",
    email: "Jane.Doe+shop@gmail.com",
    user_id: "user-81225",
  });
  const second = await signup(app, { email: "x@mail.evil.example", phone: PHONE, device_id: DEVICE });
  const third = await signup(app, { ip: "73.15.20.77", domain: "evil.example", user_id: "12345678" });
  const fourth = (await app.ask("/v1/score/ip?ip=73.15.20.1")).body.request_id;
  const fifth = await signup(app, { ip: "2600:1700:abcd:1::1", email: "jane@other.example" });
  const sixth = await signup(app, { ip: "73.15.20.1", device_id: DEVICE }, app.test);
  const rows: [Record<string, unknown>, string[]][] = [
    [{}, [fifth, fourth, third, second, first]],
    [{ value: null, kind: null, cursor: "" }, [fifth, fourth, third, second, first]],
    [{ value: "73.15.20.1" }, [fourth, first]],
    [{ value: " 73.15.20.1 " }, [fourth, first]],
    [{ value: "::ffff:73.15.20.1" }, [fourth, first]],
    [{ value: "73.15.20.0/24" }, [fourth, third, first]],
    [{ value: "73.15.0.0/16", kind: "network" }, [fourth, third, first]],
    [{ value: "73.15.20.1/32" }, [fourth, first]],
    [{ value: "2600:1700:abcd::/48" }, [fifth]],
    [{ value: "AS7922" }, [fourth, third, first]],
    [{ value: "janedoe@googlemail.com" }, [first]],
    [{ value: "mailto:jane.doe@gmail.com" }, [first]],
    [{ value: "evil.example" }, [third, second]],
    [{ value: "mail.evil.example" }, [second]],
    [{ value: "https://evil.example/" }, [third, second]],
    [{ value: "vil.example" }, []],
    [{ value: PHONE }, [second]],
    [{ value: "+44 20 8366 1177" }, [second]],
    [{ value: DEVICE.toUpperCase() }, [second]],
    [{ value: first }, [first]],
    [{ value: first.slice(4) }, [first]],
    [{ value: "user-81225" }, [first]],
    [{ value: "12345678" }, [third]],
    [{ value: "12345678", kind: "device" }, []],
    [{ value: "12345678", kind: "user_id" }, [third]],
    [{ user_id: "user-81225" }, [first]],
    [{ user_id: "user-8122" }, []],
    [{ value: "73.15.20.1", user_id: "user-81225" }, [first]],
    [{ value: "73.15.20.1", kind: "ip", user_id: "12345678" }, []],
    [{ value: "nobody@nowhere.example" }, []],
    [{ mode: "live", value: "73.15.20.1" }, [fourth, first]],
    [{ mode: "test" }, [sixth]],
    [{ mode: "test", value: "73.15.20.1" }, [sixth]],
    [{ mode: "test", value: sixth }, [sixth]],
    [{ value: sixth }, []],
  ];
  for (const [json, ids] of rows) {
    const shown = (some: string[]) =>
      some.map((id) => [first, second, third, fourth, fifth, sixth].indexOf(id) + 1);
    assert.deepEqual(shown(await found(app, json)), shown(ids), JSON.stringify(json));
  }
});

Deno.test("a result is masked, and has what a list shows", async () => {
  await using app = await startApp();
  const id = await signup(app, {
    ip: "73.15.20.1",
    email: "jane@mailinator.com",
    domain: "example.org",
    user_id: "u1",
  });
  await app.ask("/v1/outcome", { json: { request_id: id, outcome: "fraud" } });
  const { body, text } = await search(app, { value: "jane@mailinator.com" });
  const stored = (await app.ask(`/v1/score/${id}`)).body;
  assert.deepEqual(body.results, [{
    request_id: id,
    scored_at: stored.scored_at,
    risk_score: stored.risk_score,
    verdict: stored.verdict,
    label: "fraud",
    user_id: "u1",
    ring_id: null,
    top_signals: stored.top_signals,
    values: stored.components.map(({ kind, masked, ref }: Record<string, string>) => ({ kind, masked, ref })),
  }]);
  assert.equal(body.cursor, null);
  const reserved = await signup(app, { ip: "10.0.0.1" });
  const [result] = (await search(app, { value: reserved })).body.results;
  assert.deepEqual(
    result.values,
    [{ kind: "ip", masked: "10.0.0.•", ref: null }],
    "nothing is remembered of it",
  );
  assert.ok(!text.includes("jane@") && !text.includes("73.15.20.1"));
});

Deno.test("filters fit together", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const [block, allow, review] = [
    await signup(app, { email: "a@mailinator.com" }),
    await signup(app, { email: "b@gmail.com" }),
    await signup(app, { email: "c@gmail.com", ip: "185.220.101.1", strictness: 3 }),
  ];
  now += 3_600_000;
  const later = await signup(app, { email: "d@mailinator.com" });
  const verdicts = await Promise.all(
    [block, allow, review, later].map(async (id) => (await app.ask(`/v1/score/${id}`)).body.verdict),
  );
  const of = (verdict: string) =>
    [later, review, allow, block].filter((_, at) => verdicts.toReversed()[at] === verdict);
  await app.ask("/v1/outcome", {
    json: [{ request_id: block, outcome: "fraud" }, { request_id: allow, outcome: "legit" }],
  });
  const rows: [Record<string, unknown>, string[]][] = [
    [{ verdict: "block" }, of("block")],
    [{ verdict: "allow" }, of("allow")],
    [{ verdict: "review" }, of("review")],
    [{ label: "fraud" }, [block]],
    [{ label: "legit" }, [allow]],
    [{ label: "none" }, [later, review]],
    [{ label: "none", verdict: verdicts[3] }, of(verdicts[3]).filter((id) => id !== block && id !== allow)],
    [{ label: "fraud", verdict: "allow" }, []],
    [{ finding: "disposable" }, [later, block]],
    [{ finding: "disposable", label: "fraud" }, [block]],
    [{ finding: "no_such_finding" }, []],
    [{ from: "2026-11-20T13:00:00Z" }, [later]],
    [{ to: "2026-11-20T14:00:00+01:00" }, [review, allow, block]],
    [{ from: "2026-11-20T12:00:00Z", to: "2026-11-20T12:30:00Z", label: "none" }, [review]],
    [{ value: "mailinator.com", to: "2026-11-20T13:00:00Z" }, [block]],
  ];
  for (const [json, ids] of rows) assert.deepEqual(await found(app, json), ids, JSON.stringify(json));
  now += 181 * 86_400_000;
  assert.deepEqual(await found(app, {}), [], "scores are kept for 180 days");
});

Deno.test("pages are of the wanted length, and their cursors lead through all scores once", async () => {
  await using app = await startApp();
  const all: string[] = [];
  for (let from = 0; from < 40; from += 8) {
    all.push(
      ...await Promise.all(
        Array.from({ length: 8 }, (_, at) => signup(app, { ip: "73.15.20.1", user_id: `u${from + at}` })),
      ),
    );
  }
  const bodies = [{}, { value: "73.15.20.1" }, { label: "none" }, { verdict: "allow" }];
  for (const json of bodies) {
    for (const limit of [1, 7, 20, 39, 40, 41]) {
      const ids = await found(app, { ...json, limit });
      assert.deepEqual([...ids].sort(), [...all].sort(), `${JSON.stringify(json)} ${limit}`);
    }
  }
  const first = (await search(app, { limit: 40 })).body;
  assert.deepEqual([first.results.length, first.cursor], [40, null]);
  const half = (await search(app, { limit: 20 })).body;
  await signup(app, { ip: "73.15.20.1" });
  const rest = (await search(app, { limit: 100, cursor: half.cursor })).body;
  assert.equal(rest.results.length, 20, "what is scored meanwhile is before the first page");
});

Deno.test("bad input is refused by name", async (t) => {
  await using app = await startApp();
  const other = await app.account("other");
  await signup(app, { email: "a@one.example" });
  await signup(app, { email: "b@one.example" });
  await signup(app, { email: "a@one.example" }, other.key);
  await signup(app, { email: "b@one.example" }, other.key);
  const cursor: string = (await search(app, { limit: 1 })).body.cursor;
  const foreign: string = (await search(app, { limit: 1 }, other.key)).body.cursor;
  assert.ok(cursor !== null && foreign !== null);
  const rows: [Record<string, unknown>, string][] = [
    [{ value: "x".repeat(10_000) }, "/value"],
    [{ value: 7 }, "/value"],
    [{ value: "\u0000" }, "/value"],
    [{ value: "10.0.0.0/20" }, "/value"],
    [{ value: "10.0.0.1", kind: "ip" }, "/value"],
    [{ value: "not one", kind: "ip" }, "/value"],
    [{ value: "zz", kind: "device" }, "/value"],
    [{ value: "no domain", kind: "domain" }, "/value"],
    [{ value: "7", kind: "asn" }, "/value"],
    [{ value: "req_1", kind: "request_id" }, "/value"],
    [{ value: "x", kind: "nonsense" }, "/kind"],
    [{ kind: "ip" }, "/kind"],
    [{ verdict: "maybe" }, "/verdict"],
    [{ label: "unknown" }, "/label"],
    [{ ring_id: "ring_x" }, "/ring_id"],
    [{ ring_id: "x".repeat(10_000) }, "/ring_id"],
    [{ user_id: "x".repeat(10_000) }, "/user_id"],
    [{ finding: "x".repeat(10_000) }, "/finding"],
    [{ from: "yesterday" }, "/from"],
    [{ from: "2026-11-20T13:00:00Z", to: "2026-11-20T12:00:00Z" }, "/from"],
    [{ limit: 0 }, "/limit"],
    [{ limit: 501 }, "/limit"],
    [{ limit: 1.5 }, "/limit"],
    [{ limit: "5" }, "/limit"],
    [{ cursor: "x" }, "/cursor"],
    [{ cursor: foreign, limit: 1 }, "/cursor"],
    [{ cursor, verdict: "allow" }, "/cursor"],
    [{ cursor: cursor.slice(0, -1) }, "/cursor"],
    [{ cursor: cursor.replace(/^cur_./, "cur_f") }, "/cursor"],
    [{ cursor: "x".repeat(10_000) }, "/cursor"],
  ];
  for (const [json, pointer] of rows) {
    await t.step(JSON.stringify(json).slice(0, 60), async () => {
      const { status, body } = await search(app, json);
      assert.deepEqual([status, body.errors[0].pointer], [400, pointer]);
      assert.ok(JSON.stringify(body).length < 2000);
    });
  }
});

Deno.test("nothing of another account is found, by no value, id, ring or filter", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const given = {
    ip: "73.15.20.1",
    email: "a@mailinator.com",
    device_id: DEVICE,
    phone: PHONE,
    user_id: "u1",
  };
  const id = await signup(app, given, other.key);
  await signup(app, { ...given, email: "b@mailinator.com" }, other.key);
  await app.ask("/v1/outcome", { key: other.key, json: { request_id: id, outcome: "fraud" } });
  const ring = `ring_${id.slice(4).replaceAll("-", "")}`;
  const bodies: Record<string, unknown>[] = [
    {},
    ...Object.values(given).map((value) => ({ value })),
    { value: id },
    { value: "73.15.20.0/24" },
    { user_id: "u1" },
    { ring_id: ring },
    { label: "fraud" },
    { verdict: "review" },
    { finding: "disposable" },
  ];
  for (const json of bodies) {
    assert.notDeepEqual(await found(app, json, other.key), [], JSON.stringify(json));
    assert.deepEqual(await found(app, json), [], JSON.stringify(json));
  }
});

Deno.test("scores of earlier versions, whose entries hold no terms, are found as well", async () => {
  await using app = await startApp();
  const ids = [
    await signup(app, { ip: "73.15.20.1", email: "a@one.example", user_id: "u1" }),
    await signup(app, { ip: "73.15.20.2", email: "b@one.example" }),
  ];
  const { engine, accounts } = app.app.services.store;
  const account = accounts.accountNamed("main")!.id;
  for await (const { key, value, version } of engine.scan(["scores-of", account])) {
    const { segment, index } = slotOf(key[2]!);
    const chunk = { key: SEGMENT.key(segment, chunkName(index)), value: chunkIn(value as Uint8Array)! };
    await engine.commit({ check: [{ key, version }], set: [{ key, value: [index] }, chunk] });
  }
  assert.deepEqual(await found(app, { value: "73.15.20.1" }), [ids[0]]);
  assert.deepEqual(await found(app, { value: "one.example" }), ids.toReversed());
});
