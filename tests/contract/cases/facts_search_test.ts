import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { FACT_NAMES } from "../../../src/model/facts/table.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { storeScores } from "../../support/store/stored_score.ts";

async function search(app: TestApp, json: Record<string, unknown>, key = app.live) {
  const { status, body, text } = await app.ask("/v1/scores/search", { key, json });
  assert.equal(status, 200, text);
  return { ...body, ids: body.results.map(({ request_id }: { request_id: string }) => request_id) };
}

async function facets(app: TestApp, json: Record<string, unknown>, key = app.live) {
  const { status, body, text } = await app.ask("/v1/scores/facets", { key, json });
  assert.equal(status, 200, text);
  return body;
}

Deno.test("any of the values of a fact fits, all facts must, and null is unknown", async () => {
  await using app = await startApp();
  const [tj, de, none] = await storeScores(app, "main", [
    { facts: { "phone.country": "TJ", "ip.asn": 16276, "custom.plan": "pro", "signup.hour": 0 } },
    { facts: { "phone.country": "DE", "ip.asn": 16276, "custom.plan": 5, "signup.hour": 7 } },
    {},
  ]);
  const rows: [Record<string, unknown>, (string | undefined)[]][] = [
    [{}, [none, de, tj]],
    [{ "phone.country": ["TJ"] }, [tj]],
    [{ "phone.country": ["TJ", "DE"] }, [de, tj]],
    [{ "phone.country": ["tj"] }, []],
    [{ "phone.country": [null] }, [none]],
    [{ "phone.country": [null, "TJ"] }, [none, tj]],
    [{ "ip.asn": [16276] }, [de, tj]],
    [{ "ip.asn": [16276], "phone.country": ["TJ"] }, [tj]],
    [{ "ip.asn": [16276], "phone.country": ["FR"] }, []],
    [{ "custom.plan": ["pro"] }, [tj]],
    [{ "custom.plan": [5] }, [de]],
    [{ "custom.plan": ["5"] }, []],
    [{ "custom.never_sent": ["x"] }, []],
    [{ "custom.never_sent": [null] }, [none, de, tj]],
    [{ "signup.hour": [0] }, [tj]],
  ];
  for (const [facts, ids] of rows) {
    const found = await search(app, { facts });
    assert.deepEqual([found.ids, found.total], [ids, ids.length], JSON.stringify(facts));
  }
  const [result] =
    (await search(app, { facts: { "custom.plan": ["pro"] }, columns: ["ip.asn", "ip.city"] })).results;
  assert.deepEqual(result.facts, { "ip.asn": 16276 }, "what is unknown is left out");
});

Deno.test("scores are found by their range, a tag, and a rule that decided or was true, also in shadow", async () => {
  await using app = await startApp();
  const said = { decided: null, tags: [], hit: [], would: [], notJudged: [] };
  const before = { score: 3, verdict: "allow" as const };
  const decided = { id: "rul_decided", action: "review" as const, when: "true", before };
  const [low, tagged, shadow, listed] = await storeScores(app, "main", [
    { score: 0 },
    { score: 40, conditions: { ...said, decided, tags: ["farm"], hit: ["rul_decided", "rul_tag"] } },
    { score: 41, conditions: { ...said, would: [["rul_shadow", "block"]] } },
    { score: 100, rule: "rul_list" },
  ]);
  const rows: [Record<string, unknown>, (string | undefined)[]][] = [
    [{ min_score: 40 }, [listed, shadow, tagged]],
    [{ max_score: 40 }, [tagged, low]],
    [{ min_score: 40, max_score: 40 }, [tagged]],
    [{ min_score: 0, max_score: 0 }, [low]],
    [{ tag: "farm" }, [tagged]],
    [{ tag: "far" }, []],
    [{ rule: "rul_decided" }, [tagged]],
    [{ rule: "rul_tag" }, [tagged]],
    [{ rule: "rul_shadow" }, [shadow]],
    [{ rule: "rul_list" }, [listed]],
    [{ rule: "rul_none" }, []],
  ];
  for (const [json, ids] of rows) assert.deepEqual((await search(app, json)).ids, ids, JSON.stringify(json));
});

Deno.test("a score that was answered is found, with the rules of lists that matched", async () => {
  await using app = await startApp();
  const add = async (action: string, value: string) =>
    (await app.ask("/v1/rules", { json: { action, values: [value] } })).body.rules[0].id;
  const [block, allow] = [await add("block", "73.15.20.1"), await add("allow", "a@one.example")];
  const { body } = await app.ask("/v1/score/user", { json: { ip: "73.15.20.1", email: "a@one.example" } });
  for (const rule of [block, allow]) assert.deepEqual((await search(app, { rule })).ids, [body.request_id]);
  assert.deepEqual((await search(app, { facts: { "custom.x": [null] } })).ids, [body.request_id]);
});

Deno.test("facts of a sign-up and its own fields are searched and counted as soon as it is answered", async () => {
  const now = Date.parse("2026-11-20T07:30:00Z");
  await using app = await startApp({ now: () => now });
  const ask = async (json: Record<string, unknown>) => (await app.ask("/v1/score/user", { json })).body;
  const custom = { plan: "pro", seats: 5, beta: true, referral: "X1" };
  const { request_id: pro, facts } = await ask({ ip: "73.15.20.1", phone: "+442083661177", custom });
  const { request_id: plain } = await ask({ email: "jane99@one.example" });
  assert.equal(facts["ip.country"], "US");
  const rows: [Record<string, unknown>, string[]][] = [
    [{ "ip.country": ["US"], "phone.country": ["GB"] }, [pro]],
    [{ "ip.asn": [facts["ip.asn"]], "custom.plan": ["pro"] }, [pro]],
    [{ "ip.country": [null] }, [plain]],
    [{ "email.domain": ["one.example"] }, [plain]],
    [{ "custom.seats": [5, 6] }, [pro]],
    [{ "custom.beta": [true] }, [pro]],
    [{ "custom.beta": [false] }, []],
    [{ "signup.referral": ["X1"] }, [pro]],
    [{ "signup.hour": [7], "signup.weekday": [5] }, [plain, pro]],
    [{ "signup.hour": [8] }, []],
  ];
  for (const [facts, ids] of rows) {
    assert.deepEqual((await search(app, { facts })).ids, ids, JSON.stringify(facts));
  }
  const counted = await facets(app, { facets: ["custom.plan", "signup.hour", "ip.country"] });
  const short = Object.entries<{ value: unknown; count: number }[]>(counted.facets)
    .map(([name, values]) => [name, values.map(({ value, count }) => [value, count])]);
  assert.deepEqual(short, [
    ["custom.plan", [["pro", 1]]],
    ["signup.hour", [[7, 2]]],
    ["ip.country", [["US", 1]]],
  ]);
});

Deno.test("bad filters are refused by name, with the nearest fact", async (t) => {
  await using app = await startApp();
  const rows: [Record<string, unknown>, string, RegExp][] = [
    [{ facts: { "ip.asnn": [1] } }, "/facts/ip.asnn", /did you mean ip\.asn\?/],
    [{ facts: { "ip.contry": ["DE"] } }, "/facts/ip.contry", /did you mean ip\.country\?/],
    [{ facts: { country: ["DE"] } }, "/facts/country", /did you mean ip\.country\?/],
    [{ facts: { "custom.Plan": ["x"] } }, "/facts/custom.Plan", /is not a field of your own/],
    [{ facts: { "ip.asn": ["16276"] } }, "/facts/ip.asn/0", /must be a number/],
    [{ facts: { "ip.asn": 16276 } }, "/facts/ip.asn", /must be an array/],
    [{ facts: { "ip.asn": [] } }, "/facts/ip.asn", /must not be empty/],
    [{ facts: { "ip.country": [49] } }, "/facts/ip.country/0", /must be a string/],
    [{ facts: { "device.automation": ["true"] } }, "/facts/device.automation/0", /must be true or false/],
    [{ facts: { "custom.plan": "pro" } }, "/facts/custom.plan", /must be an array/],
    [
      { facts: { "custom.plan": [{}] } },
      "/facts/custom.plan/0",
      /must be a string .*number, or true or false/,
    ],
    [{ facts: JSON.parse('{"__proto__":["x"]}') }, "/facts/__proto__", /no name/],
    [{ facts: { "ip.country": Array(101).fill("DE") } }, "/facts/ip.country", /at most 100/],
    [{ facts: { "custom.plan": Array(101).fill("DE") } }, "/facts/custom.plan", /at most 100/],
    [
      { facts: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`custom.k${at}`, ["x"]])) },
      "/facts",
      /at most 20/,
    ],
    [{ facts: [] }, "/facts", /must be an object/],
    [{ min_score: -1 }, "/min_score", /./],
    [{ max_score: 101 }, "/max_score", /./],
    [{ min_score: 50, max_score: 40 }, "/min_score", /max_score/],
    [{ rule: "x".repeat(100) }, "/rule", /./],
    [{ tag: 7 }, "/tag", /./],
    [{ mode: "all" }, "/mode", /./],
  ];
  for (const [json, pointer, words] of rows) {
    await t.step(JSON.stringify(json).slice(0, 60), async () => {
      for (const path of ["/v1/scores/search", "/v1/scores/facets"]) {
        const { status, body } = await app.ask(path, { json: { ...json, facets: ["ip.asn"] } });
        assert.deepEqual([status, body.errors?.[0].pointer], [400, pointer], path);
        assert.match(body.errors[0].detail, words);
      }
    });
  }
  const facetRows: [unknown, string][] = [
    [undefined, "/facets"],
    [[], "/facets"],
    [["ip.asnn"], "/facets/0"],
    [["custom."], "/facets/0"],
    [Array.from({ length: 11 }, (_, at) => `custom.k${at}`), "/facets"],
    ["ip.asn", "/facets"],
  ];
  for (const [facets, pointer] of facetRows) {
    const { status, body } = await app.ask("/v1/scores/facets", { json: { facets } });
    assert.deepEqual([status, body.errors?.[0].pointer], [400, pointer], JSON.stringify(facets));
  }
});

Deno.test("the total is exact up to 10,000, and the same on all pages", async () => {
  await using app = await startApp();
  const batch = Array.from({ length: 1000 }, () => ({ facts: { "ip.country": "DE" } }));
  for (let stored = 0; stored < 10_000; stored += 1000) await storeScores(app, "main", batch);
  const exact = await search(app, { facts: { "ip.country": ["DE"] }, limit: 500 });
  assert.equal(exact.total, 10_000);
  await storeScores(app, "main", [{ facts: { "ip.country": "DE", "custom.rare": 1 } }]);
  assert.equal((await search(app, { limit: 1 })).total, "10000+");
  assert.equal((await search(app, { facts: { "custom.rare": [1] } })).total, 1);
  const second = await search(app, { facts: { "ip.country": ["DE"] }, limit: 500, cursor: exact.cursor });
  assert.equal(second.total, 10_000, "as on the first page");
  assert.equal((await facets(app, { facets: ["ip.country"] })).facets["ip.country"][0].count, 10_001);
  assert.equal((await facets(app, { facets: ["ip.country"] })).total, "10000+");
});

Deno.test("facets are the twenty most frequent values with verdicts and labels, of the scores that fit", async () => {
  await using app = await startApp();
  const many = Array.from(
    { length: 25 },
    (_, asn) => Array.from({ length: 30 - asn }, () => ({ facts: { "ip.asn": asn } })),
  );
  await storeScores(app, "main", many.flat());
  const ids = await storeScores(app, "main", [
    { verdict: "block", facts: { "ip.asn": 0, "device.automation": true }, findings: ["tor", "disposable"] },
    { verdict: "review", facts: { "ip.asn": 0, "device.automation": false }, userId: "u1" },
    { verdict: "block", findings: ["tor"] },
  ]);
  await app.ask("/v1/outcome", {
    json: [{ request_id: ids[0], outcome: "fraud" }, { request_id: ids[1], outcome: "legit" }],
  });
  const { facets: { "ip.asn": asns, ...other }, total } = await facets(app, {
    facets: ["ip.asn", "custom.none"],
  });
  assert.deepEqual(other, { "custom.none": [] });
  assert.equal(total, many.flat().length + 3);
  assert.deepEqual(asns.map(({ value, count }: Record<string, number>) => [value, count]), [
    [0, 32],
    ...Array.from({ length: 19 }, (_, at) => [at + 1, 29 - at]),
  ]);
  assert.deepEqual(asns[0], {
    value: 0,
    count: 32,
    verdicts: { allow: 30, review: 1, block: 1 },
    labels: { fraud: 1, legit: 1 },
  });
  const one = { verdicts: { allow: 0, review: 0, block: 1 }, labels: { fraud: 1, legit: 0 } };
  const rows: [Record<string, unknown>, unknown][] = [
    [{ label: "fraud", facets: ["ip.asn"] }, { "ip.asn": [{ value: 0, count: 1, ...one }] }],
    [{ verdict: "block", facets: ["device.automation"] }, {
      "device.automation": [{ value: true, count: 1, ...one }],
    }],
    [{ verdict: "block", label: "none", facets: ["ip.asn"] }, { "ip.asn": [] }],
    [{ user_id: "u1", facets: ["verdict"] }, {
      verdict: [{
        value: "review",
        count: 1,
        verdicts: { allow: 0, review: 1, block: 0 },
        labels: { fraud: 0, legit: 1 },
      }],
    }],
  ];
  for (const [json, expected] of rows) {
    assert.deepEqual((await facets(app, json)).facets, expected, JSON.stringify(json));
  }
  const { facets: { finding } } = await facets(app, { facets: ["finding"] });
  assert.deepEqual(finding.map(({ value, count }: Record<string, unknown>) => [value, count]), [["tor", 2], [
    "disposable",
    1,
  ]]);
});

Deno.test("many scores of one user are counted and filtered exactly, in commits of any size", async () => {
  await using app = await startApp();
  const { postings, accounts } = app.app.services.store;
  const stored: { id: string; mode: string; userId: string; asn: number; label?: string }[] = [];
  for (let from = 0; from < 1800; from += 90) {
    const scores = Array.from({ length: from % 60 === 0 ? 120 : 60 }, (_, at) => ({
      mode: at % 7 === 0 ? "test" as const : "live" as const,
      userId: at % 11 === 0 ? "u2" : "u1",
      asn: (from + at) % 13,
    }));
    const parts = scores.map(({ asn, ...rest }) => ({ ...rest, facts: { "ip.asn": asn } }));
    const ids = await storeScores(app, "main", parts);
    stored.push(...scores.map((score, at) => ({ ...score, id: ids[at]! })));
    if (from === 900) await postings.compact(accounts.accountNamed("main")!.id, 1);
  }
  const all = stored.filter(({ mode, userId }) => mode === "live" && userId === "u1");
  for (const score of all.slice(0, 300)) score.label = "fraud";
  await app.ask("/v1/outcome", {
    json: all.slice(0, 300).map(({ id }) => ({ request_id: id, outcome: "fraud" })),
  });
  assert.ok(all.length > 1000);
  const rows: [Record<string, unknown>, typeof all][] = [
    [{}, all],
    [{ facts: { "ip.asn": [3, 4] } }, all.filter(({ asn }) => asn === 3 || asn === 4)],
    [{ label: "fraud" }, all.slice(0, 300)],
    [{ label: "none", facts: { "ip.asn": [3] } }, all.slice(300).filter(({ asn }) => asn === 3)],
  ];
  for (const [json, expected] of rows) {
    const wanted = expected.map(({ id }) => id).reverse();
    const ids: string[] = [];
    for (let cursor: string | null = null;;) {
      const page = await search(app, { user_id: "u1", ...json, limit: 100, cursor });
      assert.equal(page.total, wanted.length, JSON.stringify(json));
      ids.push(...page.ids);
      if ((cursor = page.cursor) === null) break;
      assert.equal(page.ids.length, 100);
    }
    assert.deepEqual(ids, wanted, JSON.stringify(json));
    const counted = (await facets(app, { user_id: "u1", ...json, facets: ["ip.asn"] })).facets["ip.asn"];
    const sum = (field: (value: { count: number; labels: { fraud: number } }) => number) =>
      counted.reduce((total: number, value: Parameters<typeof field>[0]) => total + field(value), 0);
    assert.equal(sum(({ count }) => count), wanted.length);
    assert.equal(sum(({ labels }) => labels.fraud), expected.filter(({ label }) => label === "fraud").length);
  }
});

Deno.test("test keys see test scores, live keys live ones, and other accounts nothing", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const facts = { "ip.asn": 7922 };
  const [live, test] = await storeScores(app, "main", [{ facts }, { facts, mode: "test" }]);
  const json = { facts: { "ip.asn": [7922] } };
  assert.deepEqual((await search(app, json)).ids, [live]);
  assert.deepEqual((await search(app, { ...json, mode: "test" })).ids, [test]);
  assert.deepEqual((await search(app, json, app.test)).ids, [test]);
  assert.deepEqual((await search(app, json, other.key)).ids, []);
  const counts = async (json: Record<string, unknown>, key?: string) =>
    (await facets(app, { ...json, facets: ["ip.asn"] }, key)).facets["ip.asn"].map((
      { count }: { count: number },
    ) => count);
  assert.deepEqual(await counts({}), [1]);
  assert.deepEqual(await counts({ mode: "test" }), [1]);
  assert.deepEqual(await counts({}, other.key), []);
});

Deno.test("CSV has a column for each fact and for fields of the account's own, with formulas disarmed", async () => {
  await using app = await startApp();
  await storeScores(app, "main", [
    { facts: { "ip.asn": 16276, "device.automation": false, "custom.plan": "=1+1", "custom.age": -5 } },
    {},
  ]);
  const ask = async (json: Record<string, unknown>) => {
    const { text } = await app.ask("/v1/scores/search", { json, headers: { accept: "text/csv" } });
    return parse(text, { columns: true }) as Record<string, string>[];
  };
  const [none, row] = await ask({ columns: ["ip.asn", "custom.later"] });
  assert.deepEqual(Object.keys(row!).slice(13), [...FACT_NAMES, "custom.age", "custom.plan", "custom.later"]);
  assert.deepEqual(
    ["ip.asn", "device.automation", "custom.plan", "custom.age", "custom.later"].map((name) => row![name]),
    ["16276", "false", "'=1+1", "'-5", ""],
  );
  assert.ok(FACT_NAMES.every((name) => none![name] === ""));
});

Deno.test("CSV has the most frequent fields of the account's own, however many there are, and those that are asked for", async () => {
  await using app = await startApp();
  const scores = Array.from({ length: 60 }, (_, at) => ({
    facts: { "custom.zone": "north", [`custom.a${at}`]: 1, [`custom.b${at}`]: 2, [`custom.c${at}`]: 3 },
  }));
  await storeScores(app, "main", scores);
  const json = { columns: ["custom.c59"] };
  const { text } = await app.ask("/v1/scores/search", { json, headers: { accept: "text/csv" } });
  const rows = parse(text, { columns: true }) as Record<string, string>[];
  const custom = Object.keys(rows[0]!).filter((name) => name.startsWith("custom."));
  assert.equal(custom.length, 101);
  assert.ok(custom.includes("custom.c59"));
  assert.deepEqual(new Set(rows.map((row) => row["custom.zone"])), new Set(["north"]));
});
