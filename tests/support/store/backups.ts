/** Stores with content, their backups and what is in them. */
import { signupId } from "../../../src/model/linkage/ring.ts";
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { backUp } from "../../../src/db/backup/backup.ts";
import { dumpStore } from "../../../src/db/backup/dump.ts";
import type { DumpEntry } from "../../../src/db/backup/dump_entry.ts";
import { openBackup } from "../../../src/db/backup/restore.ts";
import { fingerprintOf } from "../../../src/app/secret.ts";
import type { Engine } from "../../../src/db/engine.ts";
import { SegmentBuilder, textOfChunk } from "../../../src/db/commit/segment.ts";
import { packScore } from "../fixtures/packed_score.ts";
import { chunkIn, writeWhole } from "../../../src/db/index/entry.ts";
import { RESTORING, SCHEMA_VERSION } from "../../../src/db/schema.ts";
import { ACCOUNT } from "../../../src/records/accounts.ts";
import { ADDRESS_LABEL } from "../../../src/records/labels/address_labels.ts";
import { MAILBOX_DUE } from "../../../src/records/mailboxes.ts";
import { SCORES_OF, SEGMENT } from "../../../src/db/own_rows.ts";
import { openEngine, restore } from "./engines.ts";
import { CATALOG } from "../../../src/records/index.ts";

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
  await dumpStore(location, CATALOG, (entries) => {
    for (const { keyBytes: _, ...entry } of entries) found.push(entry);
    return Promise.resolve();
  });
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

export const SECRET = "the secret of the backups of the tests";

export const backup = (location: string, file: string) =>
  backUp({
    location,
    catalog: CATALOG,
    program: "",
    file,
    now: Date.now,
    secret: SECRET,
    fingerprint: fingerprintOf(SECRET),
  });

export async function restoreInto(location: string, file: string, replace = false) {
  return await restore(await openBackup(file), { location, secret: SECRET, replace, now: Date.now });
}

const NAMES = { plain: "018f0000000000000a", deflated: "018f0000000000000b" } as const;
export const CHUNK = SEGMENT.key(NAMES.plain, "000");
/** Of an entry that has its record. */
const WHOLE = SCORES_OF.key("a", "018f0000000000000c000");
/** One of the many entries. */
export const MANY = (number: number) => ADDRESS_LABEL.key("a", String(number).padStart(5, "0"));

/** Every kind of value, entries that a backup leaves out, and entries that expire. */
export async function fillStore(location: string): Promise<void> {
  const until = Math.ceil(Date.now()) + HOUR;
  const later = until + 100 * HOUR;
  const chunk = scoreChunk("j•••@exämple.com");
  const account = {
    id: "a",
    name: "é 😀",
    createdAt: 0,
    paused: false,
    monthlyQuota: 5,
    madeBy: "operator",
  } as const;
  await withEngine(location, async (engine) => {
    await engine.commit({
      set: [
        { key: ["meta", "schema"], value: SCHEMA_VERSION },
        { key: ["meta", "ready"], value: 5 },
        ACCOUNT.set(ACCOUNT.key("a"), account),
        SEGMENT.set(CHUNK, chunk, later),
        SEGMENT.set(SEGMENT.key(NAMES.deflated, "000"), deflated(chunk), later),
        SCORES_OF.set(WHOLE, writeWhole([{ index: 0, terms: [1, 2] }], chunk), later),
        MAILBOX_DUE.set(MAILBOX_DUE.key("\u0000", "1", "x"), 1, until),
        { key: ["process", "0001"], value: until },
        { key: ["limits", "0001"], value: [] },
        { key: ["changes", "head"], value: 7 },
      ],
      add: [{ key: ["usage", "a", "2026-11"], by: 41 }],
    });
    for (let from = 0; from < 3000; from += 500) {
      await engine.commit({
        set: Array.from({ length: 500 }, (_, i) => ({
          key: MANY(from + i),
          value: { at: from + i, text: "x".repeat(100) },
          expiresAt: until + i,
        })),
      });
    }
  });
}

/** A chunk with one score record, facts and what conditions said among it, as text. */
export function scoreChunk(mask: string): Uint8Array {
  const segment = new SegmentBuilder(Date.now(), () => 0.5, 1);
  const { requestId, index } = segment.reserve();
  segment.put(
    index,
    packScore({
      id: requestId,
      account: "a",
      key: "key_1",
      mode: "live",
      subject: "email",
      via: "single",
      at: Date.now(),
      expiresAt: Date.now() + HOUR,
      score: 5,
      verdict: "allow",
      strictness: 1,
      summary: "fine",
      topSignals: [],
      rule: null,
      agentDecision: null,
      components: [{
        kind: "email",
        hash: "hash",
        relatedHashes: ["one", "two"],
        mask,
        score: 5,
        verdict: "allow",
        findings: [["free_provider", "provider", 5, "free mail provider"]],
        trust: [["verified", 0.9, "verified mailbox"]],
        unknown: { mx: "timeout" },
        rule: null,
      }, {
        kind: "ip",
        hash: "hash2",
        relatedHashes: [],
        mask: "203.0.113.•",
        score: 0,
        verdict: "allow",
        findings: [],
        trust: [],
        unknown: {},
        rule: null,
      }],
      dataVersion: "1",
      facts: { "ip.country": "TJ", "ip.asn": 1, "email.shape": "word.99", "custom.plan": "pro" },
      signup: {
        linkage: {
          device_email_count: null,
          email_device_count: 1,
          email_ip_count: 1,
          subnet_rate_1h: 1,
          domain_rate_1h: 1,
          referral_rate_1h: null,
        },
        ring: null,
        node: signupId(requestId),
        actor: { type: "unknown", proven: false, basis: "none", operator: null, trigger: null, detail: "" },
        agent: null,
        userId: null,
        links: { score: 0, findings: [], counted: false },
      },
      conditions: {
        decided: {
          id: "rule_0",
          action: "review",
          when: "true",
          before: { score: 5, verdict: "allow" },
        },
        tags: ["a"],
        hit: [],
        would: [["rule_1", "block"]],
        notJudged: [["rule_2", "not given"]],
      },
    }),
  );
  const [entry] = segment.writes(new Map([["a", [index]]]));
  return new TextEncoder().encode(textOfChunk(chunkIn(entry!.value as Uint8Array)!));
}

function deflated(chunk: Uint8Array): Uint8Array {
  return new Uint8Array([0, ...deflateRawSync(chunk)]);
}

/** A backup of a filled store, restored into another, is the same store. */
export async function roundTrip(from: string, to: string, folder: string): Promise<void> {
  await fillStore(from);
  const before = await dumped(from);
  assert.equal(before.length, 3007);
  assert.ok(before.every(({ key }) => !["process", "limits", "changes"].includes(key[0]!)));
  const made = await backup(from, `${folder}/one.backup`);
  assert.equal(made.entries, 3007);
  const { written } = await restoreInto(to, `${folder}/one.backup`);
  assert.equal(written, 3007);
  assertSame(await dumped(to), before);
  await withEngine(to, async (engine) => {
    await engine.commit({ add: [{ key: ["usage", "a", "2026-11"], by: 1 }] });
    const found = await engine.get([["usage", "a", "2026-11"], RESTORING, ["process", "0001"]]);
    assert.deepEqual(found.map((entry) => entry?.value ?? null), [42, null, null]);
  });
}
