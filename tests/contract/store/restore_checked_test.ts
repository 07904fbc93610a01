/** A restore trusts neither a file nor what is in it: who wrote it is proved first, then every entry is checked. */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { fingerprintOf } from "../../../src/app/secret.ts";
import type { DumpEntry } from "../../../src/db/backup/dump_entry.ts";
import { abuse, RESIDENTIAL } from "../../support/app/abuse.ts";
import { startApp } from "../../support/app/app.ts";
import { SECRETS, secretsOf } from "../../support/app/secrets.ts";
import { inFolder } from "../../support/folder.ts";
import { makeKey, runCommand } from "../../support/process/program.ts";
import { writeBackup } from "../../support/store/backup_files.ts";
import { dumped, fillStore, MANY, restoreInto, scoreChunk, SECRET } from "../../support/store/backups.ts";
import { MOVED } from "../../../src/records/reputation/reputation_rows.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function entry(
  key: readonly string[],
  value: DumpEntry["value"],
  expiresAt: number | null = null,
): DumpEntry {
  return { key, value, expiresAt, counter: false };
}

const ACCOUNT = { id: "acc", name: "acme", createdAt: 0, paused: false, monthlyQuota: 5, madeBy: "operator" };

Deno.test("an entry that does not belong into a store is named, and nothing is written", async (t) => {
  await inFolder(async (folder) => {
    const [store, file] = [`${folder}/a.kv`, `${folder}/file`];
    await fillStore(store);
    const before = await dumped(store);
    const soon = Date.now() + HOUR;
    const bytes = (text: string) => new TextEncoder().encode(text);
    const chunk = new TextDecoder().decode(scoreChunk("masked"));
    const unfit = /does not hold what is stored there/;
    const rows: [name: string, DumpEntry, RegExp][] = [
      [
        "an unknown kind",
        entry(["evil", "x"], 1),
        /entry \["evil","x"\] is of a kind that this version does not know/,
      ],
      ["an account without a name", entry(["account", "acc"], { ...ACCOUNT, name: null }), unfit],
      ["a name with an escape", entry(["account", "acc"], { ...ACCOUNT, name: "a\x1b[2J" }), unfit],
      ["an account under another id", entry(["account", "other"], ACCOUNT), unfit],
      ["a quota below zero", entry(["account", "acc"], { ...ACCOUNT, monthlyQuota: -1 }), unfit],
      ["a key with more parts", entry(["account", "acc", "x"], ACCOUNT), unfit],
      [
        "an account that expires",
        entry(["account", "acc"], ACCOUNT, soon),
        /expires, and data of its kind does not/,
      ],
      ["a key of no mode", entry(["key", "k"], { id: "k", account: "acc", mode: "root" }), unfit],
      ["usage that is no counter", entry(["usage", "acc", "2026-11"], 5), unfit],
      ["a counter elsewhere", { ...entry(["account-name", "x"], 5), counter: true }, unfit],
      ["a session", entry(["session", "hash"], { account: "acc" }, soon), /belongs to running processes/],
      ["the mark of a restore", entry(["meta", "restoring"], 1), /belongs to running processes/],
      ["a label that stays", entry(MANY(5), { at: 1 }), /does not expire/],
      ["a label for years", entry(MANY(5), { at: 1 }, Date.now() + 400 * DAY), /later than data of its kind/],
      ["a sighting as text", entry(["sighting", "ip", "h"], "1", soon), unfit],
      ["a log of sightings", entry(["sighting", "log", "a", "0"], bytes("ip hash x 1"), soon), unfit],
      [
        "reputation of minus one",
        entry(["reputation", "ip", "h"], { acc: { reports: -1, labels: 0, days: [] } }),
        unfit,
      ],
      ["linkage of odd length", entry(["linkage", "acc", "f", "h"], "abc", soon), unfit],
      [
        "a rule of no kind",
        entry(["rules-chunk", "acc", "c"], [{ id: "r", action: "block", kind: "all", value: "" }]),
        unfit,
      ],
      ["scores that are no text", entry(["segment", "s", "000"], bytes("hello"), soon), unfit],
      [
        "scores with a foreign part",
        entry(["segment", "s", "000"], bytes(chunk.replace('"live"', '"root"')), soon),
        unfit,
      ],
      [
        "a score without its id",
        entry(["segment", "s", "000"], bytes(chunk.replace('"id":"req_', '"id":"x')), soon),
        unfit,
      ],
      ["scores that inflate for ever", entry(["segment", "s", "000"], bomb(), soon), unfit],
      ["a newer schema", entry(["meta", "schema"], 99), /newer version/],
      [
        "a value that no store takes",
        entry(["account-name", "x"], "x".repeat(100_000)),
        /longer than a store can hold/,
      ],
      ["a key that no store takes", entry(["account-name", "x".repeat(3000)], "acc"), /bytes long, at most/],
    ];
    for (const [name, bad, says] of rows) {
      await t.step(name, async () => {
        await writeBackup(file, { entries: [bad], secret: SECRET });
        await assert.rejects(restoreInto(store, file, true), says);
        assert.deepEqual(await dumped(store), before);
      });
    }
    await t.step("a file from the future", async () => {
      const made_at = new Date(Date.now() + 3 * DAY).toISOString();
      await writeBackup(file, { entries: [], secret: SECRET, header: { made_at } });
      await assert.rejects(restoreInto(store, file, true), /made in the future/);
    });
    await t.step("entries that fit", async () => {
      await writeBackup(file, { entries: [entry(["account", "acc"], ACCOUNT)], secret: SECRET });
      assert.equal((await restoreInto(store, file, true)).written, 1);
    });
  });
});

/** A megabyte of zeros, many times, in a few kilobytes. */
function bomb(): Uint8Array {
  return new Uint8Array([0, ...deflateRawSync(new Uint8Array(20_000_000))]);
}

Deno.test("a file that somebody without the secret wrote or changed is refused", async (t) => {
  await inFolder(async (folder) => {
    const [data, file] = [`${folder}/data`, `${folder}/file`];
    await makeKey(data, "main");
    const secret = (await Deno.readTextFile(`${data}/secret`)).trim();
    const store = `${data}/winnow.kv`;
    const before = await dumped(store);
    const admin = [entry(["account", "acc"], ACCOUNT)];
    const other = "a secret of somebody else";
    const claims = { secret_fingerprint: fingerprintOf(secret) };
    const escaped = `9\x1b[2J\x9b31m`;
    const rows: [string, Parameters<typeof writeBackup>[1], string[], number, RegExp][] = [
      [
        "with a code under another secret",
        { entries: admin, secret: other, header: claims },
        [],
        1,
        /changed after it was made/,
      ],
      [
        "made with another secret",
        { entries: admin, secret: other },
        [],
        1,
        /made with another secret \(fingerprint/,
      ],
      [
        "that brings its own secret",
        { entries: admin, secret: other, header: { secret: other } },
        [],
        1,
        /made with another secret/,
      ],
      ["of the former format", { entries: admin, secret, format: 1 }, [], 1, /--unauthenticated/],
      [
        "of the former format, by its option",
        { entries: [entry(["evil"], 1)], secret, format: 1 },
        ["--unauthenticated"],
        1,
        /a kind that/,
      ],
      [
        "the option does not help a file of this format",
        { entries: admin, secret: other, header: claims },
        ["--unauthenticated"],
        1,
        /changed after/,
      ],
      [
        "with escapes in its header",
        { entries: admin, secret, format: 9, header: { program: escaped } },
        [],
        1,
        /newer version \(9\\u001b/,
      ],
      ["with escapes in a key", { entries: [entry([escaped], 1)], secret }, [], 1, /the entry \["9\\u001b/],
    ];
    for (const [name, written, flags, code, says] of rows) {
      await t.step(name, async () => {
        await writeBackup(file, written);
        const done = await runCommand(data, ["restore", file, "--replace", ...flags]);
        assert.equal(done.code, code, done.out);
        assert.match(done.err, says);
        assert.equal(done.err.trim().split("\n").length, 1);
        // deno-lint-ignore no-control-regex
        assert.doesNotMatch(done.err, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
        assert.deepEqual(await dumped(store), before);
        assert.equal((await Deno.readTextFile(`${data}/secret`)).trim(), secret);
      });
    }
    await t.step("one of the former format is restored by its option", async () => {
      await writeBackup(file, { entries: admin, secret, format: 1 });
      const done = await runCommand(data, ["restore", file, "--replace", "--unauthenticated"]);
      assert.equal(done.code, 0, done.err);
      assert.ok((await dumped(store)).some(({ key }) => key.join() === "account,acc"));
    });
  });
});

Deno.test("a machine without a secret takes it from the file, or needs it", async () => {
  await inFolder(async (folder) => {
    const [one, two, file] = [`${folder}/one`, `${folder}/two`, `${folder}/file`];
    await makeKey(one, "main");
    const secret = (await Deno.readTextFile(`${one}/secret`)).trim();
    assert.equal((await runCommand(one, ["backup", file, "--without-secret"])).code, 0);
    const missing = await runCommand(two, ["restore", file]);
    assert.equal(missing.code, 1);
    assert.match(missing.err, /does not hold its secret \(fingerprint [0-9a-f]{16}\): set WINNOW_SECRET/);
    const given = await runCommand(two, ["restore", file], { WINNOW_SECRET: secret });
    assert.equal(given.code, 0, given.err);
    assert.equal((await runCommand(two, ["keys", "list"], { WINNOW_SECRET: secret })).code, 0);
    await Deno.remove(two, { recursive: true });
    assert.equal((await runCommand(one, ["backup", file])).code, 0);
    const taken = await runCommand(two, ["restore", file]);
    assert.equal(taken.code, 0, taken.err);
    assert.match(taken.err, /that the file is whole is all it proves/);
    assert.equal((await Deno.readTextFile(`${two}/secret`)).trim(), secret);
    assert.equal((await runCommand(two, ["keys", "list"])).code, 0);
  });
});

Deno.test("backups from before and after a rotation are restored, with what was hashed under the earlier secret", async () => {
  await inFolder(async (folder) => {
    const [data, early, late] = [`${folder}/data`, `${folder}/early`, `${folder}/late`];
    await using one = await startApp({ dataDir: data, env: secretsOf(0) });
    const { live, test } = one;
    await one.ask("/v1/report", { json: { kind: "ip", value: RESIDENTIAL } });
    await one.close();
    assert.equal((await runCommand(data, ["backup", early], secretsOf(0))).code, 0);
    await using two = await startApp({ dataDir: data, env: secretsOf(1) });
    await two.ask("/v1/report", { key: live, json: { kind: "ip", value: "73.15.20.9" } });
    await two.close();
    assert.equal((await runCommand(data, ["backup", late, "--with-secret"], secretsOf(1))).code, 0);

    const restored = await runCommand(data, ["restore", early, "--replace"], secretsOf(1));
    assert.equal(restored.code, 0, restored.err);
    await using three = await startApp({ dataDir: data, env: secretsOf(1) });
    assert.deepEqual(
      [(await abuse(three, RESIDENTIAL, test)).reports, (await abuse(three, "73.15.20.9", test)).reports],
      [1, 0],
    );
    await three.close();

    const empty = `${folder}/empty`;
    const taken = await runCommand(empty, ["restore", late]);
    assert.equal(taken.code, 0, taken.err);
    assert.equal((await Deno.readTextFile(`${empty}/secret.previous`)).trim(), SECRETS[0]);
    await using four = await startApp({ dataDir: empty });
    assert.deepEqual(
      [(await abuse(four, RESIDENTIAL, test)).reports, (await abuse(four, "73.15.20.9", test)).reports],
      [1, 1],
    );
  });
});

Deno.test("what no restore would accept is left out of a backup, which says so", async () => {
  await inFolder(async (folder) => {
    const [data, file] = [`${folder}/data`, `${folder}/file`];
    await makeKey(data, "main");
    const kv = await Deno.openKv(`${data}/winnow.kv`);
    await kv.set(["of another version"], 1);
    await kv.set(["moved", "ip", "old"], "new", { expireIn: 4000 * DAY }); // by a clock that was wrong
    kv.close();
    const made = await runCommand(data, ["backup", file]);
    assert.equal(made.code, 1);
    assert.match(made.err, /1 entries are not in the file.*\["of another version"\] is of a kind/);
    const done = await runCommand(data, ["restore", file, "--replace"]);
    assert.equal(done.code, 0, done.err);
    const entries = await dumped(`${data}/winnow.kv`);
    const moved = entries.find(({ key }) => key[0] === "moved")!;
    assert.ok(moved.expiresAt! <= Date.now() + MOVED.lifetimeMs + HOUR);
    assert.ok(!entries.some(({ key }) => key[0] === "of another version"));
  });
});
