import assert from "node:assert/strict";
import { backUp } from "../../../src/store/backup/backup.ts";
import { BackupError } from "../../../src/store/backup/backup_file.ts";
import { dumpKvConnect, untilComplete } from "../../../src/store/deno_kv/dump.ts";
import { dumpStore } from "../../../src/store/backup/dump.ts";
import type { DumpEntry } from "../../../src/store/backup/dump_entry.ts";
import { type Engine, StoreError } from "../../../src/store/engine.ts";
import { openEngine } from "../../../src/store/open_engine.ts";
import { openBackup, restore } from "../../../src/store/backup/restore.ts";
import { RuleStore } from "../../../src/store/records/rules.ts";
import { RESTORING } from "../../../src/store/schema.ts";
import { Store } from "../../../src/store/store.ts";
import type { Rule } from "../../../src/model/rules/rule.ts";
import { startApp } from "../../support/app/app.ts";
import { inFolder } from "../../support/folder.ts";
import { postgresTest, startPostgres } from "../../support/servers/postgres.ts";
import { makeKey, runCommand, startServer } from "../../support/process/program.ts";
import { eventually } from "../../support/eventually.ts";

const HOUR = 3_600_000;

async function withEngine<T>(location: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openEngine(location);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

async function dumped(location: string): Promise<DumpEntry[]> {
  const found: DumpEntry[] = [];
  await dumpStore(location, (entries) => Promise.resolve(void found.push(...entries)));
  return found;
}

/** Deno KV is told a time to live, so its times of expiry are a little late. */
function assertSame(found: readonly DumpEntry[], expected: readonly DumpEntry[]): void {
  const untimed = (entries: readonly DumpEntry[]) => entries.map((entry) => ({ ...entry, expiresAt: 0 }));
  assert.deepEqual(untimed(found), untimed(expected));
  for (const [index, { expiresAt, key }] of found.entries()) {
    const wanted = expected[index]!.expiresAt;
    const near = expiresAt === wanted || Math.abs(expiresAt! - wanted!) < 1000;
    assert.ok(near && (expiresAt === null) === (wanted === null), `${key}: ${expiresAt}, not ${wanted}`);
  }
}

const backup = (location: string, file: string) =>
  backUp({ location, file, now: Date.now, fingerprint: null });

async function restoreInto(location: string, file: string, replace = false) {
  return await restore(await openBackup(file), { location, replace, now: Date.now });
}

/** Every kind of value, what is left out, and what is too old. */
async function fill(location: string): Promise<void> {
  const until = Math.ceil(Date.now()) + HOUR;
  await withEngine(location, async (engine) => {
    await engine.commit({
      set: [
        { key: ["meta", "schema"], value: 1 },
        { key: ["meta", "ready"], value: 5 },
        { key: ["account", "a"], value: { id: "a", name: "é \u0000 😀" } },
        { key: ["bytes", "\u0000"], value: new Uint8Array([0, 255, 10]) },
        { key: ["bytes", "text"], value: new TextEncoder().encode('0\n{"a":"ü"}') },
        { key: ["label", "x"], value: null, expiresAt: until },
        { key: ["process", "0001"], value: until },
        { key: ["limits", "0001"], value: [] },
        { key: ["changes", "head"], value: 7 },
      ],
      add: [{ key: ["usage", "a", "2026-11"], by: 41 }],
    });
    for (let from = 0; from < 3000; from += 500) {
      await engine.commit({
        set: Array.from({ length: 500 }, (_, i) => ({
          key: ["many", String(from + i).padStart(5, "0")],
          value: { number: from + i, text: "x".repeat(100) },
          expiresAt: until + i,
        })),
      });
    }
  });
}

async function roundTrip(from: string, to: string, folder: string): Promise<void> {
  await fill(from);
  const before = await dumped(from);
  assert.equal(before.length, 3006);
  assert.ok(before.every(({ key }) => !["process", "limits", "changes"].includes(key[0]!)));
  const made = await backup(from, `${folder}/one.backup`);
  assert.equal(made.entries, 3006);
  const { written } = await restoreInto(to, `${folder}/one.backup`);
  assert.equal(written, 3006);
  assertSame(await dumped(to), before);
  await withEngine(to, async (engine) => {
    await engine.commit({ add: [{ key: ["usage", "a", "2026-11"], by: 1 }] });
    const found = await engine.get([["usage", "a", "2026-11"], RESTORING, ["process", "0001"]]);
    assert.deepEqual(found.map((entry) => entry?.value ?? null), [42, null, null]);
  });
}

Deno.test("a backup of a Deno KV file restored into another is the same store", async () => {
  await inFolder((folder) => roundTrip(`${folder}/a.kv`, `${folder}/b.kv`, folder));
});

Deno.test("a restore replaces only with --replace, and then exactly", async () => {
  await inFolder(async (folder) => {
    const [a, b, file] = [`${folder}/a.kv`, `${folder}/b.kv`, `${folder}/backup`];
    await fill(a);
    await backup(a, file);
    await fill(b);
    await withEngine(b, (engine) =>
      engine.commit({
        set: [
          { key: ["aaa"], value: 1 },
          { key: ["account", "b"], value: 1 },
          { key: ["many", "00007"], value: "changed" },
          { key: ["zzz"], value: 1 },
        ],
        add: [{ key: ["usage", "a", "2026-11"], by: 100 }],
        delete: [["bytes", "text"]],
      }));
    const before = await dumped(b);
    await assert.rejects(restoreInto(b, file), /not empty; --replace/);
    assert.deepEqual(await dumped(b), before, "nothing was changed");
    const { deleted } = await restoreInto(b, file, true);
    assert.equal(deleted, 3);
    assertSame(await dumped(b), await dumped(a));
    await withEngine(b, async (engine) => {
      const found = await engine.get([["process", "0001"], ["changes", "head"], ["meta", "ready"]]);
      assert.ok(found[0] !== null && found[2] !== null, "what belongs to running processes is left alone");
      assert.ok(Number(found[1]!.value) > 2000, "the change log has jumped");
    });
  });
});

Deno.test("what expired since the backup is not restored, and nothing stays in its place", async () => {
  await inFolder(async (folder) => {
    const [a, b, file] = [`${folder}/a.kv`, `${folder}/b.kv`, `${folder}/backup`];
    await fill(a);
    await fill(b);
    await backup(a, file);
    const later = Date.now() + 2 * HOUR;
    const reader = await openBackup(file);
    const done = await restore(reader, { location: b, replace: true, now: () => later });
    assert.deepEqual(done, { written: 5, deleted: 3001, expired: 3001 });
    assert.equal((await dumped(b)).length, 5);
  });
});

Deno.test("a damaged, cut, foreign or newer file is refused with its reason, and changes nothing", async (t) => {
  await inFolder(async (folder) => {
    const [a, b, file] = [`${folder}/a.kv`, `${folder}/b.kv`, `${folder}/backup`];
    await fill(a);
    await fill(b);
    await withEngine(b, (engine) => engine.commit({ set: [{ key: ["mine"], value: 1 }] }));
    await backup(a, file);
    const before = await dumped(b);
    const whole = await Deno.readFile(file);
    const headerEnd = whole.indexOf(10) + 1;
    const header = new TextDecoder().decode(whole.subarray(0, headerEnd));
    const withHeader = (text: string) => joined(new TextEncoder().encode(text), whole.subarray(headerEnd));
    const flipped = (at: number) => whole.map((byte, index) => index === at ? byte ^ 1 : byte);
    const lines = await linesOf(whole.subarray(headerEnd));
    const rewritten = async (change: (lines: string[]) => string[]) =>
      joined(whole.subarray(0, headerEnd), await zipped(change([...lines]).join("\n") + "\n"));
    const rows: [string, Uint8Array, RegExp][] = [
      ["empty", new Uint8Array(), /not a Winnow backup/],
      ["text", new TextEncoder().encode("hello\n"), /not a Winnow backup/],
      ["a store", await Deno.readFile(a), /not a Winnow backup/],
      ["only the header", whole.slice(0, headerEnd), /damaged or cut short/],
      ["cut in the middle", whole.slice(0, whole.length >> 1), /damaged or cut short/],
      ["cut by a byte", whole.slice(0, -1), /damaged or cut short/],
      ["a byte more", joined(whole, new Uint8Array([0])), /damaged or cut short/],
      ["a flipped bit", flipped(whole.length >> 1), /damaged or cut short/],
      ["a flipped bit at the end", flipped(whole.length - 5), /damaged or cut short/],
      [
        "another header",
        withHeader(header.replace('made_at":"2', 'made_at":"3')),
        /its checksum does not match/,
      ],
      ["newer format", withHeader(header.replace('"winnow_backup":1', '"winnow_backup":2')), /newer version/],
      ["newer schema", withHeader(header.replace('"schema":1', '"schema":99')), /newer version/],
      [
        "a line less",
        await rewritten((all) => all.toSpliced(9, 1)),
        /should hold 3006 entries and holds 3005/,
      ],
      ["a changed line", await rewritten((all) => all.with(0, '["j",["account","a"],{}]')), /checksum/],
      ["no end", await rewritten((all) => all.slice(0, -1)), /its end is missing/],
      ["two ends", await rewritten((all) => [...all, all.at(-1)!]), /follows its end/],
      ["out of order", await rewritten((all) => all.toReversed()), /damaged/],
    ];
    for (const [name, bytes, says] of rows) {
      await t.step(name, async () => {
        await Deno.writeFile(`${folder}/bad`, bytes);
        await assert.rejects(restoreInto(b, `${folder}/bad`, true), (error) => {
          assert.ok(error instanceof BackupError, String(error));
          assert.match(error.message, says);
          return true;
        });
        assert.deepEqual(await dumped(b), before);
      });
    }
  });
});

Deno.test("an interrupted restore leaves a store that no server starts on and no backup is made of; again it works", async () => {
  await inFolder(async (folder) => {
    const [a, b, file] = [`${folder}/a.kv`, `${folder}/b.kv`, `${folder}/backup`];
    await fill(a);
    await backup(a, file);
    await withEngine(b, (engine) => engine.commit({ set: [{ key: RESTORING, value: 1 }] }));
    const open = () =>
      Store.open({ location: b, now: Date.now, random: Math.random, id: () => "x", follow: false });
    await assert.rejects(open, (error) => error instanceof StoreError && /interrupted/.test(error.message));
    await assert.rejects(backup(b, `${folder}/other`), /interrupted restore/);
    await assert.rejects(restoreInto(b, file), /not empty/);
    await restoreInto(b, file, true);
    await (await open()).close();
  });
});

Deno.test("a backup appears whole or not at all, is its owner's alone, and replaces nothing but a backup", async () => {
  await inFolder(async (folder) => {
    const [a, file] = [`${folder}/a.kv`, `${folder}/backup`];
    await assert.rejects(backup(a, file), /there is no store at/);
    await fill(a);
    await backup(a, file);
    assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
    await backup(a, file);
    const names = () =>
      [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => !/kv/.test(name));
    assert.deepEqual(names(), ["backup"]);
    await assert.rejects(backup(a, a), /not a backup; it is left as it is/);
    await assert.rejects(backup(a, `${folder}/none/backup`), Deno.errors.NotFound);
    await withEngine(a, (engine) => engine.commit({ set: [{ key: RESTORING, value: 1 }] }));
    const before = await Deno.readFile(file);
    await assert.rejects(backup(a, file));
    assert.deepEqual(await Deno.readFile(file), before, "the backup of before is still there");
    assert.deepEqual(names(), ["backup"]);
  });
});

Deno.test("rules are whole in every backup, however fast they change", async (t) => {
  const rows: [string, (location: string) => Promise<DumpEntry[]>][] = [
    ["of a file", dumped],
    ["through the list, as over KV Connect", (location) =>
      untilComplete(async () => {
        const found: DumpEntry[] = [];
        await dumpKvConnect(location, (entries) => Promise.resolve(void found.push(...entries)));
        return found;
      })],
  ];
  for (const [name, dump] of rows) {
    await t.step(name, () => inFolder((folder) => rulesStayWhole(`${folder}/a.kv`, dump)));
  }
});

postgresTest("backups of PostgreSQL", async (t) => {
  await using server = await startPostgres();
  await t.step(
    "move a store from Deno KV to PostgreSQL, back, and to another",
    () =>
      inFolder(async (folder) => {
        const url = await server.database();
        await roundTrip(`${folder}/a.kv`, url, folder);
        const other = await server.database();
        await roundTrip(other, `${folder}/b.kv`, folder);
        await backup(url, `${folder}/two.backup`);
        const third = await server.database();
        await restoreInto(third, `${folder}/two.backup`);
        assertSame(await dumped(third), await dumped(url));
      }),
  );
  await t.step("hold whole rules, however fast they change", async () => {
    await rulesStayWhole(await server.database(), dumped);
  });
});

Deno.test("a dump through the list that lacks a chunk of rules is made again, and refused when that does not help", async () => {
  await inFolder(async (folder) => {
    const location = `${folder}/a.kv`;
    const dump = () => dumpKvConnect(location, () => Promise.resolve());
    const chunk = { key: ["rules-chunk", "acc", "one"], value: [] };
    await withEngine(
      location,
      (engine) => engine.commit({ set: [{ key: ["rules", "acc"], value: { chunks: ["one"] } }] }),
    );
    let tries = 0;
    await assert.rejects(untilComplete(() => (tries++, dump())), /rules were changed/);
    assert.equal(tries, 5);
    tries = 0;
    await untilComplete(async () => {
      if (++tries === 3) await withEngine(location, (engine) => engine.commit({ set: [chunk] }));
      await dump();
    });
    assert.equal(tries, 3);
  });
});

async function rulesStayWhole(
  location: string,
  dump: (location: string) => Promise<DumpEntry[]>,
): Promise<void> {
  const store = await Store.open({
    location,
    now: Date.now,
    random: Math.random,
    id: () => crypto.randomUUID(),
    follow: false,
  });
  try {
    const rules = new RuleStore(store.engine, store.writer, () => crypto.randomUUID());
    let running = true;
    const changing = (async () => {
      for (let turn = 0; running; turn++) {
        const before = await rules.load("acc");
        const added = Array.from({ length: 200 }, (_, i) => rule(`${turn}.${i}`));
        await rules.change("acc", before, added, new Set(before.rules.map(({ id }) => id)));
        // As slowly as a customer may who sends one import after the other.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    for (let round = 0; round < 15; round++) {
      const entries = await dump(location);
      const has = new Set(entries.map(({ key }) => key.join(" ")));
      for (const { key, value } of entries.filter(({ key }) => key[0] === "rules")) {
        for (const id of (value as { chunks: string[] }).chunks) {
          assert.ok(has.has(`rules-chunk ${key[1]} ${id}`), `round ${round}: a chunk is missing`);
        }
      }
    }
    running = false;
    await changing;
  } finally {
    await store.close();
  }
}

function rule(id: string): Rule {
  return {
    id,
    action: "block",
    kind: "domain",
    value: `${id}.example.org`,
    created_at: "2026-11-20T12:00:00Z",
  } as unknown as Rule;
}

Deno.test("a restored service answers as the one that was backed up while it worked", async () => {
  await using app = await startApp();
  const ids: string[] = [];
  for (let i = 0; i < 30; i++) ids.push((await app.ask(`/v1/score/ip?ip=73.15.20.${i}`)).body.request_id);
  await app.ask("/v1/report", { json: { kind: "ip", value: "73.15.20.1" } });
  await app.ask("/v1/outcome", { json: { request_id: ids[3], outcome: "fraud" } });
  await app.ask("/v1/rules/import?action=block", {
    raw: Array.from({ length: 500 }, (_, i) => `r${i}.example.org`).join("\n"),
    headers: { "content-type": "text/plain" },
  });
  await inFolder(async (folder) => {
    const env = { WINNOW_DATA_DIR: app.dataDir };
    let working = true;
    const load = (async () => {
      for (let i = 0; working; i++) await app.ask(`/v1/score/ip?ip=9.9.${i % 250}.9`);
    })();
    const made = await runCommand(app.dataDir, ["backup", `${folder}/all`], env);
    working = false;
    await load;
    assert.equal(made.code, 0, made.err);
    assert.match(made.out, /entries of/);
    assert.match(made.err, /The secret is in the file/);
    assert.equal((await Deno.stat(`${folder}/all`)).mode! & 0o777, 0o600);
    const restored = await runCommand(`${folder}/data`, ["restore", `${folder}/all`]);
    assert.equal(restored.code, 0, restored.err);
    assert.match(restored.err, /secret is now in .*\/data\/secret/);
    await using again = await startApp({ dataDir: `${folder}/data` });
    const answer = (path: string) => again.ask(path, { key: app.live });
    for (const id of ids) assert.equal((await answer(`/v1/score/${id}`)).body.request_id, id);
    assert.equal((await answer(`/v1/score/${ids[3]}`)).body.label.outcome, "fraud");
    assert.equal((await answer("/v1/rules?limit=1000")).body.rules.length, 500);
    assert.ok((await answer("/v1/usage")).body.used >= 31);
    assert.equal((await answer("/v1/score/ip?ip=73.15.20.1")).body.abuse_reports, 1);
    const batch = await again.ask("/v1/batch", {
      key: app.live,
      json: { type: "ip", items: ["73.15.20.2"] },
    });
    assert.equal(batch.body.results[0].times_seen, 2, "the secret came along: the address is known");
  });
});

Deno.test("the secret of the data folder is in a backup, one of the settings is not, and both can be said otherwise", async () => {
  await using app = await startApp();
  await inFolder(async (folder) => {
    const data = app.dataDir;
    const own = (await Deno.readTextFile(`${data}/secret`)).trim();
    const given = { WINNOW_SECRET: "the secret of the settings" };
    const rows: [string[], Record<string, string>, RegExp, string | undefined][] = [
      [[], {}, /The secret is in the file/, own],
      [["--without-secret"], {}, /The secret is not in the file/, undefined],
      [[], given, /The secret is not in the file/, undefined],
      [["--with-secret"], given, /The secret is in the file/, given.WINNOW_SECRET],
    ];
    for (const [flags, env, says, secret] of rows) {
      await Deno.remove(`${folder}/b`).catch(() => {});
      const made = await runCommand(data, ["backup", `${folder}/b`, ...flags], env);
      assert.equal(made.code, 0, made.err);
      assert.match(made.err, says);
      assert.equal((await openBackup(`${folder}/b`)).header.secret, secret);
    }
    const both = await runCommand(data, ["backup", `${folder}/c`, "--with-secret", "--without-secret"]);
    assert.equal(both.code, 2);
    await assert.rejects(Deno.stat(`${folder}/c`), Deno.errors.NotFound);
  });
});

Deno.test({
  name: "a server that runs goes on with what a restore brought, within two seconds",
  sanitizeResources: false,
  sanitizeOps: false,
  async fn() {
    await inFolder(async (folder) => {
      const [one, two] = [`${folder}/one`, `${folder}/two`];
      const old = await makeKey(one, "acme");
      const env = { WINNOW_SECRET: "the secret of another machine" };
      assert.equal((await runCommand(one, ["backup", `${folder}/b`], env)).code, 0);
      const server = await startServer(two, { WINNOW_WORKERS: "1" });
      try {
        const fresh = await makeKey(two, "later");
        const status = async (key: string) =>
          (await fetch(`${server.origin}/v1/score/ip?ip=8.8.8.8`, { headers: { "x-api-key": key } })).status;
        await eventually(async () => await status(fresh.key) === 200, "the new key");
        assert.equal(await status(old.key), 401);
        const refused = await runCommand(two, ["restore", `${folder}/b`]);
        assert.equal(refused.code, 1);
        assert.match(refused.err, /not empty; --replace/);
        assert.equal(await status(fresh.key), 200);
        const done = await runCommand(two, ["restore", `${folder}/b`, "--replace"]);
        assert.equal(done.code, 0, done.err);
        assert.match(done.err, /hashed under another secret/);
        await eventually(async () => await status(old.key) === 200, "the restored key");
        assert.equal(await status(fresh.key), 401, "an account that the backup does not have is gone");
      } finally {
        await server.kill();
      }
    });
  },
});

async function linesOf(gzip: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const stream = new Blob([gzip]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).text()).trimEnd().split("\n");
}

async function zipped(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}
