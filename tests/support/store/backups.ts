/** Stores with content, their backups and what is in them. */
import assert from "node:assert/strict";
import { backUp } from "../../../src/store/backup/backup.ts";
import { dumpStore } from "../../../src/store/backup/dump.ts";
import type { DumpEntry } from "../../../src/store/backup/dump_entry.ts";
import { openBackup, restore } from "../../../src/store/backup/restore.ts";
import type { Engine } from "../../../src/store/engine.ts";
import { openEngine } from "../../../src/store/open_engine.ts";
import { RESTORING } from "../../../src/store/schema.ts";

const HOUR = 3_600_000;

export async function withEngine<T>(location: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openEngine(location);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** All entries that a backup contains. */
export async function dumped(location: string): Promise<DumpEntry[]> {
  const found: DumpEntry[] = [];
  await dumpStore(location, (entries) => Promise.resolve(void found.push(...entries)));
  return found;
}

/** Deno KV takes a time to live, so its times of expiry are a little later. */
export function assertSame(found: readonly DumpEntry[], expected: readonly DumpEntry[]): void {
  const untimed = (entries: readonly DumpEntry[]) => entries.map((entry) => ({ ...entry, expiresAt: 0 }));
  assert.deepEqual(untimed(found), untimed(expected));
  for (const [index, { expiresAt, key }] of found.entries()) {
    const wanted = expected[index]!.expiresAt;
    const near = expiresAt === wanted || Math.abs(expiresAt! - wanted!) < 1000;
    assert.ok(near && (expiresAt === null) === (wanted === null), `${key}: ${expiresAt}, not ${wanted}`);
  }
}

export const backup = (location: string, file: string) =>
  backUp({ location, file, now: Date.now, fingerprint: null });

export async function restoreInto(location: string, file: string, replace = false) {
  return await restore(await openBackup(file), { location, replace, now: Date.now });
}

/** Every kind of value, entries that a backup leaves out, and entries that expire. */
export async function fillStore(location: string): Promise<void> {
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

/** A backup of a filled store, restored into another, is the same store. */
export async function roundTrip(from: string, to: string, folder: string): Promise<void> {
  await fillStore(from);
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
