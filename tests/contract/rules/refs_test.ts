/** Rules made of refs: they name a value of the account's stored scores by its hash, and never hold the value. */
import assert from "node:assert/strict";
import { type RefKind, refOf } from "../../../src/service/cases/value_ref.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { addRules, countRules } from "../../support/app/rules.ts";
import { startInYear } from "../../support/app/secrets.ts";
import { signedIn } from "../../support/app/visitor.ts";
import { inFolder } from "../../support/folder.ts";

const SIGNUP = {
  ip: "73.15.20.1",
  email: "jane.doe@gmail.com",
  phone: "+442083661177",
  domain: "shop.evil-store.com",
  device_id: "0123456789abcdef0123456789abcdef",
};
const VALUES = ["73.15.20.1", "jane", "442083661177", "evil-store", SIGNUP.device_id];

async function scoreUser(app: TestApp, json: object, key = app.live) {
  return (await app.ask("/v1/score/user", { json, key })).body;
}

/** The ref of a value of a stored score. */
async function refIn(app: TestApp, requestId: string, kind: RefKind, account = "main"): Promise<string> {
  const { store, hasher, now } = app.app.services;
  const { id } = store.accounts.accountNamed(account)!;
  const record = await store.scores.get(id, requestId, now());
  const component = record!.components.find((one) => one.kind === (kind === "network" ? "ip" : kind))!;
  const hash = kind === "network" ? component.relatedHashes[0]! : component.hash;
  return refOf(hasher, id, { kind, hash })!;
}

async function addRefs(app: TestApp, action: string, refs: readonly string[], rest: object = {}) {
  return await app.ask("/v1/rules", { json: { action, refs, ...rest } });
}

const KINDS: readonly {
  readonly kind: RefKind;
  readonly mask: string;
  /** Of the same value; and of another one. */
  readonly hit: readonly object[];
  readonly miss: readonly object[];
}[] = [
  { kind: "ip", mask: "73.15.20.•", hit: [{ ip: "::ffff:73.15.20.1" }], miss: [{ ip: "73.15.20.2" }] },
  {
    kind: "email",
    mask: "j•••@gmail.com",
    hit: [{ email: "janedoe+x@googlemail.com" }],
    miss: [{ email: "janet.doe@gmail.com" }, { domain: "gmail.com" }],
  },
  {
    kind: "phone",
    mask: "+44 •••• ••77",
    hit: [{ phone: "+44 20 8366 1177" }],
    miss: [{ phone: "+442083661178" }],
  },
  {
    kind: "domain",
    mask: "e•••e.com",
    hit: [{ domain: "evil-store.com" }, { domain: "a.b.evil-store.com" }, { email: "x@mail.evil-store.com" }],
    miss: [{ domain: "evil-stores.com" }, { email: "evil-store@gmail.com" }],
  },
  {
    kind: "device",
    mask: "012345…",
    hit: [{ device_id: SIGNUP.device_id }],
    miss: [{ device_id: "0123456789abcdef" }],
  },
];

Deno.test("a rule made of a ref decides every later score of the value, masked everywhere, for its account only", async (t) => {
  await using app = await startApp();
  const other = await app.account("other");
  const { request_id } = await scoreUser(app, SIGNUP);
  for (const { kind, mask, hit, miss } of KINDS) {
    await t.step(kind, async () => {
      const ref = await refIn(app, request_id, kind);
      const { status, body } = await addRefs(app, "block", [ref], {
        note: "ring",
        expires_at: "2099-01-01T00:00:00Z",
      });
      assert.deepEqual([status, body.added], [200, 1]);
      const [rule] = body.rules;
      assert.deepEqual(
        [rule.kind, rule.value, rule.hashed, rule.note, "hash" in rule],
        [kind, mask, true, "ring", false],
      );
      const applied = { id: rule.id, action: "block", kind, value: mask, hashed: true };
      for (const json of hit) {
        const scored = await scoreUser(app, json);
        assert.deepEqual(scored.rule_applied, applied, JSON.stringify(json));
        const stored = (await app.ask(`/v1/score/${scored.request_id}`)).body;
        assert.deepEqual(stored.rule_applied, applied);
        assert.equal((await scoreUser(app, json, other.key)).rule_applied, undefined);
      }
      for (const json of miss) {
        assert.equal((await scoreUser(app, json)).rule_applied, undefined, JSON.stringify(json));
      }
      const again = await addRefs(app, "block", [ref]);
      assert.deepEqual([again.body.added, again.body.skipped[0].value], [0, mask]);
      const list = (await app.ask("/v1/rules")).text +
        (await (await signedIn(app)).get("/console/rules")).text;
      for (const value of VALUES) assert.ok(!list.includes(value), value);
      assert.ok(list.includes(mask));
      await app.ask(`/v1/rules/${rule.id}`, { method: "DELETE" });
      assert.equal((await scoreUser(app, hit[0]!)).rule_applied, undefined);
    });
  }
});

Deno.test("the ref of a network makes a rule for the network itself", async () => {
  await using app = await startApp();
  for (
    const [ip, network, inside] of [
      ["73.15.20.1", "73.15.20.0/24", "73.15.20.200"],
      ["2600:1700:1234:5::1", "2600:1700:1234::/48", "2600:1700:1234:ffff::9"],
    ] as const
  ) {
    const { request_id } = await scoreUser(app, { ip });
    const { body } = await addRefs(app, "block", [await refIn(app, request_id, "network")]);
    assert.deepEqual([body.rules[0].kind, body.rules[0].value, body.rules[0].hashed], [
      "cidr",
      network,
      undefined,
    ]);
    assert.equal((await scoreUser(app, { ip: inside })).rule_applied.value, network);
  }
});

Deno.test("block beats allow between rules of both sorts; values and refs make rules in one call", async () => {
  await using app = await startApp();
  const { request_id } = await scoreUser(app, SIGNUP);
  const [email, device] = [await refIn(app, request_id, "email"), await refIn(app, request_id, "device")];
  const { body } = await addRefs(app, "allow", [email, email], { values: [SIGNUP.email, "73.15.20.1"] });
  assert.deepEqual([body.added, body.skipped.length], [3, 1]);
  assert.equal((await scoreUser(app, SIGNUP)).rule_applied.action, "allow");
  await addRefs(app, "block", [device]);
  assert.deepEqual((await scoreUser(app, SIGNUP)).rule_applied.kind, "device");
  await addRefs(app, "block", [email]);
  assert.equal((await scoreUser(app, { email: SIGNUP.email })).rule_applied.action, "block");
});

Deno.test("refs that are none, or another account's, are refused by their place, and nothing is added", async (t) => {
  await using app = await startApp();
  await app.account("other");
  const { request_id } = await scoreUser(app, SIGNUP);
  const good = await refIn(app, request_id, "email");
  const { store, hasher } = app.app.services;
  const theirs = store.accounts.accountNamed("other")!.id;
  const hash = (await store.scores.get(store.accounts.accountNamed("main")!.id, request_id, Date.now()))!
    .components[1]!.hash;
  const rows: { name: string; json: unknown; pointer: string }[] = [
    {
      name: "another account's",
      json: { refs: [good, refOf(hasher, theirs, { kind: "email", hash })] },
      pointer: "/refs/1",
    },
    { name: "of another kind", json: { refs: [good.replace("val_e", "val_p")] }, pointer: "/refs/0" },
    { name: "cut", json: { refs: [good.slice(0, -1)] }, pointer: "/refs/0" },
    { name: "long", json: { refs: ["val_" + "x".repeat(10_000)] }, pointer: "/refs/0" },
    { name: "empty", json: { refs: [""] }, pointer: "/refs/0" },
    { name: "a value", json: { refs: ["1.1.1.1"] }, pointer: "/refs/0" },
    { name: "a number", json: { refs: [1] }, pointer: "/refs/0" },
    { name: "none", json: { refs: [] }, pointer: "/refs" },
    { name: "neither values nor refs", json: {}, pointer: "/values" },
    { name: "beside good values", json: { values: ["1.1.1.1"], refs: ["val_x"] }, pointer: "/refs/0" },
    { name: "too many", json: { refs: Array(501).fill(good) }, pointer: "/refs" },
  ];
  for (const { name, json, pointer } of rows) {
    for (const dry_run of [true, false]) {
      await t.step(`${name}${dry_run ? ", dry run" : ""}`, async () => {
        const { status, body } = await app.ask("/v1/rules", {
          json: { action: "block", dry_run, ...json as object },
        });
        assert.deepEqual([status, body.errors[0].pointer], [400, pointer]);
      });
    }
  }
  assert.equal(await countRules(app), 0);
});

Deno.test("a dry run of refs counts stored scores; a rule for a domain counts the mail at it", async () => {
  await using app = await startApp();
  const { request_id } = await scoreUser(app, SIGNUP);
  await scoreUser(app, { email: "janedoe@gmail.com" });
  await scoreUser(app, { email: "x@mail.evil-store.com" });
  await scoreUser(app, { email: "y@evil-store.com", domain: "example.org" });
  await scoreUser(app, { email: "joe@gmail.com", device_id: SIGNUP.device_id });
  const trial = async (kind: RefKind) => {
    const { body } = await addRefs(app, "block", [await refIn(app, request_id, kind)], { dry_run: true });
    assert.deepEqual([body.added, body.rules[0].hashed, "hash" in body.rules[0]], [1, true, false]);
    return [body.trial.would_block, body.trial.unknown];
  };
  assert.deepEqual(await trial("email"), [2, 0]);
  assert.deepEqual(await trial("domain"), [3, 0]);
  assert.deepEqual(await trial("device"), [2, 0]);
  assert.equal(await countRules(app), 0);
  const ref = await refIn(app, request_id, "device");
  await addRefs(app, "allow", [ref]);
  const { body } = await addRefs(app, "block", [ref], { dry_run: true });
  const [clash] = body.clashes;
  assert.deepEqual([clash.type, clash.value, clash.rule.hashed, "hash" in clash.rule], [
    "overrides",
    "012345…",
    true,
    false,
  ]);
  await addRules(app, "block", "gmail.com");
});

Deno.test("a rule made of a ref survives a restart and its export, which is of use to its account only", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const { request_id } = await scoreUser(app, SIGNUP);
  await addRefs(app, "block", [await refIn(app, request_id, "email")], { note: "a, b" });
  await addRules(app, "allow", "1.1.1.1");
  const csv = (await (await signedIn(app)).get("/console/rules.csv")).text;
  assert.match(
    csv,
    /^value,action,kind,note,expires_at,created_at,ref\r\nj•••@gmail\.com,block,email,"a, b",/,
  );
  for (const value of VALUES) assert.ok(!csv.includes(value));
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir });
  again.live = app.live;
  const rule = async () => (await scoreUser(again, { email: "janedoe@gmail.com" })).rule_applied?.value;
  assert.equal(await rule(), "j•••@gmail.com");
  const importCsv = (key: string) => again.ask("/v1/rules/import", { raw: csv, key });
  assert.equal((await importCsv(again.live)).body.duplicates, 2);
  await again.ask("/v1/rules?confirm=true", { method: "DELETE" });
  assert.equal(await rule(), undefined);
  const { body } = await importCsv(again.live);
  assert.deepEqual([body.imported, body.warnings], [2, []]);
  assert.equal(await rule(), "j•••@gmail.com");
  // What is shown of the rule comes from the file; it is a mask in one line, whatever the file says.
  for (const shown of ["joe@example.com", "a\n•", `${"x".repeat(400)}•`]) {
    await again.ask("/v1/rules?confirm=true", { method: "DELETE" });
    const raw = csv.replace("j•••@gmail.com", `"${shown}"`);
    assert.equal((await again.ask("/v1/rules/import", { raw })).body.imported, 2);
    assert.equal(await rule(), "•••");
  }
  const theirs = (await importCsv(other.key)).body;
  assert.deepEqual([theirs.imported, theirs.skipped[1].reason], [1, "not a ref of this account"]);
});

Deno.test("after a rotation of the secret, rules that were made of refs before still decide", async () => {
  await inFolder(async (dataDir) => {
    await using one = await startInYear(0, { dataDir });
    const { live } = one;
    const { request_id } = await scoreUser(one, SIGNUP);
    const [email, domain] = [await refIn(one, request_id, "email"), await refIn(one, request_id, "domain")];
    await addRefs(one, "block", [email, domain]);
    await one.close();
    await using two = await startInYear(1, { dataDir });
    two.live = live;
    for (
      const json of [{ email: "janedoe@gmail.com" }, { domain: "evil-store.com" }, {
        email: "x@evil-store.com",
      }]
    ) {
      assert.equal((await scoreUser(two, json)).rule_applied?.hashed, true, JSON.stringify(json));
    }
    assert.equal((await scoreUser(two, { email: "joe@gmail.com" })).rule_applied, undefined);
    assert.equal((await addRefs(two, "allow", [email])).status, 400, "scores give the new ref");
  });
});
