/** Changes that one process announces reach the others, also after a listener failed once. */
import assert from "node:assert/strict";
import { ChangeLog } from "../../../../src/db/cluster/change_log.ts";
import { openDenoKv } from "../../../../src/db/deno_kv/deno_kv.ts";
import type { Engine, Key } from "../../../../src/db/engine.ts";
import { Writer } from "../../../../src/db/commit/writer.ts";

async function withTwo(
  work: (writer: Writer, other: ChangeLog, engine: Engine) => Promise<void>,
): Promise<void> {
  const engine = await openDenoKv(":memory:");
  const own = new ChangeLog(engine, Date.now);
  const other = new ChangeLog(engine, Date.now);
  await own.start(false);
  await other.start(false);
  const writer = new Writer({
    engine,
    changes: own,
    now: Date.now,
  });
  try {
    await work(writer, other, engine);
  } finally {
    await writer.flush();
    await engine.close();
  }
}

Deno.test("a change that a follower failed to process is repeated, and does not delay later ones", async () => {
  await withTwo(async (writer, other) => {
    const announced: Key[] = [];
    let failures = 2;
    other.follow("key", (scope) => {
      if (failures-- > 0) throw new Error("the store does not answer");
      announced.push(scope!);
    });
    const labels: Key[] = [];
    other.follow("label", (scope) => void labels.push(scope!));
    await writer.write({ changes: [["key", "key_1"], ["label", "acc", "req"]] });
    await other.refresh();
    assert.deepEqual([announced, labels], [[], [["acc", "req"]]]);
    await other.refresh();
    assert.deepEqual(announced, []);
    await other.refresh();
    assert.deepEqual(announced, [["key_1"]]);
    await other.refresh();
    assert.deepEqual([announced, labels], [[["key_1"]], [["acc", "req"]]], "and then no more");
  });
});

Deno.test("a process that missed entries reloads everything, again when that fails", async () => {
  await withTwo(async (writer, other, engine) => {
    await writer.write({ changes: [["key", "key_1"]] });
    const entries: Key[] = [];
    for await (const { key } of engine.scan(["changes", "change"])) entries.push(key);
    await engine.commit({ delete: entries });
    let failures = 1;
    const announced: (Key | null)[] = [];
    other.follow("key", (scope) => {
      if (failures-- > 0) throw new Error("the store does not answer");
      announced.push(scope);
    });
    other.follow("rules", (scope) => void announced.push(scope));
    await other.refresh();
    assert.deepEqual(announced, [null]);
    await other.refresh();
    assert.deepEqual(announced, [null, null]);
  });
});

/** How a version before 0.2 follows and announces: one head for all processes, which each write checks. */
class EarlierVersion {
  readonly heard: (string[] | null)[] = [];
  #head = 0;
  #version: string | null = null;

  constructor(readonly engine: Engine) {}

  async poll(): Promise<void> {
    const [head] = await this.engine.get([["changes", "head"]]);
    if (typeof head?.value !== "number" || head.version === this.#version || head.value <= this.#head) return;
    for (let number = this.#head + 1; number <= Math.min(head.value, this.#head + 2001); number++) {
      const [entry] = await this.engine.get([["changes", "entry", number.toString(36).padStart(10, "0")]]);
      this.heard.push(...entry === null ? [null] : entry!.value as string[][]);
      if (entry === null) break;
    }
    [this.#head, this.#version] = [head.value, head.version];
  }

  /** False: another process was faster. */
  async announce(change: string[]): Promise<boolean> {
    const number = this.#head + 1;
    const version = await this.engine.commit({
      check: [{ key: ["changes", "head"], version: this.#version }],
      set: [
        { key: ["changes", "head"], value: number },
        { key: ["changes", "entry", number.toString(36).padStart(10, "0")], value: [change] },
      ],
    });
    if (version !== null) [this.#head, this.#version] = [number, version];
    return version !== null;
  }
}

Deno.test("a process of an earlier version on the same store follows and is followed", async () => {
  const engine = await openDenoKv(":memory:");
  const earlier = new EarlierVersion(engine);
  assert.ok(await earlier.announce(["key", "made before"]));
  const changes = new ChangeLog(engine, Date.now, { hasEarlier: () => true });
  await changes.start(false);
  const heard: (Key | null)[] = [];
  changes.follow("key", (scope) => void heard.push(scope));
  const writer = new Writer({ engine, changes, now: Date.now });
  const rounds = 3;
  for (let round = 0; round < rounds; round++) {
    await writer.write({ changes: [["key", `new ${round}`]] });
    await earlier.poll();
    assert.deepEqual(earlier.heard.splice(0), [null], "it reloads everything");
    assert.ok(await earlier.announce(["key", `old ${round}`]));
    assert.ok(await earlier.announce(["key", `old ${round} again`]));
    await changes.refresh();
    assert.deepEqual(heard.splice(0), [[`old ${round}`], [`old ${round} again`]]);
  }
  await changes.refresh();
  assert.deepEqual(heard, []);
  await engine.close();
});

Deno.test("a sequence that is forgotten because nothing was written is no loss", async () => {
  const engine = await openDenoKv(":memory:");
  const lost: string[] = [];
  let now = Date.now();
  const changes = new ChangeLog(engine, () => now, { onLoss: (what) => lost.push(what) });
  await changes.start(false);
  const writer = new Writer({ engine, changes, now: () => now });
  await writer.write({ changes: [["key", "a"]] });
  const sequences = await Array.fromAsync(engine.scan(["changes", "sequence"]));
  assert.equal(sequences.length, 1);
  now += 11 * 60_000;
  await engine.commit({ delete: sequences.map(({ key }) => key) });
  await changes.refresh();
  assert.deepEqual(lost, []);
  await writer.write({ changes: [["key", "b"]] });
  await changes.refresh();
  assert.deepEqual(lost, []);
  const left = await Array.fromAsync(engine.scan(["changes", "sequence"]));
  await engine.commit({ delete: left.map(({ key }) => key) });
  await changes.refresh();
  assert.equal(lost.length, 1, "but one that was written a moment ago is");
  await engine.close();
});
