/** `winnow accounts …`, alone and beside a running server. */
import assert from "node:assert/strict";
import { storeLocation } from "../../../src/app/paths.ts";
import { readConfig } from "../../../src/app/settings/config.ts";
import { createAccountWithKeys } from "../../../src/service/access/keys.ts";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { processTest, runCommand, startServer } from "../../support/process/program.ts";
import { openStore } from "../../support/store/store.ts";

/** Accounts that signed up by themselves, by name and network; their live keys. */
async function signedUp(
  dir: string,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const store = await openStore({ location: storeLocation(readConfig({ WINNOW_DATA_DIR: dir })) });
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const keys: Record<string, string> = {};
  try {
    for (const [name, signupNetwork] of Object.entries(given)) {
      const account = { name, monthlyQuota: 1000, madeBy: "signup", signupNetwork } as const;
      const { live } = await createAccountWithKeys({ store, now: Date.now, randomBytes }, account, 600);
      keys[name] = live.secret;
    }
  } finally {
    await store.close();
  }
  return keys;
}

async function standings(dir: string, ...args: string[]): Promise<unknown> {
  const { code, out } = await runCommand(dir, ["accounts", "list", "--json", ...args]);
  assert.equal(code, 0);
  return JSON.parse(out).map(({ name, standing }: Record<string, string>) => [name, standing]);
}

Deno.test("accounts list shows the standing, admit and dismiss change it, --network-of finds siblings", async () => {
  await inFolder(async (dir) => {
    await runCommand(dir, ["keys", "create", "--account", "shop"]);
    await signedUp(dir, { ada: "net one", bob: "net one", eve: "net two" });
    const all = [["shop", "member"], ["ada", "guest"], ["bob", "guest"], ["eve", "guest"]];
    assert.deepEqual(await standings(dir), all);
    assert.deepEqual(await standings(dir, "--network-of", "ada"), [["ada", "guest"], ["bob", "guest"]]);
    assert.equal((await runCommand(dir, ["accounts", "admit", "ada"])).code, 0);
    assert.equal((await runCommand(dir, ["accounts", "dismiss", "shop"])).code, 0);
    assert.deepEqual(await standings(dir), [["shop", "guest"], ["ada", "member"], ...all.slice(2)]);
    assert.match((await runCommand(dir, ["accounts", "list"])).out, /standing/);
    assert.ok(!(await runCommand(dir, ["accounts", "list", "--json"])).out.includes("net one"));
    for (
      const [args, code] of [
        [["admit", "nobody"], 1],
        [["dismiss", "nobody"], 1],
        [["forget", "nobody", "--yes"], 1],
        [["list", "--network-of", "nobody"], 1],
        [["list", "--network-of", "shop"], 1],
        [["admit"], 2],
        [["admit", "ada", "bob"], 2],
        [["admit", "ada", "--yes"], 2],
        [["praise", "ada"], 2],
      ] as const
    ) {
      assert.equal((await runCommand(dir, ["accounts", ...args])).code, code, args.join(" "));
    }
  });
});

Deno.test("accounts forget explains what it would remove, and removes it only with --yes", async () => {
  await inFolder(async (dir) => {
    await signedUp(dir, { ada: "net one" });
    const asked = await runCommand(dir, ["accounts", "forget", "ada"]);
    assert.equal(asked.code, 2);
    assert.match(asked.err, /"ada" \(acc_\w+, guest\).*keys \(2\), scores \(0\)/s);
    assert.deepEqual(await standings(dir), [["ada", "guest"]]);
    assert.equal((await runCommand(dir, ["accounts", "forget", "ada", "--yes"])).code, 0);
    assert.deepEqual(await standings(dir), []);
    assert.equal((await runCommand(dir, ["accounts", "forget", "ada", "--yes"])).code, 1);
  });
});

processTest(
  "admit, dismiss and forget take effect in a running server before the command ends",
  async (dir) => {
    const { ada, bob, viewer } = await signedUp(dir, { ada: "net one", bob: "net two", viewer: "net three" });
    const server = await startServer(dir);
    try {
      const ask = async (key: string, path: string, json?: unknown) => {
        const body = json === undefined ? {} : { method: "POST", body: JSON.stringify(json) };
        const headers = { "x-api-key": key, "content-type": "application/json" };
        const answer = await fetch(`${server.origin}${path}`, { headers, ...body });
        return { status: answer.status, body: await answer.json() };
      };
      const reports = async () =>
        (await ask(viewer!, "/v1/verify/email?email=thief@gmail.com")).body.abuse_reports;
      for (const key of [ada!, bob!]) {
        await ask(key, "/v1/report", { kind: "email", value: "thief@gmail.com" });
        await ask(key, "/v1/score/user", { email: "thief@gmail.com" });
      }
      assert.equal(await reports(), 0);
      const run = async (...args: string[]) =>
        assert.equal((await runCommand(dir, ["accounts", ...args])).code, 0);
      await run("admit", "ada");
      await run("admit", "bob");
      await eventually(async () => await reports() === 2, "both were admitted");
      await run("dismiss", "bob");
      await eventually(async () => await reports() === 1, "one was dismissed");
      await run("forget", "ada", "--yes");
      await eventually(async () => await reports() === 0, "the other one was forgotten");
      assert.equal((await ask(ada!, "/v1/score/ip?ip=8.8.8.8")).status, 401);
      assert.equal((await ask(bob!, "/v1/score/ip?ip=8.8.8.8")).status, 200);
    } finally {
      await server.kill();
    }
  },
);

const SET: [name: string, args: string[], code: number, says: RegExp][] = [
  ["nothing", [], 2, /usage: accounts set NAME \[--monthly N\|unlimited\]/],
  ["a monthly quota below zero", ["--monthly=-1"], 2, /--monthly must be a whole number or unlimited/],
  ["a monthly quota in words", ["--monthly", "lots"], 2, /--monthly must be a whole number or unlimited/],
  ["no requests per minute", ["--rpm", "0"], 2, /--rpm must be a whole number of at least 1/],
  ["unlimited requests per minute", ["--rpm", "unlimited"], 2, /--rpm/],
  ["a valid and an invalid limit", ["--monthly", "5", "--rpm", "x"], 2, /--rpm/],
  ["an unknown linkage", ["--monthly", "5", "--linkage", "maybe"], 2, /--linkage must be report or score/],
];

Deno.test("accounts set refuses what is no limit, and then changes nothing", async () => {
  await inFolder(async (dir) => {
    await runCommand(dir, ["keys", "create", "--account", "shop", "--monthly", "7"]);
    for (const [name, args, code, says] of SET) {
      const answer = await runCommand(dir, ["accounts", "set", "shop", ...args]);
      assert.equal(answer.code, code, name);
      assert.match(answer.err, says, name);
    }
    assert.equal((await runCommand(dir, ["accounts", "set", "nobody", "--rpm", "5"])).code, 1);
    assert.equal((await runCommand(dir, ["accounts", "pause", "shop", "--rpm", "5"])).code, 2);
    const [shop] = JSON.parse((await runCommand(dir, ["accounts", "list", "--json"])).out);
    assert.equal(shop.monthly_quota, 7);
    const log = (await runCommand(dir, ["audit", "--account", "shop", "--json"])).out;
    assert.ok(log.includes("account_created") && !log.includes("account_changed"));
  });
});

processTest(
  "accounts set limits a running server's account at once: quota, present keys and new ones",
  async (dir) => {
    const created = await runCommand(dir, [
      "keys",
      "create",
      "--account",
      "shop",
      "--monthly",
      "2",
      "--json",
    ]);
    const { key } = JSON.parse(created.out);
    const revoked = JSON.parse(
      (await runCommand(dir, ["keys", "create", "--account", "shop", "--json"])).out,
    );
    await runCommand(dir, ["keys", "revoke", revoked.key_id]);
    const other = JSON.parse((await runCommand(dir, ["keys", "create", "--account", "other", "--json"])).out);
    const server = await startServer(dir);
    try {
      const score = async (key: string) => {
        const answer = await fetch(`${server.origin}/v1/score/ip?ip=8.8.8.8`, {
          headers: { "x-api-key": key },
        });
        const limit = answer.headers.get("x-ratelimit-limit");
        return { status: answer.status, limit, code: (await answer.json()).code };
      };
      const set = async (...args: string[]) =>
        (await runCommand(dir, ["accounts", "set", "shop", ...args])).out;
      await score(key);
      await score(key);
      assert.deepEqual(await score(key), { status: 429, limit: "600", code: "quota_exceeded" });
      assert.match(
        await set("--monthly", "unlimited", "--rpm", "90"),
        /unlimited lookups.*90 requests per minute/s,
      );
      assert.deepEqual(await score(key), { status: 200, limit: "90", code: undefined });
      assert.match((await runCommand(dir, ["accounts", "list"])).out, /shop .* unlimited/);
      const next = JSON.parse((await runCommand(dir, ["keys", "create", "--account", "shop", "--json"])).out);
      assert.deepEqual([next.rate_limit_per_minute, next.monthly_quota], [90, null]);
      assert.equal((await score(next.key)).limit, "90");
      assert.match(await set("--monthly", "0"), /shop may use 0 lookups per month/);
      assert.equal((await score(key)).code, "quota_exceeded");
      assert.match(await set("--rpm", "70", "--linkage", "score"), /70 requests.*part of their scores/s);
      assert.equal((await score(next.key)).limit, "70");
      assert.deepEqual(await score(other.key), { status: 200, limit: "600", code: undefined });
      assert.equal((await score(revoked.key)).status, 401);
    } finally {
      await server.kill();
    }
    const log = (await runCommand(dir, ["audit", "--account", "shop", "--json"])).out;
    for (
      const words of [
        "unlimited lookups per month",
        "90 requests per minute",
        "0 lookups per month",
        "70 requests",
      ]
    ) {
      assert.ok(log.includes(words), words);
    }
  },
);
