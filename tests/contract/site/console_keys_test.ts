/** The console's keys page: what a new key may do, and rotation. */
import assert from "node:assert/strict";
import { createKey, MAX_ENDED_KEYS, revokeKey } from "../../../src/service/access/keys.ts";
import { followChanges, startApp } from "../../support/app/app.ts";
import { codeBlocks, signedIn, Visitor } from "../../support/app/visitor.ts";
import { inFolder } from "../../support/folder.ts";
import { makeKey, runCommand } from "../../support/process/program.ts";

const CHOICES: readonly {
  name: string;
  fields: Readonly<Record<string, string>>;
  status: number;
  scopes?: readonly string[];
  says?: RegExp;
}[] = [
  { name: "one scope", fields: { scope: "score" }, status: 201, scopes: ["score"] },
  { name: "no choice sent", fields: {}, status: 201, scopes: ["score", "feedback", "console", "admin"] },
  { name: "no box checked", fields: { scope: "" }, status: 400, says: /must be one or more of/ },
  { name: "an unknown scope", fields: { scope: "root" }, status: 400, says: /must be one or more of/ },
  {
    name: "a scope that the session lacks",
    fields: { scope: "rules" },
    status: 403,
    says: /lacks the scope rules/,
  },
  { name: "an end", fields: { scope: "score", expires: "30d" }, status: 201, scopes: ["score"] },
  {
    name: "an end in the past",
    fields: { expires: "2020-01-01" },
    status: 400,
    says: /must be in the future/,
  },
  { name: "an end that is none", fields: { expires: "soon" }, status: 400, says: /a time from now/ },
];

for (const { name, fields, status, scopes, says } of CHOICES) {
  Deno.test(`keys: a new one with ${name}`, async () => {
    await using app = await startApp();
    const visitor = new Visitor(app);
    await visitor.signIn(
      (await app.account("main", { scopes: ["score", "feedback", "console", "admin"] })).key,
    );
    const form = await visitor.get("/console/keys");
    const offered = [...form.text.matchAll(/type="checkbox" name="scope" value="(\w+)" checked/g)].map((
      [, scope],
    ) => scope);
    assert.deepEqual(
      offered,
      ["score", "feedback", "console", "admin"],
      "only what the session's key has is offered",
    );
    const count = () =>
      app.app.services.store.accounts.keysOf(app.app.services.store.accounts.accountNamed("main")!.id).length;
    const before = count();
    const page = await visitor.submit("/console/keys", { name: "till", mode: "live", ...fields });
    assert.equal(page.status, status);
    if (says !== undefined) {
      assert.match(page.text, says);
      assert.equal(count(), before);
      return;
    }
    const key = /<code id="made-key">([^<]+)</.exec(page.text)![1]!;
    const usage = (await app.ask("/v1/usage", { key })).body;
    assert.deepEqual(usage.key.scopes, scopes);
    assert.equal(usage.key.expires_at === null, fields.expires === undefined);
    assert.match((await visitor.get("/console/keys")).text, new RegExp(`>${scopes!.join(", ")}<`));
  });
}

Deno.test("keys: a rotated one is replaced by one shown once; both work until the old one ends", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const visitor = await signedIn(app);
  const old = await app.account("main", { scopes: ["score"] });
  const page = await visitor.submit("/console/keys", { id: old.keyId }, "/console/keys/rotate");
  assert.equal(page.status, 201);
  assert.match(page.text, new RegExp(`${old.keyId}</code> can, which stops working at .*2026-11-21 12:00`));
  const made = /<code id="made-key">([^<]+)</.exec(page.text)![1]!;
  assert.deepEqual((await app.ask("/v1/usage", { key: made })).body.key.scopes, ["score"]);
  assert.equal((await app.ask("/v1/usage", { key: old.key })).status, 200);
  const list = await visitor.get("/console/keys");
  assert.ok(!list.text.includes(made));
  const again = await visitor.submit("/console/keys", { id: old.keyId }, "/console/keys/rotate");
  assert.equal(again.status, 400);
  assert.match(again.text, /was already replaced/);
  now += 24 * 3_600_000;
  await visitor.signIn(app.live);
  assert.equal((await app.ask("/v1/usage", { key: old.key })).body.code, "key_expired");
  assert.match((await visitor.get("/console/keys")).text, />expired</);
  const other = await app.account("other");
  for (const id of [other.keyId, "key_never"]) {
    assert.equal((await visitor.submit("/console/keys", { id }, "/console/keys/rotate")).status, 404);
  }
});

Deno.test("keys: a session rotates no key that can do more than its own, and is not offered it", async () => {
  await using app = await startApp();
  const less = await app.account("main", { scopes: ["console", "admin"] });
  const visitor = new Visitor(app);
  await visitor.signIn(less.key);
  const main = app.app.services.store.accounts;
  const strong = main.keysOf(less.account.id).filter(({ scopes }) => scopes === undefined);
  const { text } = await visitor.get("/console/keys");
  assert.equal(text.match(/>\s*Replace\s*</g)?.length, 1);
  for (const { id } of strong) {
    const page = await visitor.submit("/console/keys", { id }, "/console/keys/rotate");
    assert.equal(page.status, 403);
    assert.match(page.text, /lacks the scope score, feedback, rules, agents, cases/);
    assert.doesNotMatch(page.text, /wk_live_\w{43}/);
    assert.equal(main.key(id)!.replacedBy, undefined);
  }
});

Deno.test("keys: expired ones do not count against the 50 of an account, rotated ones do until they end", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const first = await app.account("crowd");
  for (let count = 2; count <= 49; count++) await app.account("crowd", { expiresAt: now + 3_600_000 });
  const visitor = new Visitor(app);
  await visitor.signIn(first.key);
  const rotate = () => visitor.submit("/console/keys", { id: first.keyId }, "/console/keys/rotate");
  const create = () => visitor.submit("/console/keys", { name: "one more", mode: "live" });
  assert.equal((await create()).status, 201);
  assert.equal((await create()).status, 400);
  assert.equal((await rotate()).status, 400);
  assert.equal(app.app.services.store.accounts.key(first.keyId)!.replacedBy, undefined);
  now += 3_600_000;
  assert.equal((await rotate()).status, 201);
});

Deno.test("keys: a lost one is replaced in one step, and ends when the owner says", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const visitor = await signedIn(app);
  const rows: [overlap: string, ends: string, worksAfter: number | null][] = [
    ["0", "no longer works", null],
    ["1h", "stops working at .*13:00 UTC", 59 * 60_000],
    ["7d", "stops working at .*2026-11-27", 3_600_000],
  ];
  for (const [overlap, ends, worksAfter] of rows) {
    const lost = await app.account("main", { scopes: ["score"] });
    const page = `/console/keys?replace=${lost.keyId}`;
    const form = (await visitor.get(page)).text;
    assert.match(form, new RegExp(`id="replace"[^]*name="id" value="${lost.keyId}"`), overlap);
    const answer = await visitor.submit(page, { id: lost.keyId, overlap }, "/console/keys/rotate");
    assert.equal(answer.status, 201);
    assert.match(answer.text, new RegExp(ends), overlap);
    assert.doesNotMatch(answer.text, /signed in with that one/);
    const made = /<code id="made-key">([^<]+)</.exec(answer.text)![1]!;
    assert.deepEqual((await app.ask("/v1/usage", { key: made })).body.key.scopes, ["score"]);
    if (worksAfter === null) {
      assert.equal((await app.ask("/v1/usage", { key: lost.key })).body.code, "key_expired");
    } else {
      now += worksAfter;
      assert.equal((await app.ask("/v1/usage", { key: lost.key })).status, 200, overlap);
    }
  }
  const kept = await app.account("main");
  for (const overlap of ["30d", "-1", "0h", "never", "9999d"]) {
    const answer = await visitor.submit("/console/keys", { id: kept.keyId, overlap }, "/console/keys/rotate");
    assert.equal(answer.status, 400, overlap);
    assert.equal((await app.ask("/v1/usage", { key: kept.key })).status, 200);
  }
  const foreign = await app.account("other");
  for (const id of [foreign.keyId, "key_never", "<script>"]) {
    const { status, text } = await visitor.get(`/console/keys?replace=${encodeURIComponent(id)}`);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /id="replace"|<script>/, id);
  }
});

Deno.test("keys: who replaces the key of their own session at once signs in again with the new one", async () => {
  await using app = await startApp();
  const own = await app.account("main");
  for (let count = 3; count < 50; count++) await app.account("main");
  const visitor = new Visitor(app);
  await visitor.signIn(own.key);
  assert.match((await visitor.get(`/console/keys?replace=${own.keyId}`)).text, /this session ends/);
  const fields = { id: own.keyId, overlap: "0" };
  const answer = await visitor.submit("/console/keys", fields, "/console/keys/rotate");
  assert.equal(answer.status, 201, "at once, no further place among the 50 keys is needed");
  assert.match(answer.text, /sign in again with the new one/);
  const made = /<code id="made-key">([^<]+)</.exec(answer.text)![1]!;
  assert.equal((await visitor.get("/console/keys")).path.split("?")[0], "/console/sign-in");
  await visitor.signIn(made);
  assert.equal((await visitor.get("/console/keys")).path, "/console/keys");
});

Deno.test("the sign-in page says how a lost key is replaced, with commands that do it", async () => {
  await inFolder(async (dir) => {
    const lost = await makeKey(dir, "default");
    await using app = await startApp({ dataDir: dir });
    const page = (await new Visitor(app).get("/console/sign-in")).text;
    const commands = codeBlocks(page).find(({ id }) => id === "lost-commands")!.text.trim().split("\n");
    assert.equal(commands.length, 2);
    const [list, rotate] = commands.map((line) => line.split(" ").slice(1));
    const { out } = await runCommand(dir, list!);
    const keyId = new RegExp(`^(key_\\w+) .* ${lost.key.slice(-4)} `, "m").exec(out)![1]!;
    const made = await runCommand(dir, rotate!.map((word) => word === "KEY_ID" ? keyId : word));
    assert.equal(made.code, 0, made.err);
    await followChanges(app);
    assert.equal((await app.ask("/v1/usage", { key: lost.key })).body.code, "key_expired");
    const key = /^wk_live_\w+$/m.exec(made.out)![0];
    assert.equal((await app.ask("/v1/usage", { key })).status, 200);
  });
});

Deno.test("of keys that no longer work the newest hundred stay, twenty on a page", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  const { store, now, randomBytes } = app.app.services;
  const services = { store, now, randomBytes };
  const account = store.accounts.accountNamed("main")!;
  const secrets: string[] = [];
  for (let at = 0; at < 130; at++) {
    const options = { account, mode: "live", name: `old ${at}`, ratePerMinute: 60 } as const;
    const { key, secret } = await createKey(services, options);
    secrets.push(secret);
    await revokeKey(services, key.id);
  }
  const ended = store.accounts.keysOf(account.id).filter(({ revokedAt }) => revokedAt !== null);
  assert.ok(ended.length <= MAX_ENDED_KEYS, `${ended.length}`);
  const codes = await Promise.all(
    [0, 129].map(async (at) => (await app.ask("/v1/usage", { key: secrets[at]! })).body.code),
  );
  assert.deepEqual(codes, ["key_invalid", "key_revoked"]);
  const seen = new Set<string>();
  let pages = 0;
  for (let path: string | undefined = "/console/keys"; path !== undefined; pages++) {
    const { text } = await visitor.get(path);
    const names = [...text.matchAll(/old (\d+)/g)].map(([, name]) => name!);
    assert.ok(new Set(names).size <= 20, path);
    for (const name of names) seen.add(name);
    path = /href="(\/console\/keys\?ended=\d+)"/.exec(text)?.[1];
  }
  assert.ok(pages === 5 && seen.size === ended.length, `${pages} pages with ${seen.size}`);
  await using reopened = await startApp({ dataDir: app.dataDir });
  assert.ok(reopened.app.services.store.accounts.keysOf(account.id).length <= MAX_ENDED_KEYS + 6);
});

Deno.test("keys are made and revoked some times in a minute, not a thousand", async () => {
  const now = Date.now();
  await using app = await startApp({ now: () => now });
  const visitor = new Visitor(app);
  await visitor.signIn((await app.account("busy", { rpm: 600 })).key);
  let made = 0;
  for (let at = 0; at < 40; at++) {
    if ((await visitor.submit("/console/keys", { name: "k", mode: "live" })).status === 201) made++;
  }
  assert.ok(made >= 5 && made <= 20, `${made}`);
});
