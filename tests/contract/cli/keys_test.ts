/** `keys`: scopes, expiry and rotation. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { processTest, runCommand, startServer } from "../../support/process/program.ts";

const DAY = 86_400_000;
const ALL = ["score", "feedback", "rules", "agents", "cases", "console", "admin"];

async function json(dir: string, ...args: string[]) {
  const { code, out, err } = await runCommand(dir, [...args, "--json"]);
  assert.equal(code, 0, err);
  assert.equal(out.trim().split("\n").length, 1);
  return JSON.parse(out);
}

const CREATED: readonly {
  name: string;
  args: string[];
  scopes: string[];
  expires: string | number | null;
}[] = [
  { name: "nothing given", args: [], scopes: ALL, expires: null },
  { name: "one scope", args: ["--scope", "score"], scopes: ["score"], expires: null },
  { name: "commas", args: ["--scope", "feedback,score"], scopes: ["score", "feedback"], expires: null },
  {
    name: "repeated",
    args: ["--scope", "rules", "--scope", "score"],
    scopes: ["score", "rules"],
    expires: null,
  },
  { name: "days", args: ["--expires", "30d"], scopes: ALL, expires: 30 * DAY },
  { name: "a date", args: ["--expires", "2999-01-31"], scopes: ALL, expires: "2999-01-31T00:00:00.000Z" },
];

Deno.test("keys create gives a key its scopes and its end, and keys list shows them", async (t) => {
  await inFolder(async (dir) => {
    for (const { name, args, scopes, expires } of CREATED) {
      await t.step(name, async () => {
        const before = Date.now();
        const made = await json(dir, "keys", "create", "--account", "shop", ...args);
        assert.deepEqual(made.scopes, scopes);
        if (typeof expires === "number") {
          const at = Date.parse(made.expires_at);
          assert.ok(at >= before + expires && at <= Date.now() + expires, made.expires_at);
        } else assert.equal(made.expires_at, expires);
        const listed = (await json(dir, "keys", "list")).find((row: { key_id: string }) =>
          row.key_id === made.key_id
        );
        assert.deepEqual([listed.scopes, listed.expires_at, listed.replaced_by], [
          scopes,
          made.expires_at,
          null,
        ]);
      });
    }
    const { out } = await runCommand(dir, ["keys", "list"]);
    assert.match(out, /scopes +expires_at +replaced_by/);
    assert.match(out, / all +- +-/);
    assert.match(out, / score,feedback +- +-/);
    const shown = await runCommand(dir, [
      "keys",
      "create",
      "--account",
      "shop",
      "--scope",
      "score",
      "--expires",
      "2d",
    ]);
    assert.match(
      shown.out,
      /^live key key_\w+ of account "shop" with the scopes score, until 20.+, shown only once:\nwk_live_/,
    );
  });
});

Deno.test("keys create --role gives a key a role, which a rotation keeps", async () => {
  await inFolder(async (dir) => {
    const made = await json(dir, "keys", "create", "--account", "shop", "--role", "viewer");
    assert.deepEqual([made.role, made.scopes], ["viewer", []]);
    const rotated = await json(dir, "keys", "rotate", made.key_id);
    assert.deepEqual([rotated.role, rotated.scopes], ["viewer", []]);
    const listed = await json(dir, "keys", "list");
    assert.deepEqual(listed.map(({ role }: { role: string }) => role), ["viewer", "viewer"]);
    const { out } = await runCommand(dir, ["keys", "list"]);
    assert.equal(out.match(/ role viewer /g)?.length, 2);
    const shown = await runCommand(dir, ["keys", "create", "--account", "shop", "--role", "editor"]);
    assert.match(shown.out, /^live key key_\w+ of account "shop" with the role editor, shown only once:/);
  });
});

const WRONG: readonly { args: string[]; says: RegExp }[] = [
  {
    args: ["create", "--account", "shop", "--scope", "root"],
    says: /--scope must be one or more of score, /,
  },
  { args: ["create", "--account", "shop", "--scope", ""], says: /--scope must be/ },
  { args: ["create", "--account", "shop", "--expires", "soon"], says: /--expires must be a time from now/ },
  {
    args: ["create", "--account", "shop", "--expires", "2020-01-01"],
    says: /--expires must be in the future/,
  },
  {
    args: ["create", "--account", "shop", "--role", "admin"],
    says: /--role must be one of viewer, analyst, editor, owner/,
  },
  {
    args: ["create", "--account", "shop", "--role", "owner", "--scope", "score"],
    says: /a key has one or the other/,
  },
  { args: ["rotate"], says: /usage: keys rotate/ },
  { args: ["rotate", "key_a", "key_b"], says: /usage: keys rotate/ },
  { args: ["rotate", "key_a", "--overlap", "a day"], says: /--overlap must be/ },
];

Deno.test("wrong scopes, ends and overlaps are refused, and nothing is created", async (t) => {
  await inFolder(async (dir) => {
    for (const { args, says } of WRONG) {
      await t.step(args.join(" "), async () => {
        const { code, out, err } = await runCommand(dir, ["keys", ...args]);
        assert.deepEqual([code, out], [2, ""]);
        assert.match(err, says);
      });
    }
    assert.equal((await runCommand(dir, ["keys", "list"])).out.trim(), "no keys");
    const { code, out, err } = await runCommand(dir, ["keys", "rotate", "key_never"]);
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /There is no key "key_never"/);
  });
});

processTest("keys rotate replaces a key of a running server, after the overlap or at once", async (dir) => {
  const server = await startServer(dir);
  try {
    const code = async (key: string) => {
      const answer = await fetch(`${server.origin}/v1/score/ip?ip=8.8.8.8`, {
        headers: { "x-api-key": key },
      });
      return (await answer.json()).code ?? answer.status;
    };
    const create = [
      "keys",
      "create",
      "--account",
      "shop",
      "--scope",
      "score",
      "--rpm",
      "55",
      "--name",
      "till",
    ];
    const old = await json(dir, ...create);
    const made = await json(dir, "keys", "rotate", old.key_id);
    assert.deepEqual(Object.keys(made), [...Object.keys(old), "replaces"]);
    const same = [
      "account",
      "account_id",
      "mode",
      "rate_limit_per_minute",
      "monthly_quota",
      "scopes",
      "expires_at",
    ];
    for (const name of same) assert.deepEqual(made[name], old[name], name);
    assert.equal(made.replaces.key_id, old.key_id);
    const end = Date.parse(made.replaces.expires_at);
    assert.ok(end > Date.now() + 0.9 * DAY && end <= Date.now() + DAY);
    assert.deepEqual([await code(old.key), await code(made.key)], [200, 200]);
    const again = await runCommand(dir, ["keys", "rotate", old.key_id]);
    assert.equal(again.code, 1);
    assert.match(again.err, new RegExp(`already replaced, by ${made.key_id}`));

    const last = await json(dir, "keys", "rotate", made.key_id, "--overlap", "0", "--expires", "90d");
    await eventually(
      async () => await code(made.key) === "key_expired",
      "the replaced key is refused at once",
    );
    assert.equal(await code(last.key), 200);
    assert.ok(Date.parse(last.expires_at) > Date.now() + 89 * DAY);
    const listed = await json(dir, "keys", "list", "--account", "shop");
    assert.deepEqual(listed.map((row: { name: string }) => row.name), ["till", "till", "till"]);
    assert.deepEqual(
      listed.map((row: { replaced_by: string | null }) => row.replaced_by),
      [made.key_id, last.key_id, null],
    );
  } finally {
    await server.kill();
  }
});

Deno.test("an account that the operator makes has no monthly limit unless --monthly says one, and it is said", async (t) => {
  const rows: [args: string[], quota: number | null, said: RegExp][] = [
    [[], null, /account "\S+" has no monthly limit \(unlimited lookups; --monthly N sets one\)/],
    [["--monthly", "unlimited"], null, /has no monthly limit/],
    [["--monthly", "50"], 50, /may use 50 lookups per month/],
    [["--monthly", "0"], 0, /may use 0 lookups per month/],
  ];
  await inFolder(async (dir) => {
    for (const [index, [args, quota, said]] of rows.entries()) {
      await t.step(args.join(" ") || "nothing given", async () => {
        const account = ["--account", `shop${index}`];
        const made = await json(dir, "keys", "create", ...account, ...args);
        assert.equal(made.monthly_quota, quota);
        // The account is there now: the same is said of it.
        const { out } = await runCommand(dir, ["keys", "create", ...account]);
        const [, secret, limits, ...rest] = out.trimEnd().split("\n");
        assert.match(limits!, said);
        assert.match(limits!, /this key may send 600 requests per minute$/);
        assert.match(secret!, /^wk_live_/);
        assert.deepEqual(rest, []);
      });
    }
  });
});
